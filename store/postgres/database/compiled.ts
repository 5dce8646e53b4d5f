import { createHash } from 'node:crypto'
import { kept } from './text.ts'

export type Query = { readonly name: string; readonly text: string; readonly values: unknown[] }

type Parsed = {
  /** The names of its parameters in their order; `null` where they have none. */
  readonly names: readonly string[] | null
  readonly count: number
  /** Those whose type the text itself says wherever they stand, by their place from 0. */
  readonly typed: ReadonlySet<number>
  /** Its text for the server, by which of its values are numbers. */
  readonly texts: Map<string, { readonly name: string; readonly text: string }>
}

const known = new Map<string, Parsed>()
/** Text in quotes is left alone. */
const parameter = /'(?:[^']|'')*'|\?|(?<![@\w])@([a-z]\w*)/giu

/** A query of a text whose parameters are `?` or `@name`. Each text is prepared once for each connection. */
export function compiled(sql: string, values: readonly unknown[]): Query {
  let parsed = known.get(sql)
  if (parsed === undefined) known.set(sql, (parsed = parse(sql)))
  const { names, count, typed, texts } = parsed
  const bound = names === null ? listed(values, count) : named(names, values[0], sql)
  let types = ''
  for (const [at, value] of bound.entries()) types += typeof value === 'number' && !typed.has(at) ? 'n' : '-'
  let text = texts.get(types)
  if (text === undefined) texts.set(types, (text = prepared(textOf(sql, names, types))))
  return { ...text, values: bound }
}

/** Named by its text: a pooler gives a connection to several programs in turn, and one name must mean one statement for all. */
function prepared(text: string): { readonly name: string; readonly text: string } {
  return { name: `w${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`, text }
}

function parse(sql: string): Parsed {
  const names: string[] = []
  const [typed, bare] = [new Set<number>(), new Set<number>()]
  let count = 0
  for (const { 0: written, 1: name, index } of sql.matchAll(parameter)) {
    if (written !== '?' && name === undefined) continue
    if (name !== undefined && !names.includes(name)) names.push(name)
    const place = name === undefined ? (count += 1) - 1 : names.indexOf(name)
    ;(sql.startsWith('::', index + written.length) ? typed : bare).add(place)
  }
  for (const place of bare) typed.delete(place)
  return { names: names.length === 0 ? null : names, count, typed, texts: new Map() }
}

/** Numbers are bigints, so that the server need not guess: beside a small constant it would take them for smaller ones. */
function textOf(sql: string, names: readonly string[] | null, types: string): string {
  let count = 0
  const at = (place: number) => `$${place}${types[place - 1] === 'n' ? '::bigint' : ''}`
  return sql.replace(parameter, (written, name: string | undefined) => {
    if (written === '?') return at((count += 1))
    return name === undefined ? written : at((names?.indexOf(name) ?? 0) + 1)
  })
}

function listed(values: readonly unknown[], count: number): unknown[] {
  // An object of names where the text has none.
  if (count === 0) return []
  const [first] = values
  const given = values.length === 1 && Array.isArray(first) && count !== 1 ? first : values
  return given.map(kept)
}

function named(names: readonly string[], values: unknown, sql: string): unknown[] {
  const given = values as Readonly<Record<string, unknown>>
  return names.map((name) => {
    if (given === undefined || !(name in given))
      throw new TypeError(`The value @${name} is missing in: ${sql}`)
    return kept(given[name])
  })
}
