import { Box } from 'ink'
import type { ReactElement } from 'react'
import { type Safe, sanitizeLine } from '../src/domain/sanitize.ts'
import { counted } from '../src/faces/present.ts'
import { mailLineView } from '../src/faces/tui/compose/editor/line-view.ts'
import { keyOf, withKeys } from '../src/faces/tui/keymap.ts'
import { nameOf, whereOf } from '../src/faces/tui/loop/pair.ts'
import { selectedRow } from '../src/faces/tui/panes/inbox/list.ts'
import { remedyOf } from '../src/faces/tui/panes/inbox/remedies.ts'
import type { Troubled } from '../src/faces/tui/panes/inbox/trouble.ts'
import type { ThreadState } from '../src/faces/tui/panes/thread/thread.ts'
import { threadHead } from '../src/faces/tui/panes/thread/thread-head.ts'
import { cursorIndex } from '../src/faces/tui/panes/thread/thread-lines.ts'
import { linesOf, shownLines, threadRoom } from '../src/faces/tui/panes/thread/thread-moves.ts'
import type { State } from '../src/faces/tui/state.ts'
import { calmAge } from '../src/faces/tui/text/calm-age.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { shortName } from '../src/faces/tui/text/names.ts'
import { wrap } from '../src/faces/tui/text/text.ts'
import { FocusedLine } from './FocusedLine.tsx'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'
import { ThreadLine } from './ThreadLine.tsx'

type ThreadPaneProps = { readonly state: State; readonly width: number; readonly height: number }

/** The thread that is open, or a preview of the selected one; below it the line that one answers in. */
export function ThreadPane({ state, width, height }: ThreadPaneProps): ReactElement {
  const { overlay } = state
  const { thread } = state.panes
  const focused = state.panes.focus === 'thread'
  const columns = width - 2
  const answers = overlay.type === 'reply'
  const hidden = thread === null ? 0 : shownLines(state, thread).below
  return (
    <Frame
      width={width}
      height={height}
      focused={focused}
      title={[word(titleOf(thread), focused ? 'section' : 'bold')]}
      note={thread !== null && !thread.opened ? [word('preview', 'dim')] : []}
      news={othersHere(state)}
      more={hidden > 0 ? [word(`↓ ${counted(hidden, 'line')}`, 'dim')] : []}
    >
      <Box flexDirection="column" height={height - 2 - (answers ? 1 : 0)} flexShrink={0}>
        {thread === null ? (
          <Lines lines={nothingHere(state, columns)} columns={columns} />
        ) : (
          <>
            <Lines lines={threadHead(state)} columns={columns} />
            <Body state={state} thread={thread} columns={columns} />
          </>
        )}
      </Box>
      {answers ? (
        <FocusedLine line={mailLineView(answerLabel(overlay.from, columns), overlay.line, columns)} />
      ) : null}
    </Frame>
  )
}

function answerLabel(from: string, columns: number): Safe {
  return sanitizeLine(` Reply to ${columns < 60 ? shortName(from) : from}:`)
}

function titleOf(thread: ThreadState | null): string {
  if (thread === null) return 'Thread'
  return `Thread · ${counted(thread.messages.length, 'message')}${thread.next === null ? '' : '+'}`
}

function Lines({ lines, columns }: { readonly lines: readonly Line[]; readonly columns: number }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <StyledLine key={at} line={fitLine(line, columns)} />
  ))
}

function Body({
  state,
  thread,
  columns,
}: {
  readonly state: State
  readonly thread: ThreadState
  readonly columns: number
}) {
  const { top, lines } = shownLines(state, thread)
  const cursor = state.panes.focus === 'thread' ? cursorIndex(thread, linesOf(state, thread)) : -1
  // Rows are used again: one that leaves at the top comes in below, and another thread takes the same ones.
  const { rows } = threadRoom(state)
  return lines.map(({ line }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <ThreadLine key={(top + at) % rows} line={line} width={columns} current={top + at === cursor} />
  ))
}

/** Who else is in the thread that is shown. */
function othersHere(state: State): Line {
  const thread = whereOf(state).thread ?? state.panes.thread?.messages[0]?.thread
  const here = state.session.pair.others.filter((one) => one.thread !== null && one.thread === thread)
  const [first] = here.toSorted((one, other) => Number(other.replying) - Number(one.replying))
  if (first === undefined) return []
  const name = span(sanitizeLine(nameOf(state.session.me, first.who)), first.replying ? 'warning' : 'accent')
  return [
    name,
    word(first.replying ? ' is answering this' : ' is also reading this', first.replying ? 'warning' : 'dim'),
  ]
}

function nothingHere(state: State, columns: number): readonly Line[] {
  if (state.panes.list.loading) return [[]]
  const row = selectedRow(state.panes.list)
  if (row?.type === 'trouble') return troubleLines(state, row.trouble, columns)
  return [[word(' Select a message to read it here.', 'dim')]]
}

/** A trouble that is no message: who or what, why, since when, and the keys that help. */
function troubleLines(state: State, trouble: Troubled['trouble'], columns: number): readonly Line[] {
  const { keymap } = state.session
  const { now } = state.clock
  const { agent, queue, reason, since } = trouble
  const name = queue === null ? (agent ?? '') : `queue ${queue}`
  const age = since === null ? '' : ` · ${calmAge(since, now)}`
  const remedy = remedyOf(state.panes.roster, trouble)
  const opens = withKeys(keymap, queue === null ? '{open} opens its mailbox' : '{open} lists its work')
  const helps = remedy.name === 'open' ? opens : `${keyOf(keymap, remedy.name)} ${remedy.hint} · ${opens}`
  const wrapped = (text: string, look?: 'bold' | 'dim'): readonly Line[] =>
    wrap(sanitizeLine(text), columns - 2).map((line) => [word(' '), span(line, look)])
  return [...wrapped(name, 'bold'), ...wrapped(`${reason}${age}`), [], ...wrapped(helps, 'dim')]
}
