import type { OwnCommand } from '../../domain/settings/own-commands.ts'
import type { OperationName } from '../../operations/catalogue.ts'

/**
 * Where a key works. `list` is the roster and the inbox, `mail` the inbox and the thread; `loop` to `saved` name
 * what is listed or selected, whichever pane has the focus; `help`, `sheet`, `choice`, `journal`, the boards (`fleet`, `debates`, `tasks`, `queues`)
 * and what they open (`agent-page`, `debate`) cover the panes.
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
] as const
export type Scope = (typeof scopes)[number]

export const overlayScopes: readonly Scope[] = [
  ...(['help', 'sheet', 'choice', 'journal', 'fleet', 'agent-page'] as const),
  ...(['debates', 'debate', 'tasks', 'queues'] as const),
]

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

/** What holds in such scopes. In what hides the panes, its own keys go first, and before those of everywhere. */
export function bindingsOf(active: readonly Scope[], table: readonly Binding[]): readonly Binding[] {
  const here = table.filter(({ scope }) => active.includes(scope))
  const own = here.filter(({ scope }) => overlayScopes.includes(scope))
  if (own.length === 0) return here
  const taken = own.flatMap(({ keys }) => keys)
  const left = here
    .filter((binding) => !own.includes(binding))
    .map((binding) => ({
      ...binding,
      keys: binding.keys.filter((key) => !taken.some((one) => clash(one, key))),
    }))
  return [...own, ...left.filter(({ keys }) => keys.length > 0)]
}

/** Whether one key is the beginning of the other's sequence: only one of them could ever be meant. */
export function begins(one: string, other: string): boolean {
  return other.startsWith(`${one} `)
}

export function clash(one: string, other: string): boolean {
  return one === other || begins(one, other) || begins(other, one)
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
  const here = bindingsOf(active, table)
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
