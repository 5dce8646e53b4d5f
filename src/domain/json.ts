/** A JSON value, as payloads, contexts and foreign fields carry it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deeper nesting breaks SQLite at 1000 levels, and the stack of a parser or printer later. */
const deepestJson = 100

function isDeeper(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return (Array.isArray(value) ? value : Object.values(value)).some((part: Json) => isDeeper(part, depth - 1))
}

/**
 * Why a value that came from outside cannot be kept as it came, as the end of a sentence; `null` if it can. Numbers are
 * read as doubles: a larger integer has lost digits by then, and a larger double would be printed as another text.
 */
export function jsonFlaw(value: Json): string | null {
  if (isDeeper(value, deepestJson)) return `more than ${deepestJson} levels of nesting`
  if (!hasLostDigits(value)) return null
  return `an integer beyond ${Number.MAX_SAFE_INTEGER}, which would lose digits: write it as text, in quotes`
}

/** A program prints a double from this size on with an exponent. */
const leastWithExponent = 1e21

function hasLostDigits(value: Json): boolean {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return true
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < leastWithExponent
  }
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(hasLostDigits)
}
