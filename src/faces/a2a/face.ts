import type { Face } from '../http/face.ts'
import type { Statuses } from '../http/refusal.ts'
import { cardRoute } from './card.ts'
import { problemOf } from './errors.ts'
import { prefix } from './prefix.ts'
import { rpcRoute } from './rpc-route.ts'

/** What goes wrong within a method is told by the code of its answer; these are of the connection. */
const statuses: Statuses = {
  nothing: 400,
  usage: 400,
  'not-found': 404,
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

const words = {
  statuses,
  strangeRole: { status: 401, detail: 'invalid role: this is for the token of a person' },
  problem: problemOf,
}

/** A2A 1.0: the methods, and the card in the place where everybody looks for it. */
export const a2aFaces: readonly Face[] = [
  { prefixes: [prefix], routes: [rpcRoute], ...words },
  { prefixes: ['/.well-known'], routes: [cardRoute], ...words },
]
