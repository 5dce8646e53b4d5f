import { isJsonObject, type Json, type JsonObject, jsonFlaw } from '../domain/json.ts'
import { parseDate } from '../domain/moment.ts'
import { own } from '../domain/own.ts'

/** The reason why a record cannot be read. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/** A JSON object that is safe to walk through. @throws UnreadableError */
export function requireRecord(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new UnreadableError(`it is ${kindOf(value)}, not an object`)
  const flaw = jsonFlaw(value)
  if (flaw !== null) throw new UnreadableError(`it has ${flaw}`)
  return value
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The first of these names that has a value; `null` counts as absent. */
export function given(record: JsonObject, ...names: readonly string[]): Json | undefined {
  for (const name of names) {
    const value = own(record, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** @throws UnreadableError */
export function requiredText(record: JsonObject, ...names: readonly string[]): string {
  const value = given(record, ...names)
  if (typeof value === 'string') return value
  throw new UnreadableError(`${names.join(' or ')} is ${kindOf(value)}, not a string`)
}

/** Text that is not empty. @throws UnreadableError */
export function requiredName(record: JsonObject, ...names: readonly string[]): string {
  const text = requiredText(record, ...names)
  if (text.trim() !== '') return text
  throw new UnreadableError(`${names.join(' or ')} is empty`)
}

/** @throws UnreadableError for a value that is not text */
export function optionalText(record: JsonObject, ...names: readonly string[]): string | null {
  return given(record, ...names) === undefined ? null : requiredText(record, ...names)
}

/** A list of texts, or one text; absent means empty. @throws UnreadableError */
export function texts(record: JsonObject, ...names: readonly string[]): readonly string[] {
  const value = given(record, ...names)
  if (value === undefined) return []
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return list.map((item) => {
    if (typeof item === 'string') return item
    throw new UnreadableError(`${names.join(' or ')} contains ${kindOf(item)}, not only strings`)
  })
}

const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?$/iu

/** Milliseconds since 1970 that calendars have. */
export function isMoment(at: number): boolean {
  return Number.isFinite(at) && at > -8e15 && at < 8e15
}

/**
 * A time in ISO 8601, in milliseconds since 1970. One that names no zone is `naive` time: UTC, or this machine's.
 * @throws UnreadableError
 */
export function timeOf(text: string, name: string, naive: 'utc' | 'local' = 'utc'): number {
  const [, zone] = moment.exec(text.trim()) ?? []
  const iso = text
    .trim()
    .replace(/\s/u, 'T')
    .replace(',', '.')
    .replace(/(\.\d{3})\d+/u, '$1')
    .toUpperCase()
  const at = moment.test(text.trim())
    ? parseDate(zone === undefined && naive === 'utc' ? `${iso}Z` : iso)
    : Number.NaN
  if (isMoment(at)) return at
  throw new UnreadableError(`${name} is not a time in ISO 8601: ${JSON.stringify(text.slice(0, 60))}`)
}

/** @throws UnreadableError */
export function requiredTime(record: JsonObject, name: string, naive: 'utc' | 'local' = 'utc'): number {
  return timeOf(requiredText(record, name), name, naive)
}

/** @throws UnreadableError for a value that is not a time */
export function optionalTime(
  record: JsonObject,
  name: string,
  naive: 'utc' | 'local' = 'utc',
): number | null {
  const text = optionalText(record, name)
  return text === null || text === '' ? null : timeOf(text, name, naive)
}

/** Whole seconds are written without a fraction: `2026-03-16T14:30:00Z`. */
export function isoUtc(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
