import { type Binding, bindingsOf, typingHints } from '../keymap.ts'
import { selectedRow } from '../list/list.ts'
import { scopesHere } from '../list/scopes.ts'
import type { State } from '../state.ts'
import { type Line, word } from '../text/line.ts'

/** As many hints as there is room for, in the order of the table; help is always among them. */
export function hints(state: State, room: number): Line {
  const { type } = state.overlay
  if (
    type === 'search' ||
    type === 'filter' ||
    type === 'reply' ||
    type === 'post' ||
    type === 'form' ||
    type === 'palette'
  )
    return [word(' '), ...typingHints[type].flatMap(([key, hint]) => hintSpans(key, hint))]
  const all = bindingsOf(scopesHere(state), state.keymap)
    .flatMap((binding) => hintOf(state, binding))
    .sort((one, other) => Number(other.first) - Number(one.first))
  const shown: typeof all = []
  const sorted = [...all.filter(({ last }) => last), ...all.filter(({ last }) => !last)]
  let left = room - 1
  for (const one of sorted) {
    const width = one.key.length + one.hint.length + 3
    if (width > left) break
    left -= width
    shown.push(one)
  }
  const inOrder = all.filter((one) => shown.includes(one))
  return [word(' '), ...inOrder.flatMap(({ key, hint }) => hintSpans(key, hint))]
}

type Hint = { readonly key: string; readonly hint: string; readonly first: boolean; readonly last: boolean }

/** What a key does to the row one is at; none where it does nothing there. */
function hintOf(state: State, { scope, keys, hint, intent }: Binding): readonly Hint[] {
  const key = (keys[0] ?? '').replaceAll(' ', '')
  const said = (text: string | undefined, first = false) =>
    text === undefined ? [] : [{ key, hint: text, first, last: intent.type === 'help' }]
  if (scope !== 'mail' || state.focus !== 'inbox') return said(hint)
  const row = selectedRow(state.list)
  if (row?.type === 'draft') return said(isArchive(intent) ? 'throw away' : undefined, true)
  if (row?.type !== 'mail') return []
  const { condition, status } = row.message
  if (status === 'archived' && isArchive(intent)) return said('restore', true)
  if (intent.type !== 'place' || intent.deed !== 'again') return said(hint)
  return said(condition === 'dead' ? 'deliver again' : status === 'failed' ? 'retry' : undefined, true)
}

function isArchive(intent: Binding['intent']): boolean {
  return intent.type === 'deed' && intent.verb === 'archive'
}

function hintSpans(key: string, hint: string): Line {
  return [word(key, 'bold'), word(` ${hint}  `, 'dim')]
}
