import type { Statuses } from '../http/refusal.ts'
import { Refusal } from '../http/refusal.ts'

export const statuses: Statuses = {
  nothing: 404,
  usage: 422,
  'not-found': 404,
  'unknown-recipient': 422,
  conflict: 409,
  ambiguous: 422,
  stale: 409,
  busy: 503,
  damaged: 500,
  'newer-version': 500,
  'no-driver': 500,
  'no-store': 503,
  'not-allowed': 403,
  'no-actor': 403,
  partial: 422,
  internal: 500,
  timeout: 503,
}

/** A part of the request is not as the protocol has it. `at`: from the outside in, as `body`, `subject`. */
export function invalid(detail: string, at: readonly string[]): Refusal {
  return new Refusal(422, detail, at)
}
