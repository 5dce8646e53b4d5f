import { type ErrorCode, isMailError } from '../../domain/errors.ts'

/** An answer other than success: `{"detail": …}` under a status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

export function badRequest(detail: string): Refusal {
  return new Refusal(400, detail)
}

/** The protocol has one status, 401, for every caller who may not: without a token, with a bad one, or in the wrong role. */
const statuses: Readonly<Record<ErrorCode, number>> = {
  nothing: 400,
  usage: 400,
  'not-found': 400,
  'unknown-recipient': 400,
  conflict: 400,
  ambiguous: 400,
  stale: 503,
  busy: 503,
  damaged: 500,
  'newer-version': 500,
  'no-driver': 500,
  'no-store': 503,
  'not-allowed': 400,
  'no-actor': 400,
  partial: 400,
  internal: 500,
  timeout: 400,
}

/** The answer to an error. Faults of ours go to the log, not to callers. */
export function answerTo(error: unknown): { readonly status: number; readonly detail: string } {
  if (error instanceof Refusal) return { status: error.status, detail: error.message }
  if (isMailError(error)) {
    const status = statuses[error.code]
    return { status, detail: status === 500 ? 'unexpected error' : error.message }
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  // The parser of requests speaks of bodies that are too long (413) or of a strange type (415).
  if (status === 413) return { status, detail: 'the body is too long' }
  if (status >= 400 && status < 500) return { status: 400, detail: 'malformed request' }
  return { status: 500, detail: 'unexpected error' }
}
