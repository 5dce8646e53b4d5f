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

/** The end of a sentence about text in which a number loses digits. */
export const flawOfNumbers = `an integer beyond ${Number.MAX_SAFE_INTEGER}, which would lose digits: write it as text, in quotes`

/**
 * Why a value that came from outside cannot be kept as it came, as the end of a sentence; `null` if it can. Numbers are read as
 * doubles. An integer beyond 2^53 is kept if it has at most 15 digits before its zeros, as `1e20` and `6.02e23` have: so many
 * digits every double keeps. With more of them nobody can tell which were lost. Where the text is known, `isRounded` finds also
 * a number next to such a one (`100000000000000000001`).
 */
export function jsonFlaw(value: Json, isRounded = false): string | null {
  if (isDeeper(value, deepestJson)) return `more than ${deepestJson} levels of nesting`
  return isRounded || hasLostDigits(value) ? flawOfNumbers : null
}

const mostDigits = 15

function hasLostDigits(value: Json): boolean {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return true
    return Number.isInteger(value) && !Number.isSafeInteger(value) && digitsOf(value) > mostDigits
  }
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(hasLostDigits)
}

function digitsOf(value: number): number {
  const [mantissa = ''] = value.toExponential().split('e')
  return mantissa.replace(/[^0-9]/gu, '').length
}
