import { isJsonObject, type Json, type JsonObject } from '../json.ts'

/** A directive that decides a debate; the decision is in CCCC's field `action`. */
const action = 'resolve'

export function resolutionPayload(decision: string): JsonObject {
  return { action, decision, message: decision }
}

export function isResolution(payload: Json | undefined): boolean {
  return isJsonObject(payload) && payload['action'] === action && typeof payload['decision'] === 'string'
}
