import { nearestNames } from '../../../../domain/addressing/nearest.ts'
import { own } from '../../../../domain/own.ts'
import { type Binding, begins, loopScopes, paneScopes, type Scope, scopes } from '../../keymap.ts'
import { keymap } from '../index.ts'
import { type ProfileName, profiles } from './profiles.ts'

/** One setting of keys: what an action of a scope is to be pressed by; none takes its keys away. */
export type KeyChange = { readonly scope: Scope; readonly action: string; readonly keys: readonly string[] }

/** The table as a profile has it, with a person's own keys over it. */
export function remapped(profile: ProfileName, changes: readonly KeyChange[]): readonly Binding[] {
  const ready = Object.entries(profiles[profile]).flatMap(([scope, actions]) =>
    Object.entries(actions).map(([action, keys]): KeyChange => ({ scope: scope as Scope, action, keys })),
  )
  return changed(changed(keymap, ready), changes)
}

/** Keys that were set go before those of the table, which give way where both would be meant. */
function changed(table: readonly Binding[], changes: readonly KeyChange[]): readonly Binding[] {
  if (changes.length === 0) return table
  const own = table.map((binding) => ({ binding, change: changes.find((change) => isOf(change, binding)) }))
  const set = own.flatMap(({ binding, change }) =>
    change === undefined ? [] : [{ ...binding, keys: change.keys }],
  )
  return own
    .map(({ binding, change }) =>
      change === undefined ? { ...binding, keys: left(binding, set) } : { ...binding, keys: change.keys },
    )
    .sort((one, other) => Number(isSet(other, changes)) - Number(isSet(one, changes)))
    .filter(({ keys }) => keys.length > 0)
}

function isOf({ scope, action }: KeyChange, binding: Binding): boolean {
  return binding.scope === scope && binding.name === action
}

function isSet(binding: Binding, changes: readonly KeyChange[]): boolean {
  return changes.some((change) => isOf(change, binding))
}

/** The keys that no set key of the same scope takes, and that hide none of another's. */
function left(binding: Binding, set: readonly Binding[]): readonly string[] {
  return binding.keys.filter(
    (key) =>
      !set.some(
        ({ scope, keys }) =>
          together(scope, binding.scope) &&
          keys.some(
            (taken) => (scope === binding.scope && taken === key) || begins(key, taken) || begins(taken, key),
          ),
      ),
  )
}

const listed: readonly Scope[] = ['queue', 'channel', 'group', 'saved']

/** Whether both scopes hold in some place. */
export function together(one: Scope, other: Scope): boolean {
  if (one === other) return true
  if (one === 'help' || other === 'help') return false
  if (listed.includes(one) && listed.includes(other)) return false
  if (one === 'loop' || other === 'loop') return loopScopes.includes(one) && loopScopes.includes(other)
  const inPane = (scope: Scope, pane: readonly Scope[]) =>
    pane.includes(scope) || listed.includes(scope) || scope === 'agent' || scope === 'found'
  return Object.values(paneScopes).some((pane) => inPane(one, pane) && inPane(other, pane))
}

export function actionsIn(scope: Scope): readonly string[] {
  return keymap.filter((binding) => binding.scope === scope).map(({ name }) => name)
}

const named =
  'Enter Esc Tab S-Tab Space Backspace Delete Insert Up Down Left Right Home End PageUp PageDown'.split(' ')

/** Keys that terminals cannot distinguish. */
const sameAs: Readonly<Record<string, string>> = {
  'C-i': 'Tab',
  'C-m': 'Enter',
  'C-[': 'Esc',
  'C-h': 'Backspace',
}

/** Why a key cannot be pressed as it is written; `null` where it can. */
export function keyProblem(key: string): string | null {
  for (const part of key.split(' ')) {
    const bare = part.replace(/^(?:C-)?(?:Alt-)?(?:S-(?=.{2}))?/u, '')
    const same = own(sameAs, part)
    if (same !== undefined) return `terminals report ${part} as ${same}: use ${same}.`
    if (named.includes(part) || named.includes(bare) || /^F(?:[1-9]|1[0-2])$/u.test(bare)) continue
    const letters = [...bare]
    if (letters.length === 1) {
      if (!part.startsWith('C-') || bare === bare.toLowerCase()) continue
      return `terminals report ${part} as C-${bare.toLowerCase()}: use that.`
    }
    return `unknown key ${part}.${meant(part, bare)}`
  }
  return null
}

/** How other programs write `C-n`, `Alt-x` and sequences. */
const otherwise = /^<?(?:(c|ctrl|control)|(?:a|m|alt|meta))[-+](.)>?$/iu

function meant(part: string, bare: string): string {
  const [, ctrl, letter = ''] = otherwise.exec(part) ?? []
  const near = nearestNames(bare, named, 1)[0]
  const wanted =
    letter !== ''
      ? `${ctrl === undefined ? 'Alt' : 'C'}-${letter.toLowerCase()}`
      : near !== undefined && bare.length > 3
        ? near
        : bare === part && part.length <= 3
          ? `"${[...part].join(' ')}"`
          : near
  return wanted === undefined ? '' : ` Did you mean ${wanted}?`
}

export function isScope(word: string): word is Scope {
  return (scopes as readonly string[]).includes(word)
}
