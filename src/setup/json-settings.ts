import { type JSONPath, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { MailError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { withAdded, withoutEmpty, withValue } from './json-edit.ts'
import { lastOnly } from './last-only.ts'

/** A hook of a coding agent: when, for which tools, and what the shell runs. */
export type HookEntry = {
  readonly event: string
  readonly matcher: string | null
  /** The fields other than `type` and `command`. */
  readonly more: JsonObject
  readonly command: string
}

export type JsonSettings = {
  /** All that there are of ours: one that is not among them is taken away. `kept` leaves them alone. */
  readonly hooks: readonly HookEntry[] | 'kept'
  /** The list of an event holds the hooks themselves, each with its matcher, and no groups of them. */
  readonly isFlat?: boolean
  /** A new file begins with this; one that has no more goes. */
  readonly base?: string
  /** The entry `watchpost` of the servers: `null` takes it away, `undefined` leaves it alone. */
  readonly server: JsonObject | null | undefined
  /** What the object of the servers is called, if not `mcpServers`. */
  readonly servers?: string
  /** Fields of that entry that a person may have set, and that stay where we have none of that name. */
  readonly keeps?: readonly string[]
  /** Variables in `env`; `null` takes one away. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Words in lists, by the path of the list: each is there, or is not. */
  readonly listed?: readonly Listed[]
  /** Words in objects, by their whole path: each is there, or is not. One that a person changed is theirs. */
  readonly valued?: readonly Valued[]
}

export type Listed = { readonly path: readonly string[]; readonly word: string; readonly isThere: boolean }

export type Valued = {
  readonly path: readonly string[]
  readonly value: string
  readonly isThere: boolean
}

export const emptySettings = '{}\n'

const ours = /(?:^|[\s'"/])watchpost(?:\.js)?['"]? (?:--store \S+ )?hook\b/u

type OurHook = JsonObject & { readonly command: string }

/** Whether an entry of any version is ours. */
export function isOurHook(entry: Json): entry is OurHook {
  return isJsonObject(entry) && typeof entry['command'] === 'string' && ours.test(entry['command'])
}

/**
 * Puts our hooks and our server into a settings file of JSON, comments and formatting kept. Existing entries, ours and others', stay as they are.
 * @throws MailError `conflict` if the text is not such a settings file
 */
export function withSettings(
  text: string,
  { hooks, isFlat = false, base = emptySettings, server, servers = 'mcpServers', ...more }: JsonSettings,
  name: string,
): string {
  const { keeps = [], env = {}, listed = [], valued = [] } = more
  const original = text.trim() === '' ? base : text
  requireSettings(original, servers, name)
  let edited = original
  if (hooks !== 'kept') edited = withHooks(edited, hooks, isFlat)
  if (server !== undefined) edited = withServer(edited, [servers, 'watchpost'], server, keeps)
  edited = withVariables(edited, env)
  for (const path of new Map(listed.map((one) => [one.path.join('.'), one.path])).values())
    edited = withList(
      edited,
      path,
      listed.filter((one) => one.path.join('.') === path.join('.')),
      name,
    )
  return valued.reduce((left, one) => withWord(left, one, name), edited)
}

function withWord(text: string, { path, value, isThere }: Valued, name: string): string {
  const settings = read(text)
  const there = at(settings, [...path])
  if (isThere) {
    // A word in the place of all of them says the same of each.
    const isSaid = path.some((_, depth) => at(settings, path.slice(0, depth)) === value)
    if (isSaid || there !== undefined) return text
    requireOuter(text, path, name)
    return withValue(text, [...path], value)
  }
  return there === value ? withoutValue(text, path) : text
}

function withoutValue(text: string, path: readonly string[]): string {
  const outer = path.slice(0, -1).map((_, depth) => path.slice(0, depth + 1))
  return outer.reduceRight((left, one) => withoutEmpty(left, [...one]), withValue(text, [...path], undefined))
}

/** What was on a list before stays where it is. */
function withList(text: string, path: readonly string[], words: readonly Listed[], name: string): string {
  const list = at(read(text), [...path])
  if (list !== undefined && !Array.isArray(list))
    throw refused(name, `has a \`${path.join('.')}\` that is not a list`)
  const known = list ?? []
  const missing = words
    .filter(({ word, isThere }) => isThere && !known.includes(word))
    .map(({ word }) => word)
  const gone = words.filter(({ word, isThere }) => !isThere && known.includes(word)).map(({ word }) => word)
  const without = gone.length === 0 ? text : withoutWords(text, path, gone)
  if (missing.length === 0) return without
  requireOuter(text, path, name)
  return list === undefined ? withValue(without, [...path], missing) : withAdded(without, [...path], missing)
}

/** Objects around a list that are missing are made; what is something else stays. */
function requireOuter(text: string, path: readonly string[], name: string): void {
  const settings = read(text)
  const outer = path.slice(0, -1).map((_, depth) => path.slice(0, depth + 1))
  const wrong = outer.find((one) => {
    const value = at(settings, [...one])
    return value !== undefined && !isJsonObject(value)
  })
  if (wrong !== undefined) throw refused(name, `has a \`${wrong.join('.')}\` that is not an object`)
}

function withoutWords(text: string, path: readonly string[], words: readonly string[]): string {
  const edited = words.reduce(
    (left, word) =>
      withValue(left, [...path, (at(read(left), [...path]) as readonly Json[]).indexOf(word)], undefined),
    text,
  )
  return path.reduceRight((left, _, depth) => withoutEmpty(left, path.slice(0, depth + 1)), edited)
}

function withHooks(text: string, hooks: readonly HookEntry[], isFlat: boolean): string {
  let edited = text
  for (const event of new Set([...eventsIn(text), ...hooks.map((hook) => hook.event)]))
    edited = withEntries(
      edited,
      event,
      hooks.filter((hook) => hook.event === event),
      isFlat,
    )
  return hooks.length === 0 && edited !== text ? withoutEmpty(edited, ['hooks']) : edited
}

const read = lastOnly((text) => parse(text, [], { allowTrailingComma: true }) as JsonObject)

function requireSettings(text: string, servers: string, name: string): void {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length
    throw refused(name, `is not valid JSON (line ${line}: ${printParseErrorCode(first.error)})`)
  }
  if (!isJsonObject(value)) throw refused(name, 'does not contain a JSON object')
  const { [servers]: known, hooks, env } = value
  if (env !== undefined && !isJsonObject(env)) throw refused(name, 'has an `env` that is not an object')
  if (known !== undefined && !isJsonObject(known))
    throw refused(name, `has an \`${servers}\` that is not an object`)
  if (hooks === undefined) return
  if (!isJsonObject(hooks)) throw refused(name, 'has `hooks` that are not an object')
  for (const [event, groups] of Object.entries(hooks))
    if (event !== 'enabled' && !Array.isArray(groups))
      throw refused(name, `has a \`hooks.${event}\` that is not a list`)
}

function refused(name: string, why: string): MailError {
  return new MailError('conflict', `${name} ${why}.`, 'Fix it by hand; nothing was written.')
}

function eventsIn(text: string): readonly string[] {
  const { hooks } = read(text)
  return isJsonObject(hooks) ? Object.keys(hooks) : []
}

type Place = {
  /** From the event's list. */
  readonly path: readonly number[] | readonly [number, 'hooks', number]
  readonly matcher: string | null
  readonly command: string
  readonly timeout: Json | undefined
}

/** Where our entries stand among an event's. */
function placesOf(text: string, event: string): readonly Place[] {
  const { hooks } = read(text)
  const groups = isJsonObject(hooks) ? hooks[event] : undefined
  if (!Array.isArray(groups)) return []
  const place = (path: Place['path'], matcher: Json | undefined, { command, timeout }: OurHook): Place => {
    return { path, matcher: typeof matcher === 'string' ? matcher : null, command, timeout }
  }
  return groups.flatMap((one: Json, group: number) => {
    if (isOurHook(one)) return [place([group], one['matcher'], one)]
    const { matcher, hooks: entries } = isJsonObject(one) ? one : {}
    if (!Array.isArray(entries)) return []
    return (entries as readonly Json[]).flatMap((entry, at): Place[] =>
      isOurHook(entry) ? [place([group, 'hooks', at], matcher, entry)] : [],
    )
  })
}

/** All of our entries of one event: what is there is renewed in its place, what is too much goes, what is missing comes last. */
function withEntries(text: string, event: string, entries: readonly HookEntry[], isFlat: boolean): string {
  const places = placesOf(text, event)
  const taken = placesFor(entries, places)
  const spare = places.filter((place) => ![...taken.values()].includes(place))
  let edited = text
  for (const [entry, place] of taken) edited = renewed(edited, entry, place)
  for (const { path } of spare.toReversed()) edited = withoutHook(edited, event, path)
  for (const entry of entries) if (!taken.has(entry)) edited = withEntry(edited, entry, isFlat)
  return entries.length === 0 && spare.length > 0 ? withoutEmpty(edited, ['hooks', event]) : edited
}

/** The place of each entry: the one with its matcher, or one whose matcher a person has changed. */
function placesFor(entries: readonly HookEntry[], places: readonly Place[]): ReadonlyMap<HookEntry, Place> {
  const taken = new Map<HookEntry, Place>()
  const isFree = (place: Place) => ![...taken.values()].includes(place)
  const take = (entry: HookEntry, place: Place | undefined) => {
    if (place !== undefined) taken.set(entry, place)
  }
  for (const entry of entries)
    take(
      entry,
      places.find((place) => isFree(place) && place.matcher === entry.matcher),
    )
  for (const entry of entries) if (!taken.has(entry)) take(entry, places.find(isFree))
  return taken
}

function renewed(text: string, { event, more: { timeout }, command }: HookEntry, place: Place): string {
  const path = ['hooks', event, ...place.path]
  const timed = event === 'PermissionRequest' && timeout !== undefined && timeout !== place.timeout
  const edited = timed ? withValue(text, [...path, 'timeout'], timeout) : text
  return place.command === command ? edited : withValue(edited, [...path, 'command'], command)
}

function withEntry(text: string, { event, matcher, more, command }: HookEntry, isFlat: boolean): string {
  const { hooks } = read(text)
  const groups = isJsonObject(hooks) && Array.isArray(hooks[event]) ? (hooks[event] as readonly Json[]) : []
  const matched = matcher === null ? {} : { matcher }
  const hook = { ...more, type: 'command', command }
  const made: Json = isFlat ? { ...matched, ...hook } : { ...matched, hooks: [hook] }
  return groups.length === 0
    ? withValue(text, ['hooks', event], [made])
    : withValue(text, ['hooks', event, groups.length], made)
}

/** A group that has no other hook goes with the comments within it: it is ours. */
function withoutHook(text: string, event: string, place: Place['path']): string {
  const path = ['hooks', event, ...place]
  const hooks = at(read(text), path.slice(0, 4))
  const isAlone = place.length > 1 && Array.isArray(hooks) && hooks.length === 1
  return withValue(text, isAlone ? path.slice(0, 3) : path, undefined)
}

function withServer(
  text: string,
  path: readonly [string, string],
  server: JsonObject | null,
  keeps: readonly string[],
): string {
  const there = at(read(text), [...path])
  if (server === null)
    return there === undefined ? text : withoutEmpty(withValue(text, [...path], undefined), [path[0]])
  const own = Object.entries(isJsonObject(there) ? there : {}).filter(([name]) => keeps.includes(name))
  const next = { ...server, ...Object.fromEntries(own.filter(([name]) => !(name in server))) }
  return JSON.stringify(there) === JSON.stringify(next) ? text : withValue(text, [...path], next)
}

function withVariables(text: string, env: Readonly<Record<string, string | null>>): string {
  let edited = text
  for (const [name, value] of Object.entries(env)) {
    const there = at(read(edited), ['env', name])
    if (value === null && there !== undefined)
      edited = withoutEmpty(withValue(edited, ['env', name], undefined), ['env'])
    if (value !== null && there !== value) edited = withValue(edited, ['env', name], value)
  }
  return edited
}

function at(value: Json | undefined, path: JSONPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, key) => (inner as { readonly [key: string]: Json } | undefined)?.[key],
    value,
  )
}
