import { type Binding, bindingsOf, type Intent, typingHints } from '../keymap.ts'
import { selectedRow } from '../list/list.ts'
import { scopesHere } from '../list/scopes.ts'
import type { State } from '../state.ts'
import { type Line, word } from '../text/line.ts'

type Named = { readonly key: string; readonly hint: string }

/** A key at the foot, what it does, and the columns it takes there. */
export type Hint = Named & { readonly intent: Intent; readonly from: number; readonly width: number }

/** As many hints as there is room for, of the line that is typed into or else of the panes. */
export function hints(state: State, room: number): Line {
  return [
    word(' '),
    ...(typedHints(state, room) ?? shownHints(state, room)).flatMap(({ key, hint }) => [
      word(key, 'bold'),
      word(` ${hint}  `, 'dim'),
    ]),
  ]
}

/** Those that fit, in their order: one that is too long makes room for the next. */
function typedHints({ overlay: { type } }: State, room: number): readonly Named[] | null {
  if (!(type in typingHints)) return null
  const all = typingHints[type as keyof typeof typingHints].map(([key, hint]) => ({ key, hint }))
  let left = room - 1
  return all.filter((one) => {
    const fits = widthOf(one) <= left
    if (fits) left -= widthOf(one)
    return fits
  })
}

/** In the order of the table; help is always among them. Where one types there are none of these. */
export function shownHints(state: State, room: number): readonly Hint[] {
  if (state.overlay.type in typingHints) return []
  const all = bindingsOf(scopesHere(state), state.keymap)
    .flatMap((binding) => hintOf(state, binding))
    .sort((one, other) => Number(other.first) - Number(one.first))
  const isHelp = ({ intent }: (typeof all)[number]) => intent.type === 'help'
  const shown: typeof all = []
  let left = room - 1
  for (const one of [...all.filter(isHelp), ...all.filter((one) => !isHelp(one))]) {
    left -= widthOf(one)
    if (left < 0) break
    shown.push(one)
  }
  let from = 1
  return all
    .filter((one) => shown.includes(one))
    .map((one) => {
      const width = widthOf(one)
      from += width
      return { ...one, from: from - width, width: width - 2 }
    })
}

function widthOf({ key, hint }: Named): number {
  return key.length + hint.length + 3
}

/** What a key does to the row one is at, which comes first where it is of this row's kind; none where it does nothing there. */
function hintOf(state: State, { scope, keys, hint, intent }: Binding) {
  const key = (keys[0] ?? '').replaceAll(' ', '')
  const said = (text: string | undefined, first = false) =>
    text === undefined ? [] : [{ key, hint: text, first, intent }]
  if (intent.type === 'period' && !isMetrics(state)) return []
  if (scope !== 'mail' || state.focus !== 'inbox') return said(hint)
  const row = selectedRow(state.list)
  if (row?.type === 'draft') return said(isArchive(intent) ? 'throw away' : undefined, true)
  if (row?.type !== 'mail') return []
  const { condition, status } = row.message
  if (status === 'archived' && isArchive(intent)) return said('restore', true)
  if (intent.type !== 'place' || intent.deed !== 'again') return said(hint)
  return said(condition === 'dead' ? 'deliver again' : status === 'failed' ? 'retry' : undefined, true)
}

/** A timeline has no period. */
function isMetrics({ overlay }: State): boolean {
  return overlay.type === 'sheet' && overlay.sheet.type === 'stats'
}

function isArchive(intent: Intent): boolean {
  return intent.type === 'deed' && intent.verb === 'archive'
}
