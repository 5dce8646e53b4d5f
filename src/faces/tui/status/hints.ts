import type { Hint as Shown } from '../commands/command.ts'
import { commandOf, idOf } from '../commands/index.ts'
import { continuations } from '../commands/keys/elsewhere.ts'
import { type Binding, keysText, meantOf, overlayScopes } from '../keymap.ts'
import { hidesPanes } from '../panes/cover.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import { scopesHere, troubleHere } from '../panes/inbox/scopes.ts'
import type { HasClock, HasPanes, OnScreen, Overlay } from '../state.ts'
import { widthOf } from '../text/text.ts'
import { hintsOfTyping } from './typing-hints.ts'

/** A key, and the footer's word for it; `off` if the command cannot run here. */
export type NamedKey = { readonly key: string; readonly hint: string; readonly off?: boolean }

/** A key in the footer, its word, the command behind it, and the columns it takes there. */
export type Hint = NamedKey & { readonly command: string; readonly from: number; readonly width: number }

/** As many hints as there is room for, of the line that is typed into or else of the panes. */
export function footerHints(state: OnScreen & HasClock, room: number): readonly NamedKey[] {
  return typedHints(state.overlay, room) ?? shownHints(state, room)
}

/** How to go on and how to leave before all else. */
function typedHints(overlay: Overlay, room: number): readonly NamedKey[] | null {
  const hints = hintsOfTyping(overlay)
  if (hints === null) return null
  const all = hints.map(([key, hint]) => ({ key, hint }))
  return fitting(all, ({ key }) => (key === 'Enter' ? 0 : key === 'Esc' ? 1 : 2), room)
}

/** In the order of the key table, unavailable commands last; the most important ones if room is short. None while a person types. */
export function shownHints(state: OnScreen & HasClock, room: number): readonly Hint[] {
  if (hintsOfTyping(state.overlay) !== null) return []
  const all = meantOf(scopesHere(state), state.session.keymap)
    .flatMap((binding) => hintOf(state, binding))
    .sort((one, other) => Number(other.first) - Number(one.first) || Number(one.off) - Number(other.off))
  let from = 1
  return fitting(all, ({ rank }) => rank, room).map((one) => {
    const width = columnsOf(one)
    from += width
    return { ...one, from: from - width, width: width - 2 }
  })
}

/** Those that there is room for, the weightiest (lowest) first chosen, in their order. */
function fitting<T extends NamedKey>(
  all: readonly T[],
  weigh: (one: T) => number,
  room: number,
): readonly T[] {
  // The last one needs no gap behind it.
  let left = room + 1
  const chosen = new Set<T>()
  for (const one of all.toSorted((one, other) => weigh(one) - weigh(other))) {
    if (columnsOf(one) > left) continue
    left -= columnsOf(one)
    chosen.add(one)
  }
  return all.filter((one) => chosen.has(one))
}

function columnsOf({ key, hint }: NamedKey): number {
  return widthOf(key) + widthOf(hint) + 3
}

type Ranked = Required<NamedKey> & {
  readonly command: string
  readonly first: boolean
  readonly rank: number
}

/** Ranked behind every command that has a rank. */
const unranked = 19
/** Commands that cannot run here take the room that is left. */
const last = 100

/** The footer's word for a key; what mends the trouble of the selected row comes first. */
function hintOf(state: OnScreen & HasClock, binding: Binding): readonly Ranked[] {
  const { hint, rank = unranked, writes, panes, available } = commandOf(binding)
  if (panes !== undefined && hidesPanes(state)) return []
  if (writes && state.session.readOnly) return []
  const shown = remedyHint(state, binding) ?? (typeof hint === 'function' ? hint(state) : hint)
  if (shown === undefined) return []
  const [text, first] = typeof shown === 'string' ? [shown, false] : [shown.text, true]
  const ranked = typeof rank === 'function' ? rank(state) : rank
  const key = keysText(binding.keys.slice(0, 1))
  const off = (available?.(state) ?? true) !== true
  return [
    { key, hint: text, off, command: idOf(binding), first, rank: first ? 0 : ranked + (off ? last : 0) },
  ]
}

function remedyHint(state: HasPanes, { name, scope }: Binding): Shown | undefined {
  const trouble = state.panes.focus === 'inbox' && !overlayScopes.includes(scope) ? troubleHere(state) : null
  if (trouble === null) return undefined
  const remedy = remedyOf(state, trouble)
  return remedy.name === name ? { text: remedy.hint, first: true } : undefined
}

/** How the keys that were begun can go on, as far as there is room beside where one is. */
export function begunWays(state: OnScreen): readonly NamedKey[] {
  const { keymap, pending, size } = state.session
  const ways = continuations(meantOf(scopesHere(state), keymap), pending)
  const named = ways.map(({ key, help }) => ({ key, hint: help }))
  return fitting(named, () => 0, size.columns - leastBeside)
}

/** The keys that were begun, the position in the list, and a gap. */
const leastBeside = 35
