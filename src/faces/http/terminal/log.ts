export type LogFields = Readonly<Record<string, string | number | boolean | null>>
export type Level = 'info' | 'error'

/** The server's actions, as they happen. */
export type Log = {
  readonly info: (event: string, fields?: LogFields) => void
  readonly error: (event: string, fields?: LogFields) => void
  /** Writes what is still waiting. */
  readonly flush: () => void
}

/**
 * One JSON object a line, for programs. Lines of one turn of the event loop are written at once: a write each took an
 * eighth of the server's time.
 */
export function openLog(write: (text: string) => void, now: () => number): Log {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') write(text)
  }
  const line = (level: Level, event: string, fields: LogFields) => {
    if (waiting === '') setImmediate(flush)
    waiting += `${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`
  }
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, fields = {}) => line('error', event, fields),
    flush,
  }
}
