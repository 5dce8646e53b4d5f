import { sanitizeLine } from '../../../domain/sanitize.ts'
import { counted, grouped } from '../../present.ts'
import { keyOf } from '../keymap.ts'
import { isComplete, topOf } from '../panes/inbox/list.ts'
import type { State } from '../state.ts'
import { ends, fitLine, type Line, lineWidth, span, word } from '../text/line.ts'
import { cut } from '../text/text.ts'
import { begunLine, type Hint, hints, shownHints } from './hints.ts'
import { insideOf } from './layout.ts'
import { fieldLine } from './view-field.ts'
import { alsoHere, othersCount } from './view-pair.ts'
import { shortName } from './view-place-rows.ts'

/** Who sits here, in whose mailbox, and what presses. */
export function headerLine(state: State): Line {
  const { me, size, swarm, roster } = state
  const kind = me.kind === 'user' ? 'human' : me.kind
  const narrow = size.columns < 60
  const who = [
    word(' '),
    ...(swarm === null || narrow ? [] : [span(sanitizeLine(swarm), 'section'), word(' · ', 'dim')]),
    word('as '),
    span(sanitizeLine(me.address), 'bold'),
    ...(narrow ? [] : [word(` (${kind})`, 'dim')]),
    ...(me.principal === null ? [] : [span(sanitizeLine(` really ${me.principal}`), 'warning')]),
    ...(state.readOnly ? [word('  read-only', 'warning')] : []),
    ...whoseLine(state),
  ]
  const { unread, dead } = roster
  // Where there is little room, marks stand for words: whose mailbox it is goes first.
  const short = size.columns < 100
  // Nobody is counted before the roster is there, in which at least the reader is.
  if (roster.agents.length === 0) return fitLine(who, size.columns)
  const parts: readonly (readonly [string, 'bold' | 'urgent' | 'warning'])[] = [
    [`${unread.total}${narrow && isElsewhere(state) ? '●' : ' unread'}`, 'bold'],
    ...(unread.urgent > 0 ? ([[`${unread.urgent}${short ? '!!' : ' urgent'}`, 'urgent']] as const) : []),
    ...(dead > 0 ? ([[short ? `${dead}†` : counted(dead, 'dead letter'), 'warning']] as const) : []),
  ]
  const counts = parts.flatMap(([text, look], at) => [
    ...(at > 0 ? [word(' · ', 'dim')] : []),
    word(text, look),
  ])
  const room = size.columns - Math.min(lineWidth(who), leastName)
  const rights = [alsoHere(state), othersCount(state), []].map(
    (others): Line => [word(' '), ...counts, ...others, word(' ')],
  )
  const right = rights.find((one) => lineWidth(one) <= room) ?? []
  return fitLine(ends(who, right, size.columns), size.columns)
}

/** What is left of who sits here where counts and others need the room. */
const leastName = 9

/** Another's mailbox is named wherever one is in it, however little room there is. */
function whoseLine({ list, me, size }: State): Line {
  const { source } = list
  if (source.type !== 'mailbox' || source.owner === me.address) return []
  const owner = size.columns < 60 ? shortName(source.owner) : source.owner
  const note = size.columns < 60 ? '' : size.columns < 100 ? ' mailbox' : ' mailbox: looking changes nothing'
  return [
    word(size.columns < 60 ? ' in ' : '  ', 'dim'),
    span(sanitizeLine(owner), 'warning'),
    word(`'s${note}`, 'dim'),
  ]
}

/** Not simply at one's own mail: this is told before the words of counts. */
function isElsewhere(state: State): boolean {
  return state.readOnly || whoseLine(state).length > 0
}

/** Keys to press next, or what just happened; where one is in the list; whether changes are followed. */
export function footerLine(state: State): { readonly line: Line; readonly x: number | null } {
  const { size, overlay } = state
  if (overlay.type === 'prompt') {
    // What is typed is seen, however little room there is.
    const label = cut(overlay.label, Math.max(8, size.columns - leastField))
    const field = fieldLine(`${label} `, overlay.field, size.columns)
    return { line: fitLine(field.line, size.columns), x: field.x }
  }
  const left = footLeft(state)
  // What just happened is told in full before where one is.
  const right = [footRight(state), liveMark(state)].find(
    (one) => lineWidth(left) + lineWidth(one) <= size.columns,
  )
  if (right === undefined) return { line: fitLine(left, size.columns), x: null }
  const room = size.columns - lineWidth(right)
  return {
    line: fitLine(ends(left.length > 0 ? left : hints(state, room), right, size.columns), size.columns),
    x: null,
  }
}

const leastField = 18

/** Keys that were begun, or what just happened. */
function footLeft(state: State): Line {
  return state.pending.length > 0 ? begunLine(state) : toastOf(state)
}

/** Where one is in the list goes to its frame where there is little room. */
function footRight(state: State): Line {
  return isNarrow(state) ? liveMark(state) : [word(' '), ...positionOf(state), ...liveMark(state)]
}

function isNarrow({ size }: State): boolean {
  return size.columns < 60
}

function liveMark(state: State): Line {
  const { live, stalled } = state
  if (stalled) return [word('  … store busy ', 'warning')]
  if (isNarrow(state)) return [word(live ? '  ✓ ' : '  … ', live ? 'good' : 'dim')]
  return [word(live ? '  ✓ live ' : '  … loading ', live ? 'good' : 'dim')]
}

/** The same at the lower edge of the list's frame. */
export function positionBelow(state: State): Line {
  return isNarrow(state) ? positionOf(state) : []
}

/** The hint at a column of the foot, where hints stand there. */
export function hintAt(state: State, x: number): Hint | undefined {
  if (state.overlay.type === 'prompt' || footLeft(state).length > 0) return undefined
  return shownHints(state, state.size.columns - lineWidth(footRight(state))).find(
    ({ from, width }) => x >= from && x < from + width,
  )
}

function toastOf({ toast, sending, now, calm, overlay, keymap }: State): Line {
  const last = sending.at(-1)
  if (last !== undefined) {
    const seconds = Math.max(1, Math.ceil((last.due - now) / 1000))
    const several = sending.length > 1 ? `${sending.length} messages` : 'sending'
    const when = calm ? '' : ` in ${seconds} s`
    // Whoever types writes a letter with that key.
    const undo = overlay.type === 'none' ? `: ${keyOf(keymap, 'undo')} takes it back` : ''
    // What may change one's mind about it is told while it can be taken back.
    const warning =
      toast?.tone === 'problem' ? [word(' · ', 'dim'), span(sanitizeLine(toast.text), 'urgent')] : []
    return [word(` ${several}${when}${undo}`, 'accent'), ...warning]
  }
  if (toast === null) return []
  return [word(' '), span(sanitizeLine(toast.text), toast.tone === 'problem' ? 'urgent' : 'accent')]
}

/** While something else is looked at or written, where one is in the list tells nothing. */
function isCovered({ type }: State['overlay']): boolean {
  return !['none', 'search', 'filter'].includes(type)
}

function positionOf(state: State): Line {
  const { list, overlay } = state
  if (list.rows.length === 0 || list.loading || isCovered(overlay)) return []
  if (list.fetching === 'end') return [word('to the end …', 'dim')]
  const height = insideOf(state, 'inbox').rows
  const top = topOf(list, height)
  const last = Math.min(top + height, list.rows.length)
  if (list.earlier.length > 0) return [word(`${last - top} rows · more above`, 'dim')]
  const total = `${grouped(list.rows.length)}${isComplete(list) ? '' : '+'}`
  return [word(`${top + 1}–${last} of ${total}`, 'dim')]
}
