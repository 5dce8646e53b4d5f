import { type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import { marks } from '../../present-glyphs.ts'
import { type LineView, mailLineView } from '../compose/editor/line-view.ts'
import { isOfSealed } from '../compose/original.ts'
import { keyOf, withKeys } from '../keymap.ts'
import { whereOf } from '../loop/where.ts'
import { otherName } from '../model/pair.ts'
import type { ThreadState } from '../model/thread.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import type { Troubled } from '../panes/inbox/trouble.ts'
import { threadHead } from '../panes/thread/thread-head.ts'
import { cursorIndex } from '../panes/thread/thread-lines.ts'
import { linesOf, shownLines, threadRoom } from '../panes/thread/thread-moves.ts'
import type { Browsing, HasClock, HasOutbox, OnScreen, State } from '../state.ts'
import { calmAge } from '../text/ages.ts'
import { fitLine, type Line, span, word } from '../text/line.ts'
import { wrap } from '../text/text.ts'
import { shortName } from '../text/titles.ts'

/** The data of the thread pane. */
export type ThreadView = {
  readonly focused: boolean
  readonly title: Line
  readonly note: Line
  readonly news: Line
  readonly more: Line
  /** Lines that do not scroll: the subject, its debate or task; without a thread, the reason. */
  readonly head: readonly Line[]
  /** The visible lines. A key is reused on the next screenful, so that a scroll redraws few rows. */
  readonly lines: readonly { readonly key: number; readonly line: Line; readonly current: boolean }[]
  /** The line input of a quick reply. */
  readonly input: LineView | null
}

export function threadView(state: State, columns: number): ThreadView {
  const { overlay } = state
  const { thread, focus } = state.panes
  const focused = focus === 'thread'
  const below = thread === null ? 0 : shownLines(state, thread).below
  const head = thread === null ? nothingHere(state, columns) : threadHead(state)
  return {
    focused,
    title: [word(titleOf(thread), focused ? 'section' : 'plain')],
    note: thread !== null && !thread.opened ? [word('preview', 'dim')] : [],
    news: othersHere(state),
    more: below > 0 ? [word(`${marks.below} ${counted(below, 'line')}`, 'dim')] : [],
    head: head.map((line) => fitLine(line, columns)),
    lines: thread === null ? [] : visibleLines(state, thread),
    input:
      overlay.type === 'reply'
        ? mailLineView(
            answerLabel(overlay.from, isOfSealed(state, overlay.message), columns),
            overlay.line,
            columns,
          )
        : null,
  }
}

function visibleLines(state: OnScreen & HasClock, thread: ThreadState): ThreadView['lines'] {
  const { top, lines } = shownLines(state, thread)
  const cursor = state.panes.focus === 'thread' ? cursorIndex(thread, linesOf(state, thread)) : -1
  const { rows } = threadRoom(state)
  return lines.map(({ line }, at) => ({ key: (top + at) % rows, line, current: top + at === cursor }))
}

function answerLabel(from: string, sealed: boolean, columns: number): Safe {
  return sanitizeLine(` ${sealed ? 'Sealed reply' : 'Reply'} to ${columns < 60 ? shortName(from) : from}:`)
}

function titleOf(thread: ThreadState | null): string {
  if (thread === null) return 'Thread'
  return `Thread · ${counted(thread.messages.length, 'message')}${thread.next === null ? '' : '+'}`
}

/** Another person in the same thread. */
function othersHere(state: OnScreen & HasOutbox): Line {
  const { me, pair } = state.session
  const thread = whereOf(state).thread ?? state.panes.thread?.messages[0]?.thread
  const here = pair.others.filter((one) => one.thread !== null && one.thread === thread)
  const [first] = here.toSorted((one, other) => Number(other.replying) - Number(one.replying))
  if (first === undefined) return []
  const name = sanitizeLine(otherName(me.address, first.who))
  return first.replying
    ? [span(name, 'bold'), word(' is answering this', 'bold')]
    : [span(name, 'accent'), word(' is also reading this', 'dim')]
}

function nothingHere(state: Browsing & HasClock, columns: number): readonly Line[] {
  if (state.panes.list.loading) return [[]]
  const row = selectedRow(state.panes.list)
  if (row?.type === 'trouble') return troubleLines(state, row.trouble, columns)
  return [[word(' Select a message to read it here.', 'dim')]]
}

/** A problem that is not a message: its agent or queue, reason, age, and the keys that help. */
function troubleLines(
  state: Browsing & HasClock,
  trouble: Troubled['trouble'],
  columns: number,
): readonly Line[] {
  const { keymap } = state.session
  const { agent, queue, reason, since } = trouble
  const name = queue === null ? (agent ?? '') : `queue ${queue}`
  const age = since === null ? '' : ` · ${calmAge(since, state.clock.now)}`
  const remedy = remedyOf(state, trouble)
  const opens = withKeys(keymap, queue === null ? '{open} opens its mailbox' : '{open} lists its work')
  const helps = remedy.name === 'open' ? opens : `${keyOf(keymap, remedy.name)} ${remedy.hint} · ${opens}`
  const wrapped = (text: string, look?: 'bold' | 'dim'): readonly Line[] =>
    wrap(sanitizeLine(text), columns - 2).map((line) => [word(' '), span(line, look)])
  return [...wrapped(name, 'bold'), ...wrapped(`${reason}${age}`), [], ...wrapped(helps, 'dim')]
}
