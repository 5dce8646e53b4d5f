import { isJsonObject, type Json, type JsonObject } from '../json.ts'

/** A directive that decides a debate; the decision is in CCCC's field `action`. */
const action = 'resolve'

/** A ruling: the decision, its reasons, and the agents notified in addition to the participants. */
export type Resolution = {
  readonly decision: string
  readonly rationale: string | null
  readonly informed: readonly string[]
}

export function resolutionPayload({ decision, rationale, informed }: Resolution): JsonObject {
  return {
    action,
    decision,
    message: decision,
    ...(rationale === null ? {} : { rationale }),
    ...(informed.length === 0 ? {} : { informed }),
  }
}

export function isResolution(payload: Json | undefined): boolean {
  return resolutionIn(payload) !== null
}

/** The ruling in a payload; `null` if there is none. */
export function resolutionIn(payload: Json | undefined): Resolution | null {
  if (!isJsonObject(payload) || payload['action'] !== action) return null
  const { decision, rationale, informed } = payload
  if (typeof decision !== 'string') return null
  return {
    decision,
    rationale: typeof rationale === 'string' && rationale.trim() !== '' ? rationale : null,
    informed: Array.isArray(informed) ? informed.filter((who) => typeof who === 'string') : [],
  }
}

/** A ruling as its readers see it. */
export function resolutionBody({ decision, rationale }: Resolution): string {
  return [`Decision:\n\n${decision}`, ...(rationale === null ? [] : [`**Rationale:** ${rationale}`])].join(
    '\n\n',
  )
}
