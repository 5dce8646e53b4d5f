import { MailError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { parseDuration, parseTime } from '../domain/moment.ts'

export type FieldKind = 'text' | 'flag' | 'number' | 'choice' | 'duration' | 'time' | 'json'
/** What a shell may complete in a field, and what a form may offer. */
export type Completes = 'message' | 'agent' | 'address' | 'file' | 'draft' | 'group' | 'queue' | 'channel'

/**
 * One input of an operation: read once, by every face. A command line spells `replyTo` as `--reply-to`; a
 * batch line, a tool call or a form passes the value itself.
 */
export type Field<T> = {
  readonly kind: FieldKind
  readonly help: string
  readonly required: boolean
  readonly many: boolean
  /** Also taken from the words of the command line, in the order of declaration. */
  readonly positional: boolean
  readonly short: string | null
  readonly words: readonly string[]
  readonly completes: Completes | null
  /** A single `-` reads standard input. */
  readonly stdin: boolean
  /** A list whose `-` is meant as it stands. */
  readonly verbatim: boolean
  /** What help writes for the value, such as `PATH`. */
  readonly placeholder: string
  /** Only here to carry the type. */
  readonly type?: T
}

export type Fields = { readonly [name: string]: Field<unknown> }
/** What `run` receives: every field, checked. */
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }
type OptionalKeys<F extends Fields> = { [K in keyof F]: undefined extends Input<F>[K] ? K : never }[keyof F]
/** What a caller writes: optional fields may be left out. */
export type Call<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: Input<F>[K] } & {
  readonly [K in OptionalKeys<F>]?: Input<F>[K] | undefined
}

type Options = {
  readonly short?: string
  readonly positional?: boolean
  readonly completes?: Completes
  readonly stdin?: boolean
  readonly verbatim?: boolean
  readonly placeholder?: string
}

function field<T>(
  kind: FieldKind,
  help: string,
  options: Options & { many?: boolean; required?: boolean; words?: readonly string[] },
): Field<T> {
  return {
    kind,
    help,
    required: options.required ?? false,
    many: options.many ?? false,
    positional: options.positional ?? false,
    short: options.short ?? null,
    words: options.words ?? [],
    completes: options.completes ?? null,
    stdin: options.stdin ?? false,
    verbatim: options.verbatim ?? false,
    placeholder: options.placeholder ?? placeholders[kind],
  }
}

const placeholders: Readonly<Record<FieldKind, string>> = {
  text: 'TEXT',
  flag: '',
  number: 'N',
  choice: 'WORD',
  duration: 'DURATION',
  time: 'TIME',
  json: 'JSON',
}

export const text = (help: string, options: Options = {}) => field<string | undefined>('text', help, options)
export const requiredText = (help: string, options: Options = {}) =>
  field<string>('text', help, { ...options, required: true })
/** A list; absent is empty. */
export const texts = (help: string, options: Options = {}) =>
  field<readonly string[] | undefined>('text', help, { ...options, many: true })
export const requiredTexts = (help: string, options: Options = {}) =>
  field<readonly string[]>('text', help, { ...options, many: true, required: true })
export const flag = (help: string, options: Options = {}) => field<boolean | undefined>('flag', help, options)
export const number = (help: string, options: Options = {}) =>
  field<number | undefined>('number', help, options)
export const choice = <const W extends readonly string[]>(words: W, help: string, options: Options = {}) =>
  field<W[number] | undefined>('choice', help, { ...options, words })
export const choices = <const W extends readonly string[]>(words: W, help: string, options: Options = {}) =>
  field<readonly W[number][] | undefined>('choice', help, { ...options, words, many: true })
/** Milliseconds; written `90s`, `15m`, `4h`, `7d`. */
export const duration = (help: string, options: Options = {}) =>
  field<number | undefined>('duration', help, options)
