import { asEscalation } from '../../../../domain/escalation-payload.ts'
import { parseDate } from '../../../../domain/moment.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { countdown } from '../../../present-attention.ts'
import { keyOf } from '../../keymap.ts'
import type { ThreadState } from '../../model/thread.ts'
import type { HasClock, HasSession, OnScreen, Panes } from '../../state.ts'
import { ends, type Line, span, word } from '../../text/line.ts'
import { bareText } from '../../text/titles.ts'
import { insideOf } from '../layout.ts'
import { debateHead, taskHead } from './topic-head.ts'

/** A head takes a third of the pane at most, of a low one half: what it heads is read below it. */
const share = (rows: number): number => (rows < 20 ? 2 : 3)

/** The rows above the messages, which do not scroll: the subject, then how its debate or its task stands. */
export function threadHead(state: OnScreen & HasClock): readonly Line[] {
  const { thread } = state.panes
  if (thread === null) return [[]]
  const { columns, rows } = insideOf(state, 'thread')
  const first = thread.messages[0]
  const subject = thread.subject === '' ? bareText(first?.preview ?? '') : thread.subject
  const named = ends([word(' '), span(sanitizeLine(subject), 'bold')], handsOf(state.panes, thread), columns)
  const most = Math.floor(rows / share(rows)) - 1
  const task = taskOf(state.panes)
  const told = [
    ...escalationHead(state, thread),
    ...(task === undefined ? [] : taskHead(task, columns, most)),
    ...(thread.debate == null ? [] : debateHead(thread.debate, columns, most)),
  ].slice(0, Math.max(0, most))
  return told.length === 0 ? [named] : [named, ...told, [word('─'.repeat(columns), 'frame')]]
}

/** The task that is listed, or that the thread belongs to, as far as it is known to be open. */
function taskOf({ thread, list, roster }: Panes) {
  const { source } = list
  const wanted =
    source.type === 'task' ? source.task : thread?.messages.find(({ task }) => task !== null)?.task
  return roster.topics.tasks.find(({ id }) => id === wanted)
}

/** The agent that took on the thread; one that has left no longer counts. */
function handsOf({ roster }: Panes, { assigned }: ThreadState): Line {
  if (!assigned) return []
  const { supervisor } = assigned
  const left = roster.agents.find(({ address }) => address === supervisor)?.state === 'dead'
  return [
    word('  assigned to ', 'dim'),
    span(sanitizeLine(supervisor), left ? 'urgent' : 'accent'),
    word(left ? ' (retired) ' : ' ', 'urgent'),
  ]
}

/** An escalation of the thread that waits for the person at this screen: until when, and what it offers. */
function escalationHead(
  { session, clock }: HasSession & HasClock,
  { messages }: ThreadState,
): readonly Line[] {
  const waiting = messages.findLast(
    ({ kind, owner, owes, acknowledgedAt }) =>
      kind === 'escalation' && owner === session.me.address && owes && acknowledgedAt === null,
  )
  const escalation = asEscalation(waiting?.payload)
  if (escalation === null) return []
  const { deadline, options } = escalation
  const isTime = deadline !== null && !Number.isNaN(parseDate(deadline))
  const due = isTime ? countdown(deadline, clock.now) : 'no deadline'
  const passed = isTime && Date.parse(deadline) < clock.now
  const key = keyOf(session.keymap, options.length > 0 ? 'decide' : 'reply')
  const offered = options.map((option, at) => `${at + 1}. ${option}`).join('  ')
  return [
    [
      word(' decision ', 'dim'),
      word(due, passed ? 'urgent' : isTime ? 'bold' : 'dim'),
      word(` · ${key} `, 'accent'),
      ...(options.length > 0 ? [span(sanitizeLine(offered))] : [word('answers it', 'dim')]),
    ],
  ]
}
