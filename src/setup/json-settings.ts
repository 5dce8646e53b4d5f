import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { MailError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'

/** A hook of a coding agent: when, for which tools, and what the shell runs. */
export type HookEntry = {
  readonly event: string
  readonly matcher: string | null
  /** The fields besides `type` and `command`. */
  readonly more: JsonObject
  readonly command: string
}

export type JsonSettings = {
  /** All that there are of ours: one that is not among them is taken away. `kept` leaves them alone. */
  readonly hooks: readonly HookEntry[] | 'kept'
  /** The entry `mcpServers.watchpost`: `null` takes it away, `undefined` leaves it alone. */
  readonly server: JsonObject | null | undefined
  /** Variables in `env`; `null` takes one away. */
  readonly env?: Readonly<Record<string, string | null>>
}

const ours = /(?:^|[\s'"/])watchpost(?:\.js)?['"]? (?:--store \S+ )?hook\b/u

/**
 * Puts our hooks and our server into a settings file of JSON, comments and formatting kept. What is there already is left as it is; nobody else's entry is touched.
 * @throws MailError `conflict` where the text is no such settings
 */
export function withSettings(text: string, { hooks, server, env = {} }: JsonSettings, name: string): string {
  const original = text.trim() === '' ? '{}\n' : text
  requireSettings(original, name)
  let edited = original
  if (hooks !== 'kept') edited = withHooks(edited, hooks)
  if (server !== undefined) edited = withServer(edited, server)
  return withVariables(edited, env)
}

function withHooks(text: string, hooks: readonly HookEntry[]): string {
  let edited = text
  for (const event of new Set([...eventsIn(text), ...hooks.map((hook) => hook.event)]))
    edited = withHook(edited, event, hooks.find((hook) => hook.event === event) ?? null)
  return hooks.length === 0 && edited !== text ? withoutEmpty(edited, ['hooks']) : edited
}

function read(text: string): JsonObject {
  return parse(text, [], { allowTrailingComma: true }) as JsonObject
}

function requireSettings(text: string, name: string): void {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length
    throw refused(name, `is not valid JSON (line ${line}: ${printParseErrorCode(first.error)})`)
  }
  if (!isJsonObject(value)) throw refused(name, 'does not contain a JSON object')
  const { hooks, mcpServers, env } = value
  if (env !== undefined && !isJsonObject(env)) throw refused(name, 'has an `env` that is not an object')
  if (mcpServers !== undefined && !isJsonObject(mcpServers))
    throw refused(name, 'has an `mcpServers` that is not an object')
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
  readonly group: number
  readonly at: number
  readonly command: string
  readonly timeout: Json | undefined
}

/** Where our entries stand among an event's. */
function placesOf(text: string, event: string): readonly Place[] {
  const { hooks } = read(text)
  const groups = isJsonObject(hooks) ? hooks[event] : undefined
  if (!Array.isArray(groups)) return []
  return groups.flatMap((one: Json, group: number) => {
    const entries = isJsonObject(one) && Array.isArray(one['hooks']) ? (one['hooks'] as readonly Json[]) : []
    return entries.flatMap((entry, at): Place[] => {
      const { command, timeout } = isJsonObject(entry) ? entry : {}
      return typeof command === 'string' && ours.test(command) ? [{ group, at, command, timeout }] : []
    })
  })
}

function withHook(text: string, event: string, entry: HookEntry | null): string {
  const places = placesOf(text, event)
  const [first, ...others] = places
  const spare = entry === null ? places : others
  let edited = text
  for (const { group, at } of [...spare].reverse()) edited = withoutHook(edited, event, group, at)
  if (entry === null) return spare.length === 0 ? edited : withoutEmpty(edited, ['hooks', event])
  if (first !== undefined) {
    const place = ['hooks', event, first.group, 'hooks', first.at]
    const { timeout } = entry.more
    const timed = event === 'PermissionRequest' && timeout !== undefined && timeout !== first.timeout
    const renewed = timed ? set(edited, [...place, 'timeout'], timeout) : edited
    return first.command === entry.command ? renewed : set(renewed, [...place, 'command'], entry.command)
  }
  const { hooks } = read(edited)
  const groups = isJsonObject(hooks) && Array.isArray(hooks[event]) ? (hooks[event] as readonly Json[]) : []
  const made: Json = {
    ...(entry.matcher === null ? {} : { matcher: entry.matcher }),
    hooks: [{ ...entry.more, type: 'command', command: entry.command }],
  }
  return groups.length === 0
    ? set(edited, ['hooks', event], [made])
    : set(edited, ['hooks', event, groups.length], made, true)
}

function withoutHook(text: string, event: string, group: number, at: number): string {
  const edited = set(text, ['hooks', event, group, 'hooks', at], undefined)
  return isEmpty(edited, ['hooks', event, group, 'hooks'])
    ? set(edited, ['hooks', event, group], undefined)
    : edited
}

function withServer(text: string, server: JsonObject | null): string {
  const path = ['mcpServers', 'watchpost']
  const there = at(read(text), path)
  if (server === null)
    return there === undefined ? text : withoutEmpty(set(text, path, undefined), ['mcpServers'])
  return JSON.stringify(there) === JSON.stringify(server) ? text : set(text, path, server)
}

function withVariables(text: string, env: Readonly<Record<string, string | null>>): string {
  let edited = text
  for (const [name, value] of Object.entries(env)) {
    const there = at(read(edited), ['env', name])
    if (value === null && there !== undefined)
      edited = withoutEmpty(set(edited, ['env', name], undefined), ['env'])
    if (value !== null && there !== value) edited = set(edited, ['env', name], value)
  }
  return edited
}

function withoutEmpty(text: string, path: JSONPath): string {
  return isEmpty(text, path) ? set(text, path, undefined) : text
}

function isEmpty(text: string, path: JSONPath): boolean {
  const value = at(read(text), path)
  return value !== undefined && typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function at(value: Json | undefined, path: JSONPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, key) => (inner as { readonly [key: string]: Json } | undefined)?.[key],
    value,
  )
}

function set(text: string, path: JSONPath, value: Json | undefined, isArrayInsertion = false): string {
  const tab = /^\t/mu.test(text)
  const width = /^( +)"/mu.exec(text)?.[1]?.length ?? 2
  const formattingOptions = { insertSpaces: !tab, tabSize: width, eol: text.includes('\r\n') ? '\r\n' : '\n' }
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }))
}
