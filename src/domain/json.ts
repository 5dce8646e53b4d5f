/** A JSON value, as payloads, contexts and foreign fields carry it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deeper nesting breaks SQLite at 1000 levels, and the stack of a parser or printer later. */
export const deepestJson = 100

export function isDeeper(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return (Array.isArray(value) ? value : Object.values(value)).some((part: Json) => isDeeper(part, depth - 1))
}
