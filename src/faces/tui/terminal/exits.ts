import { constants } from 'node:os'
import { writeNow } from './write-now.ts'

export type ExitHooks = {
  /** Gives the terminal back; called once on every way out. */
  readonly restore: () => void
  /** After SIGCONT. */
  readonly comeBack: () => void
  /** While another program has the terminal, C-c is meant for that one. */
  readonly isOutside: () => boolean
  readonly describeError: ((error: unknown) => string) | undefined
}

const deadly = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const internalError = 70

/** Restores the terminal however the process ends, short of SIGKILL. Gives back how to undo it. */
export function armExits(hooks: ExitHooks): () => void {
  const crashed = (error: unknown): void => {
    hooks.restore()
    const text = hooks.describeError?.(error) ?? (error instanceof Error ? error.stack : String(error))
    writeNow(process.stderr.fd, `${text}\n`)
    process.exit(internalError)
  }
  const signalled = (signal: NodeJS.Signals): void => {
    if (hooks.isOutside() && (signal === 'SIGINT' || signal === 'SIGQUIT')) return
    hooks.restore()
    process.exit(128 + constants.signals[signal])
  }
  process.on('exit', hooks.restore)
  process.on('uncaughtException', crashed)
  process.on('unhandledRejection', crashed)
  process.on('SIGCONT', hooks.comeBack)
  for (const signal of deadly) process.on(signal, signalled)
  return () => {
    process.off('exit', hooks.restore)
    process.off('uncaughtException', crashed)
    process.off('unhandledRejection', crashed)
    process.off('SIGCONT', hooks.comeBack)
    for (const signal of deadly) process.off(signal, signalled)
  }
}
