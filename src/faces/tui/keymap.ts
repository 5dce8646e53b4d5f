import type { OwnCommand } from '../../domain/settings/own-commands.ts'
import type { OperationName } from '../../operations/catalogue.ts'

/** What covers the panes. */
const covering = [
  'help',
  'sheet',
  'choice',
  'journal',
  'fleet',
  'agent-page',
  'debates',
  'debate',
  'tasks',
  'queues',
  'stores',
  'all-attention',
  'timeline',
] as const

/**
 * Where a key works. `list` is the roster and the inbox, `mail` the inbox and the thread; `loop` to `saved` name
 * what is listed or selected, whichever pane has the focus; `help`, `sheet`, `choice`, `journal`, the boards (`fleet`, `debates`, `tasks`, `queues`,
 * `stores`, `all-attention`, `timeline`) and what they open (`agent-page`, `debate`) cover the panes. On a board the keys of its rows and of `everywhere` work, too.
 */
export const scopes = [
  'everywhere',
  'list',
  'mail',
  'inbox',
  'thread',
  'loop',
  'queue',
  'channel',
  'group',
  'agent',
  'mailbox',
  'debated',
  'found',
  'saved',
  ...covering,
] as const
export type Scope = (typeof scopes)[number]

export const overlayScopes: readonly Scope[] = covering

/** The keys of one command in one scope: plain data, so that a person's settings can change them. */
export type Binding = {
  readonly scope: Scope
  /** The command's name in the settings, unique within its scope. */
  readonly name: string
  /** Alternatives; the keys of a sequence are separated by blanks. */
  readonly keys: readonly string[]
  readonly help: string
  /** The operation that the key is for; `null` where it only moves about. */
  readonly operation: OperationName | null
  /** The person's own command behind it. */
  readonly own?: OwnCommand
}

export type Pane = 'roster' | 'inbox' | 'thread'

export const paneScopes: Readonly<Record<Pane, readonly Scope[]>> = {
  roster: ['everywhere', 'list'],
  inbox: ['inbox', 'mail', 'list', 'everywhere'],
  thread: ['thread', 'mail', 'everywhere'],
}

/** What hides the panes: a board, its page, a sheet. The keys of everywhere work in it. */
export function coverScopes(scope: Scope): readonly Scope[] {
  return ['help', 'choice', 'journal'].includes(scope) ? [scope] : [scope, 'everywhere']
}

/** Where the row of a loop is selected: it has keys of its own, and those of its mail work in the thread. */
export const loopScopes: readonly Scope[] = ['loop', 'inbox', 'list', 'everywhere']

export function bindingsOf(active: readonly Scope[], table: readonly Binding[]): readonly Binding[] {
  return table.filter(({ scope }) => active.includes(scope))
}

/** Whether one key is the beginning of the other's sequence: only one of them could ever be meant. */
export function begins(one: string, other: string): boolean {
  return other.startsWith(`${one} `)
}

export function clash(one: string, other: string): boolean {
  return one === other || begins(one, other) || begins(other, one)
}

/**
 * The same without the keys that an earlier scope has: the own keys of what hides the panes go before those of its rows and of everywhere.
 * A sequence that begins like one of them could not be typed, either.
 */
export function meantOf(active: readonly Scope[], table: readonly Binding[]): readonly Binding[] {
  const here = bindingsOf(active, table)
  if (!active.some((scope) => overlayScopes.includes(scope))) return here
  const ranked = here.flatMap(({ scope, keys }) => keys.map((key) => ({ key, rank: active.indexOf(scope) })))
  return here.flatMap((binding) => {
    const own = active.indexOf(binding.scope)
    const keys = binding.keys.filter((key) => !ranked.some((one) => one.rank < own && clash(one.key, key)))
    return keys.length === 0 ? [] : [keys.length === binding.keys.length ? binding : { ...binding, keys }]
  })
}

export type Meaning =
  | { readonly type: 'command'; readonly binding: Binding }
  | { readonly type: 'prefix' }
  | { readonly type: 'none' }

/** The meaning of the keys typed so far in the active scopes. */
export function meaningOf(
  active: readonly Scope[],
  typed: readonly string[],
  table: readonly Binding[],
): Meaning {
  const said = typed.join(' ')
  const here = meantOf(active, table)
  const binding = here.find(({ keys }) => keys.includes(said))
  if (binding !== undefined) return { type: 'command', binding }
  const isPrefix = here.some(({ keys }) => keys.some((key) => key.startsWith(`${said} `)))
  return isPrefix ? { type: 'prefix' } : { type: 'none' }
}

/** Keys as text: sequences without blanks, alternatives side by side. */
export function keysText(keys: readonly string[]): string {
  return keys.map((key) => key.replaceAll(' ', '')).join(' ')
}

/** The first key of a command of the panes, as the person has it; empty where it has none. */
export function keyOf(table: readonly Binding[], name: string): string {
  return findKey(table, name) ?? ''
}

function findKey(table: readonly Binding[], name: string): string | undefined {
  const binding = table.find((one) => !overlayScopes.includes(one.scope) && one.name === name)
  return binding?.keys[0]?.replaceAll(' ', '')
}

/** Replaces `{undo}` with the person's key for that command; a command without a key is run from the palette. */
export function withKeys(table: readonly Binding[], words: string): string {
  const palette = findKey(table, 'palette') ?? ':'
  return words.replace(/\{([a-z-]+)\}/gu, (_, name: string) => findKey(table, name) ?? `${palette}${name}`)
}
