import { type ErrorCode, isMailError } from '../../domain/errors.ts'

/** What a caller is told in place of success. */
export type Answer = {
  readonly status: number
  readonly detail: string
  /** The part of the request that is wrong, from the outside in: `body`, `subject`. */
  readonly at?: readonly string[]
}

/** The status of each error of an operation, as a protocol has it. */
export type Statuses = Readonly<Record<ErrorCode, number>>

/** An answer other than success, under a status of the protocol. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly at: readonly string[]

  constructor(status: number, detail: string, at: readonly string[] = []) {
    super(detail)
    this.status = status
    this.at = at
  }
}

export function badRequest(detail: string, at: readonly string[] = []): Refusal {
  return new Refusal(400, detail, at)
}

const tooLong = 413

export function bodyTooLong(): Refusal {
  return new Refusal(tooLong, 'the body is too long')
}

/** Whether a body was too long: for the parser of requests, or for a route that reads its own. */
export function isTooLong(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === tooLong
  return error instanceof Error && 'statusCode' in error && error.statusCode === tooLong
}

/** The answer to an error. Faults of ours go to the log, not to callers. */
export function answerTo(error: unknown, statuses: Statuses): Answer {
  if (error instanceof Refusal) return { status: error.status, detail: error.message, at: error.at }
  if (isMailError(error)) {
    const status = statuses[error.code]
    return { status, detail: status === 500 ? 'unexpected error' : error.message }
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  // The parser of requests speaks of bodies of a strange type, too (415).
  if (isTooLong(error)) return answerTo(bodyTooLong(), statuses)
  if (status >= 400 && status < 500) return { status: 400, detail: 'malformed request' }
  return { status: 500, detail: 'unexpected error' }
}
