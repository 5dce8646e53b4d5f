import { type ErrorCode, isMailError, type MailError, refusalOf } from '../../domain/errors.ts'
import type { HandedOver } from './output.ts'

/** The exit code of an error. */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  nothing: 1,
  usage: 2,
  'not-found': 3,
  'no-store': 3,
  'unknown-recipient': 3,
  conflict: 4,
  ambiguous: 4,
  stale: 4,
  busy: 5,
  damaged: 6,
  'newer-version': 6,
  'not-allowed': 7,
  'no-actor': 7,
  partial: 8,
  'no-driver': 9,
  internal: 70,
  timeout: 124,
}

export type ErrorValue = {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string }
}

export function errorValue(error: unknown): ErrorValue {
  if (isMailError(error)) return { error: plain(error) }
  const refusal = refusalOf(error, null)
  if (refusal !== null) return { error: plain(refusal) }
  const message = error instanceof Error ? error.message : String(error)
  const hint = 'This is a bug in watchpost. No change was left half done.'
  return { error: { code: 'internal', message, hint } }
}

function plain({ code, message, hint }: MailError) {
  return { code, message, hint }
}

export function exitOf(failure: unknown): number {
  return exitCodes[errorValue(failure).error.code]
}

/** A reader that closed early is not a failure: it saw enough, and the mail is offered again. */
export function exitOfHandOver(ended: HandedOver): number {
  switch (ended) {
    case 'left':
    case 'gone':
    case 'SIGPIPE':
      return 0
    case 'SIGHUP':
      return 129
    case 'SIGINT':
      return 130
    case 'SIGTERM':
      return 143
  }
}