/** ISO 8601 or a duration from now; a point in time is checked here, and told apart by `requireTime` when it is used. */
export const time = (help: string, options: Options = {}) => field<string | undefined>('time', help, options)
export const json = (help: string, options: Options = {}) => field<Json | undefined>('json', help, options)

/** `swarmName` as a flag is `--swarm-name`. */
export function flagName(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Checks raw input against an operation's fields: unknown names, missing values and wrong ones are all told at
 * once. Text is accepted for every kind, as a command line has nothing else.
 * @throws MailError `usage`
 */
export function checkInput<F extends Fields>(fields: F, raw: { readonly [name: string]: unknown }): Input<F> {
  const problems: string[] = []
  const checked: { [name: string]: unknown } = {}
  for (const name of Object.keys(raw)) {
    const value = raw[name]
    const wanted = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined || value === null || (wanted?.many && isEmptyList(value))) continue
    if (wanted === undefined) problems.push(`there is no input ${name}`)
    else checked[name] = readField(name, wanted, value, problems)
  }
  for (const name of requiredNames(fields)) {
    const given = raw[name]
    if (given === undefined || given === null || isEmptyList(given))
      problems.push(`${name} is missing: ${fields[name]?.help}`)
  }
  if (problems.length > 0)
    throw new MailError('usage', sentence(problems), 'The command with --help lists what it takes.')
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
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}

function readField(name: string, wanted: Field<unknown>, value: unknown, problems: string[]): unknown {
  if (!wanted.many)
    return readValue(
      name,
      wanted,
      Array.isArray(value) && wanted.kind !== 'json' ? value.at(-1) : value,
      problems,
    )
  return (Array.isArray(value) ? value : [value]).map((item) => readValue(name, wanted, item, problems))
}

function readValue(name: string, wanted: Field<unknown>, value: unknown, problems: string[]): unknown {
  const wrong = (expected: string) => {
    problems.push(`${name} must be ${expected}, not ${(JSON.stringify(value) ?? '').slice(0, 80)}`)
    return undefined
  }
  switch (wanted.kind) {
    case 'text':
      return typeof value === 'string' ? value : wrong('text')
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
      return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0
        ? read
        : wrong('a length of time such as 90s, 15m, 4h or 7d')
    }
    case 'time':
      return typeof value === 'string' && parseTime(value, 0) !== undefined
        ? value
        : wrong('a time (ISO 8601) or a duration from now (15m)')
    case 'json':
      return readJson(value, wrong)
  }
}

function readJson(value: unknown, wrong: (expected: string) => undefined): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return wrong('JSON')
  }
}

/** JSON Schema (2020-12) of an operation's input. */
export function inputSchema(fields: Fields): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, wanted]) => [name, fieldSchema(wanted)]),
  )
  const required = Object.entries(fields)
    .filter(([, { required }]) => required)
    .map(([name]) => name)
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function fieldSchema(wanted: Field<unknown>): JsonObject {
  const one = valueSchema(wanted)
  return wanted.many
    ? { type: 'array', items: one, description: wanted.help }
    : { ...one, description: wanted.help }
}

function valueSchema(wanted: Field<unknown>): JsonObject {
  switch (wanted.kind) {
    case 'text':
      return { type: 'string' }
    case 'flag':
      return { type: 'boolean' }
    case 'number':
      return { type: 'integer', minimum: 0 }
    case 'choice':
      return { type: 'string', enum: wanted.words }
    case 'duration':
      return { type: 'string', pattern: '^(\\d+(\\.\\d+)?[smhdw])+$' }
    case 'time':
      return { type: 'string' }
    case 'json':
      return {}
  }
}

/** A field that must hold a JSON object. @throws MailError `usage` */
export function requireObject(value: Json | undefined, name: string): JsonObject | null {
  if (value === undefined || value === null) return null
  if (isJsonObject(value)) return value
  throw new MailError(
    'usage',
    `${name} must be a JSON object, not ${JSON.stringify(value).slice(0, 80)}`,
    'Write for example {"verdict":"NEEDS_CHANGES"}.',
  )
}
