import type { Statuses } from '../http/refusal.ts'

/** The protocol has one status, 401, for every caller who may not: without a token, with a bad one, or in the wrong role. */
export const statuses: Statuses = {
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
