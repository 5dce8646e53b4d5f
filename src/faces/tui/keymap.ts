import { type Binding, keymap, type Scope } from './bindings.ts'
import type { Intent } from './intent.ts'
import type { Pane } from './state.ts'

export * from './bindings.ts'
export * from './intent.ts'

/** Keys of the lines that are typed into; these edit themselves, and the foot of the screen tells how to leave them. */
export const typingHints = {
  search: [
    ['Enter', 'keep the results'],
    ['Esc', 'back'],
  ],
  filter: [
    ['Enter', 'keep the filter'],
    ['Esc', 'show all'],
  ],
  palette: [
    ['Enter', 'do, go'],
    ['Tab', 'complete'],
    ['C-n C-p', 'choose'],
    ['Esc', 'close'],
  ],
  post: [
    ['Enter', 'send'],
    ['Alt-Enter', 'all fields'],
    ['C-g', '$EDITOR'],
    ['Esc', 'close'],
  ],
  reply: [
    ['Enter', 'send'],
    ['Alt-Enter', 'all fields'],
    ['C-g', '$EDITOR'],
    ['Esc', 'close'],
  ],
  form: [],
} as const

export const paneScopes: Readonly<Record<Pane, readonly Scope[]>> = {
  roster: ['everywhere', 'list'],
  inbox: ['inbox', 'mail', 'list', 'everywhere'],
  thread: ['thread', 'mail', 'everywhere'],
}

/** A pane, the help, or the scopes of where one is just now. */
export type Place = Pane | 'help' | readonly Scope[]

function scopesOf(place: Place): readonly Scope[] {
  if (typeof place !== 'string') return place
  return place === 'help' ? ['help'] : paneScopes[place]
}

export function bindingsOf(place: Place, table = keymap): readonly Binding[] {
  const active = scopesOf(place)
  return table.filter(({ scope }) => active.includes(scope))
}

export type Meaning =
  | { readonly type: 'intent'; readonly intent: Intent }
  | { readonly type: 'prefix' }
  | { readonly type: 'none' }

/** What the keys typed so far mean in a place. */
export function meaningOf(place: Place, typed: readonly string[], table = keymap): Meaning {
  const said = typed.join(' ')
  for (const { keys, intent } of bindingsOf(place, table)) {
    if (keys.includes(said)) return { type: 'intent', intent }
  }
  const begun = bindingsOf(place, table).some(({ keys }) => keys.some((key) => key.startsWith(`${said} `)))
  return begun ? { type: 'prefix' } : { type: 'none' }
}
