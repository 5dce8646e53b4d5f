import type { MessageValue } from '../../../operations/values.ts'
import { continuations } from '../commands/keys/elsewhere.ts'
import { type Binding, bindingsOf, type Intent, typingHints } from '../keymap.ts'
import { actionOf } from '../keys/actions.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import { scopesHere, troubleHere } from '../panes/inbox/scopes.ts'
import { messageHere } from '../panes/thread/here.ts'
import { isDeed } from '../read-only.ts'
import type { State } from '../state.ts'
import { type Line, word } from '../text/line.ts'
import { weightOf } from './hint-weights.ts'
import { keysText } from './keys-text.ts'

type Named = { readonly key: string; readonly hint: string }

/** A key at the foot, what it does, and the columns it takes there. */
export type Hint = Named & { readonly intent: Intent; readonly from: number; readonly width: number }

/** As many hints as there is room for, of the line that is typed into or else of the panes. */
export function hints(state: State, room: number): Line {
  const shown = typedHints(state, room) ?? shownHints(state, room)
  return [
    word(' '),
    ...shown.flatMap(({ key, hint }, at) => [
      word(key, 'bold'),
      word(at === shown.length - 1 ? ` ${hint}` : ` ${hint}  `, 'dim'),
    ]),
  ]
}

/** How to go on and how to leave before all else. */
function typedHints({ overlay: { type } }: State, room: number): readonly Named[] | null {
  if (!(type in typingHints)) return null
  const all = typingHints[type as keyof typeof typingHints].map(([key, hint]) => ({ key, hint }))
  return fitting(all, ({ key }) => (key === 'Enter' ? 0 : key === 'Esc' ? 1 : 2), room)
}

/** In the order of the table; where there is little room, what matters most. Where one types there are none of these. */
export function shownHints(state: State, room: number): readonly Hint[] {
  if (state.overlay.type in typingHints) return []
  const all = bindingsOf(scopesHere(state), state.keymap)
    .flatMap((binding) => hintOf(state, binding))
    .sort((one, other) => Number(other.first) - Number(one.first))
  let from = 1
  return fitting(all, (one) => (one.first ? 0 : weightOf(one.intent, state)), room).map((one) => {
    const width = widthOf(one)
    from += width
    return { ...one, from: from - width, width: width - 2 }
  })
}

/** Those that there is room for, the weightiest (lowest) first chosen, in their order. */
function fitting<T extends Named>(all: readonly T[], weigh: (one: T) => number, room: number): readonly T[] {
  // The last one needs no gap behind it.
  let left = room + 1
  const chosen = new Set<T>()
  for (const one of all.toSorted((one, other) => weigh(one) - weigh(other))) {
    if (widthOf(one) > left) continue
    left -= widthOf(one)
    chosen.add(one)
  }
  return all.filter((one) => chosen.has(one))
}

function widthOf({ key, hint }: Named): number {
  return key.length + hint.length + 3
}

type Said = Named & { readonly first: boolean; readonly intent: Intent }

/** What a key does to the row one is at, which comes first where it is of this row's kind; none where it does nothing there. */
function hintOf(state: State, { scope, keys, hint, intent }: Binding): readonly Said[] {
  const key = keysText(keys.slice(0, 1))
  const said = (text: string | undefined, first = false) =>
    text === undefined ? [] : [{ key, hint: text, first, intent }]
  if (state.readOnly && isDeed(intent)) return []
  const trouble = state.focus === 'inbox' ? troubleHere(state) : null
  if (trouble !== null) {
    const remedy = remedyOf(state, trouble)
    if (actionOf(remedy.intent) === actionOf(intent)) return said(remedy.hint, true)
  }
  if (scope !== 'mail') return isIdle(state, intent) ? [] : said(hint)
  if (state.focus === 'inbox' && selectedRow(state.list)?.type === 'draft')
    return said(isArchive(intent) ? 'throw away' : undefined, true)
  return mailHint(messageHere(state), intent, hint, said)
}

function mailHint(
  message: MessageValue | undefined,
  intent: Intent,
  hint: string | undefined,
  said: (text: string | undefined, first?: boolean) => readonly Said[],
): readonly Said[] {
  if (message === undefined) return []
  const { condition, status, owner } = message
  if (status === 'archived' && isArchive(intent)) return said('restore', true)
  if (intent.type === 'place' && intent.deed === 'again')
    return said(condition === 'dead' ? 'deliver again' : status === 'failed' ? 'retry' : undefined, true)
  // What one has no copy of can be read and answered, no more.
  return owner === null && (intent.type === 'deed' || intent.type === 'snooze') ? [] : said(hint)
}

/** What would do nothing here: a timeline has no period, an empty list nothing to open, the panes no way back but from the thread. */
function isIdle({ overlay, focus, list }: State, intent: Intent): boolean {
  if (intent.type === 'period') return overlay.type !== 'sheet' || overlay.sheet.type !== 'stats'
  if (overlay.type !== 'none') return false
  if (intent.type === 'back') return focus !== 'thread'
  const isEmpty = focus === 'inbox' && list.rows.length === 0
  return (
    isEmpty &&
    (intent.type === 'open' || (intent.type === 'find' && intent.what === 'filter' && list.filter === ''))
  )
}

function isArchive(intent: Intent): boolean {
  return intent.type === 'deed' && intent.verb === 'archive'
}

/** Keys that were begun, and how they can go on, as far as there is room beside where one is. */
export function begunLine(state: State): Line {
  let left = state.size.columns - leastBeside
  const ways = continuations(bindingsOf(scopesHere(state), state.keymap), state.pending).filter(
    ({ key, help }) => {
      left -= key.length + help.length + 3
      return left >= 0
    },
  )
  return [
    word(` ${state.pending.join('')}…  `, 'accent'),
    ...ways.flatMap(({ key, help }) => [word(key, 'bold'), word(` ${help}  `, 'dim')]),
  ]
}

/** What is begun, and where one is. */
const leastBeside = 34
