import { sanitizeLine } from '../../domain/sanitize.ts'

export type LogFields = Readonly<Record<string, string | number | boolean | null>>
/** What the server does, as it does it: for people on a terminal, else one JSON object a line. */
export type Log = {
  readonly info: (event: string, fields?: LogFields) => void
  readonly error: (event: string, fields?: LogFields) => void
  /** Writes what is still waiting. */
  readonly flush: () => void
}

/** Lines of one turn of the event loop are written at once: a write each took an eighth of the server's time. */
export function openLog(write: (text: string) => void, terminal: boolean, now: () => number): Log {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') write(text)
  }
  const line = (level: 'info' | 'error', event: string, fields: LogFields) => {
    if (waiting === '') setImmediate(flush)
    waiting += terminal
      ? readable(now(), level, event, fields)
      : `${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`
  }
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, fields = {}) => line('error', event, fields),
    flush,
  }
}

function readable(now: number, level: 'info' | 'error', event: string, fields: LogFields): string {
  const at = new Date(now).toISOString().slice(11, 19)
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${sanitizeLine(String(value))}`)
  return `${at} ${level === 'error' ? '! ' : ''}${event} ${rest.join(' ')}\n`
}
