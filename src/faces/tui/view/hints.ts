import { bindingsOf, type Intent, typingHints } from '../keymap.ts'
import { scopesHere } from '../list/scopes.ts'
import type { State } from '../state.ts'
import { type Line, word } from '../text/line.ts'

/** A key at the foot, what it does, and the columns it takes there. */
export type Hint = {
  readonly key: string
  readonly hint: string
  readonly intent: Intent
  readonly from: number
  readonly width: number
}

/** Hints of the line that is typed into, else as many of the panes' as there is room for. */
export function hints(state: State, room: number): Line {
  const { type } = state.overlay
  if (type in typingHints)
    return [
      word(' '),
      ...typingHints[type as keyof typeof typingHints].flatMap(([key, hint]) => spans(key, hint)),
    ]
  return [word(' '), ...shownHints(state, room).flatMap(({ key, hint }) => spans(key, hint))]
}

function spans(key: string, hint: string): Line {
  return [word(key, 'bold'), word(` ${hint}  `, 'dim')]
}

/** In the order of the table; help is always among them. Where one types there are none of these. */
export function shownHints(state: State, room: number): readonly Hint[] {
  if (state.overlay.type in typingHints) return []
  const all = bindingsOf(scopesHere(state), state.keymap).flatMap(({ keys, hint, intent }) =>
    hint === undefined ? [] : [{ hint, key: (keys[0] ?? '').replaceAll(' ', ''), intent }],
  )
  const isHelp = ({ intent }: (typeof all)[number]) => intent.type === 'help'
  const shown: typeof all = []
  let left = room - 1
  for (const one of [...all.filter(isHelp), ...all.filter((one) => !isHelp(one))]) {
    const width = widthOf(one)
    if (width > left) break
    left -= width
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

function widthOf({ key, hint }: { readonly key: string; readonly hint: string }): number {
  return key.length + hint.length + 3
}
