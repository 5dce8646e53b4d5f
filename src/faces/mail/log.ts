import { sanitizeLine } from '../../domain/sanitize.ts'

export type LogFields = Readonly<Record<string, string | number | boolean | null>>
/** What the server does, as it does it: for people on a terminal, else one JSON object a line. */
export type Log = {
  readonly info: (event: string, fields?: LogFields) => void
  readonly error: (event: string, fields?: LogFields) => void
}

export function openLog(write: (text: string) => void, terminal: boolean, now: () => number): Log {
  const line = (level: 'info' | 'error', event: string, fields: LogFields) => {
    const at = new Date(now()).toISOString()
    if (!terminal) {
      write(`${JSON.stringify({ at, level, event, ...fields })}\n`)
      return
    }
    const rest = Object.entries(fields).map(([name, value]) => `${name}=${sanitizeLine(String(value))}`)
    write(`${at.slice(11, 19)} ${level === 'error' ? '! ' : ''}${event} ${rest.join(' ')}\n`)
  }
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, fields = {}) => line('error', event, fields),
  }
}
