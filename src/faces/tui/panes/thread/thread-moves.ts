import type { ThreadState } from '../../model/thread.ts'
import { reuse } from '../../reuse.ts'
import type { HasClock, OnScreen, Overlay } from '../../state.ts'
import { marked, marksOf } from '../../text/marking.ts'
import { insideOf, isShown } from '../layout.ts'
import { threadHead } from './thread-head.ts'
import { cursorIndex, type ThreadLine, threadLines, topLine } from './thread-lines.ts'

export type ThreadRoom = { readonly columns: number; readonly rows: number }

export function threadRoom(state: OnScreen & HasClock): ThreadRoom {
  const { columns, rows } = insideOf(state, 'thread')
  return {
    columns: Math.max(4, columns - 2),
    rows: Math.max(1, rows - threadHead(state).length - footOf(state.overlay)),
  }
}

/** The line one answers in takes the pane's last row. */
function footOf(overlay: Overlay): number {
  return overlay.type === 'reply' ? 1 : 0
}

/** Several ask for the lines of one thread in one frame. */
let last: { readonly made: readonly unknown[]; readonly lines: readonly ThreadLine[] } | undefined

export function linesOf(state: OnScreen & HasClock, thread: ThreadState): readonly ThreadLine[] {
  const { columns } = threadRoom(state)
  const { anchor, messages, open, details, next, coloured } = thread
  const marks = marksOf(state.panes.list)
  const colour = typeof state.session.colouring === 'string' ? null : state.session.colouring
  const made = [
    anchor,
    messages,
    open,
    details,
    next,
    columns,
    Math.floor(state.clock.now / 1_000),
    marks,
    colour,
    coloured,
  ]
  if (last?.made.every((one, at) => one === made[at])) return last.lines
  const plain = threadLines(thread, columns, state.clock.now, colour)
  const fresh = marks === null ? plain : plain.map((one) => ({ ...one, line: marked(one.line, marks) }))
  // A second passes, and most lines stay as they were: what is drawn of them is kept.
  const lines = last === undefined ? fresh : reuse(last.lines, fresh)
  last = { made, lines }
  return lines
}

/** The lines of the messages that are seen, the first of them among all, and how many follow. */
export function shownLines(
  state: OnScreen & HasClock,
  thread: ThreadState,
): { readonly top: number; readonly lines: readonly ThreadLine[]; readonly below: number } {
  const lines = linesOf(state, thread)
  const { rows } = threadRoom(state)
  const top = topLine(thread, lines, rows)
  return { top, lines: lines.slice(top, top + rows), below: Math.max(0, lines.length - top - rows) }
}

export function moveInThread(state: OnScreen & HasClock, thread: ThreadState, steps: number): ThreadState {
  const lines = linesOf(state, thread)
  return moveToLine(state, thread, lines, cursorIndex(thread, lines) + steps)
}

export function moveToLine(
  state: OnScreen & HasClock,
  thread: ThreadState,
  lines: readonly ThreadLine[],
  wanted: number,
): ThreadState {
  const { rows } = threadRoom(state)
  const index = Math.min(Math.max(wanted, 0), lines.length - 1)
  const line = lines[index]
  if (line === undefined) return thread
  const top = topLine(thread, lines, rows)
  const place = Math.min(Math.max(index - top, 0), rows - 1)
  return { ...thread, cursor: { message: line.message, offset: line.offset }, line: place }
}

/** Ids of opened messages of which at least the beginning can be read on the screen now. */
export function readable(state: OnScreen & HasClock): readonly string[] {
  const { thread } = state.panes
  if (
    thread === null ||
    !thread.opened ||
    (state.overlay.type !== 'none' && state.overlay.type !== 'reply') ||
    !isShown(state, 'thread')
  )
    return []
  const lines = linesOf(state, thread)
  const { top, lines: visible } = shownLines(state, thread)
  return visible.flatMap(({ message, offset }, at) => {
    const isFirst = offset === 1 || (offset === 0 && lines[top + at + 1]?.message !== message)
    return isFirst && thread.open.has(message) ? [message] : []
  })
}
