import { constants } from 'node:os'
import { writeNow } from './frame.ts'

export type ExitHooks = {
  /** Gives the terminal back; called once on every way out. */
  readonly restore: () => void
  /** After SIGCONT. */
  readonly comeBack: () => void
  /** While another program has the terminal, C-c is meant for that one. */
  readonly isOutside: () => boolean
  /** The remaining work when the process is asked to end; undefined if there is none. */
  readonly farewell: (() => Promise<void>) | undefined
  readonly describeError: ((error: unknown) => string) | undefined
}

const deadly = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const internalError = 70
/** Time for the farewell, ms: the sender of the signal may kill us next. */
const patience = 1_000

export type Exits = {
  /** Ends the process once the farewell is said, and at once where it was asked to before. */
  end(code: number): void
  disarm(): void
}

/** Restores the terminal however the process ends, short of SIGKILL. */
export function armExits(hooks: ExitHooks): Exits {
  let isEnding = false
  const end = (code: number): void => {
    hooks.restore()
    if (isEnding || hooks.farewell === undefined) process.exit(code)
    isEnding = true
    setTimeout(() => process.exit(code), patience)
    void hooks
      .farewell()
      .catch(() => undefined)
      .then(() => process.exit(code))
  }
  const crashed = (error: unknown): void => {
    hooks.restore()
    const text = hooks.describeError?.(error) ?? (error instanceof Error ? error.stack : String(error))
    writeNow(process.stderr.fd, `${text}\n`)
    process.exit(internalError)
  }
  const signalled = (signal: NodeJS.Signals): void => {
    if (hooks.isOutside() && (signal === 'SIGINT' || signal === 'SIGQUIT')) return
    end(128 + constants.signals[signal])
  }
  process.on('exit', hooks.restore)
  process.on('uncaughtException', crashed)
  process.on('unhandledRejection', crashed)
  process.on('SIGCONT', hooks.comeBack)
  for (const signal of deadly) process.on(signal, signalled)
  return {
    end,
    disarm() {
      process.off('exit', hooks.restore)
      process.off('uncaughtException', crashed)
      process.off('unhandledRejection', crashed)
      process.off('SIGCONT', hooks.comeBack)
      for (const signal of deadly) process.off(signal, signalled)
    },
  }
}
