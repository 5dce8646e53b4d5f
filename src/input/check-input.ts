import { MailError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, jsonFlaw } from '../domain/json.ts'
import {
  durationText,
  isNoDay,
  longestDuration,
  mayBeNatural,
  parseDuration,
  parseTime,
  timeForms,
} from '../domain/moment.ts'
import { own } from '../domain/own.ts'
import { hasRounded } from '../domain/rounded.ts'
import { storable } from '../domain/storable.ts'
import type { Field, Fields, Input } from './field.ts'

/** How the caller spells the names of inputs, for errors in the caller's words, and where to look them up. */
export type Spelling = {
  readonly nameOf: (name: string, field: Field<unknown> | undefined) => string
  readonly hint: string
}

export const asNamed: Spelling = {
  nameOf: (name) => name,
  hint: 'See the input in `watchpost describe COMMAND`.',
}

/**
 * Checks raw input against an operation's fields, and reports all unknown, missing and invalid values together. Text is
 * accepted for every kind, because a command line has nothing else.
 * @throws MailError `usage`
 */
export function checkInput<F extends Fields>(
  fields: F,
  raw: { readonly [name: string]: unknown },
  { nameOf, hint }: Spelling = asNamed,
): Input<F> {
  const problems: string[] = []
  const checked: { [name: string]: unknown } = {}
  for (const name of Object.keys(raw)) {
    const value = raw[name]
    const wanted = own(fields, name)
    if (value === undefined || value === null || (wanted?.many && isEmptyList(value))) continue
    if (wanted === undefined) problems.push(`unknown input ${name}`)
    else checked[name] = readField(nameOf(name, wanted), wanted, value, problems)
  }
  for (const name of requiredNames(fields)) {
    const given = raw[name]
    if (given === undefined || given === null || isEmptyList(given))
      problems.push(`${nameOf(name, fields[name])} is missing: ${fields[name]?.help}`)
  }
  if (problems.length > 0) throw new MailError('usage', sentence(problems), hint)
  return checked as Input<F>
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

const required = new WeakMap<Fields, readonly string[]>()

function requiredNames(fields: Fields): readonly string[] {
  let names = required.get(fields)
  if (names === undefined) {
    names = Object.keys(fields).filter((name) => fields[name]?.required)
    required.set(fields, names)
  }
  return names
}

function sentence(problems: readonly string[]): string {
  const joined = problems.join('; ')
  return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}.`
}

function readField(name: string, wanted: Field<unknown>, value: unknown, problems: string[]): unknown {
  if (!wanted.many)
    return readValue(
      name,
      wanted,
      Array.isArray(value) && wanted.kind !== 'json' ? value.at(-1) : value,
      problems,
    )
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (wanted.most !== null && items.length > wanted.most) {
    problems.push(`${name} has ${items.length} values; at most ${wanted.most} are accepted`)
    return undefined
  }
  return items.map((item) => readValue(name, wanted, item, problems))
}

function readValue(name: string, wanted: Field<unknown>, given: unknown, problems: string[]): unknown {
  const value = typeof given === 'string' ? storable(given) : given
  const wrong = (expected: string) => {
    problems.push(`${name} must be ${expected}, not ${shown(value)}`)
    return undefined
  }
  switch (wanted.kind) {
    case 'text':
      if (typeof value !== 'string') return wrong('text')
      if (wanted.longest === null || value.length <= wanted.longest) return value
      problems.push(`${name} has ${value.length} characters; at most ${wanted.longest} are accepted`)
      return undefined
    case 'flag':
      return typeof value === 'boolean' ? value : wrong('true or false')
    case 'number': {
      const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0
        ? read
        : wrong('a whole number')
    }
    case 'choice':
      return typeof value === 'string' && wanted.words.includes(value)
        ? value
        : wrong(`one of ${wanted.words.join(', ')}`)
    case 'duration': {
      const read = typeof value === 'string' ? parseDuration(value) : value
      return typeof read === 'number' && Number.isSafeInteger(read) && isLength(read)
        ? read
        : wrong('a duration such as 90s, 15m, 4h or 7d')
    }
    case 'time':
      // A length of time from now, in milliseconds.
      if (Number.isSafeInteger(value) && isLength(value as number)) return durationText(value as number)
      return typeof value === 'string' && isTime(value)
        ? value
        : wrong(
            `${typeof value === 'string' && isNoDay(value) ? 'a time on a day that exists,' : 'a time'} such as ${timeForms}`,
          )
    case 'json':
      return readJson(name, value, problems)
  }
}

const isLength = (milliseconds: number) => milliseconds >= 0 && milliseconds <= longestDuration

/** A first check that does not parse people's own wording of times: `readTimes` does that. */
function isTime(text: string): boolean {
  return parseTime(text, 0) !== undefined || mayBeNatural(text)
}

/** A value that is nested too deep cannot be printed either. */
function shown(value: unknown): string {
  if (jsonFlaw(value as Json) !== null) return 'such JSON'
  return (JSON.stringify(value) ?? '').slice(0, 80)
}

function readJson(name: string, given: unknown, problems: string[]): unknown {
  let value = given as Json
  try {
    if (typeof given === 'string') value = JSON.parse(given) as Json
  } catch {
    problems.push(`${name} must be JSON, not ${shown(given)}`)
    return undefined
  }
  const flaw = jsonFlaw(value, typeof given === 'string' && hasRounded(given))
  if (flaw === null) return storable(value)
  problems.push(`${name} has ${flaw}`)
  return undefined
}

/** A field that must hold a JSON object. @throws MailError `usage` */
export function requireObject(value: Json | undefined, name: string): JsonObject | null {
  if (value === undefined || value === null) return null
  if (isJsonObject(value)) return value
  throw new MailError(
    'usage',
    `${name} must be a JSON object, not ${JSON.stringify(value).slice(0, 80)}`,
    'Example: {"verdict":"NEEDS_CHANGES"}',
  )
}
