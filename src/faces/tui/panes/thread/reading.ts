import type { Mailbox } from '../../../../mailbox.ts'
import type { EventOf } from '../../event.ts'
import type { LoadedThread, ThreadState } from '../../model/thread.ts'
import { type HasClock, type HasPanes, type OnScreen, withPanes } from '../../state.ts'
import type { Step } from '../../step.ts'
import { anchorHere } from './here.ts'
import { openThread, refreshThread } from './thread.ts'
import { linesOf, moveToLine } from './thread-moves.ts'

/** To the end of a thread goes who asks for it as often as it takes. */
const manyMore = 10_000

/** The thread that is shown as it is now, with as much of it as was there, or more. */
export function readThread<S extends HasPanes>(
  state: S,
  thread: ThreadState,
  more = thread.toEnd ? manyMore : 0,
): Step<S> {
  const { anchor: message, of, messages } = thread
  const request = state.panes.asked.thread + 1
  return [
    withPanes(state, { thread, asked: { ...state.panes.asked, thread: request } }),
    { type: 'read-thread', request, message, of, least: messages.length + more },
  ]
}

/** A thread that could not be read again stays while its message is selected; another thread never replaces it. */
function stillSelected(state: HasPanes): boolean {
  const { thread } = state.panes
  return thread !== null && thread.anchor === anchorHere(state)
}

export function threadLoaded<S extends OnScreen & HasClock>(
  before: S,
  event: EventOf<'thread-loaded'>,
): Step<S> {
  const state: S = withPanes(before, { threadTold: Math.max(before.panes.threadTold, event.request) })
  if (event.request !== state.panes.asked.thread) return [state]
  const { thread } = state.panes
  if (event.thread === null) return [withPanes(state, { thread: stillSelected(state) ? thread : null })]
  const same = thread !== null && thread.anchor === event.thread.anchor && thread.of === event.thread.of
  const next = same ? refreshThread(thread, event.thread) : openThread(event.thread)
  const entered = same ? next : { ...next, opened: state.panes.focus === 'thread' }
  const wanted = anchorHere(state)
  if (!same && wanted !== undefined && wanted !== event.thread.anchor) return [state]
  const { anchor } = entered
  const known = new Map(entered.details)
  known.set(anchor, { receipts: event.receipts, history: known.get(anchor)?.history ?? null })
  const loaded = toItsEnd(withPanes(state, { thread: { ...entered, details: known } }))
  const { message } = entered.cursor
  return message === anchor ? [loaded] : [loaded, { type: 'load-details', message, history: false }]
}

/** It was read on in order to get to its end. */
function toItsEnd<S extends OnScreen & HasClock>(state: S): S {
  const { thread } = state.panes
  if (!thread?.toEnd) return state
  const lines = linesOf(state, thread)
  return withPanes(state, { thread: { ...moveToLine(state, thread, lines, lines.length - 1), toEnd: false } })
}

/** The requested part is below the message, perhaps below the screen: it is brought into view. */
function atHistory<S extends OnScreen & HasClock>(state: S, event: EventOf<'details-loaded'>): S {
  const { thread } = state.panes
  if (thread === null || thread.cursor.message !== event.message) return state
  const lines = linesOf(state, thread)
  const last = lines.findLastIndex(({ message }) => message === event.message)
  const end = moveToLine(state, thread, lines, last)
  return withPanes(state, { thread: moveToLine(state, end, lines, last - (event.history?.length ?? 0)) })
}

export function detailsLoaded<S extends OnScreen & HasClock>(
  state: S,
  event: EventOf<'details-loaded'>,
): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  const known = thread.details.get(event.message)
  const history = event.history ?? known?.history ?? null
  const details = new Map([
    ...thread.details,
    [event.message, { receipts: event.receipts, history }] as const,
  ])
  const next: S = withPanes(state, { thread: { ...thread, details } })
  return [event.history === null || known?.history ? next : atHistory(next, event)]
}

const messagesAtOnce = 100
/** So far down the message that asked is looked for: without it another would stand where it was opened. */
const mostSearched = 10_000

/** A thread from its beginning, with at least this many messages, and down to the one that asked for it. */
export async function fetchThread(
  mailbox: Mailbox,
  message: string,
  /** The owner of the copies, if that is not the person. */
  of: string | undefined,
  least = 0,
): Promise<Omit<LoadedThread, 'of'>> {
  const first = await mailbox.thread({ message, of, limit: messagesAtOnce })
  const messages = [...first.messages]
  let { next } = first
  let found = false
  while (next !== null) {
    found ||= messages.some(({ id }) => id === message)
    if (messages.length >= (found ? least : Math.max(least, mostSearched))) break
    const more = await mailbox.thread({ message, of, limit: messagesAtOnce, after: next })
    messages.push(...more.messages)
    next = more.next
  }
  return { anchor: message, subject: first.subject, messages, next, assigned: first.assigned }
}
