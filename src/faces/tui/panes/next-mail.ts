import type { MessageValue } from '../../../services/values.ts'
import type { EventOf } from '../event.ts'
import type { Row } from '../model/list.ts'
import { type Browsing, type HasClock, type HasPanes, type OnScreen, withPanes } from '../state.ts'
import { all, andThen, type Step, say } from '../step.ts'
import { letGo } from './inbox/leaving.ts'
import { moveTo, selectedIndex } from './inbox/list.ts'
import { askRow, canThread, followSelection, prefetch, sameSource, showSource } from './inbox/loads.ts'
import { ownInbox } from './inbox/own-inbox.ts'
import { threadRowId } from './inbox/row.ts'
import { insideOf } from './layout.ts'
import { withDetails } from './thread/folding.ts'
import { messageHere } from './thread/here.ts'
import { readThread } from './thread/reading.ts'

/** A step beyond the last loaded message loads this many more. */
const fewMore = 100

/** In a thread: to its next message, and after its last one to the next thread of the list. */
export function nextMail<S extends OnScreen>(state: S, direction: 1 | -1): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  const at = thread.messages.findIndex(({ id }) => id === thread.cursor.message)
  const next = thread.messages[at + direction]
  if (next !== undefined) return openMessage(state, next.id)
  return direction === 1 && thread.next !== null
    ? readThread(state, thread, fewMore)
    : nextThread(state, direction)
}

function openMessage<S extends HasPanes>(state: S, message: string): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  const open = new Set([...thread.open, message])
  return withDetails(
    withPanes(state, { thread: { ...thread, open, cursor: { message, offset: 0 }, line: 0 } }),
  )
}

function nextThread<S extends OnScreen>(state: S, direction: 1 | -1): Step<S> {
  const { rows } = state.panes.list
  const here = messageHere(state)?.thread
  const isOther = (row: Row | undefined) => row?.type === 'mail' && row.message.thread !== here
  let at = selectedIndex(state.panes.list) + direction
  while (rows[at] !== undefined && !isOther(rows[at])) at += direction
  if (rows[at] === undefined)
    return say(state, direction === 1 ? 'This is the last message.' : 'This is the first message.')
  return toRow(state, at)
}

function toRow<S extends OnScreen>(state: S, at: number): Step<S> {
  const height = insideOf(state, 'inbox').rows
  const list = letGo(moveTo(state.panes.list, at, height), height)
  return all(withPanes(state, { list }), followSelection, prefetch)
}

/** To the next unread message: of the thread, of the list, or of the person's inbox. */
export function nextUnread<S extends OnScreen>(state: S): Step<S> {
  const { list, thread, focus } = state.panes
  if (focus === 'thread' && thread !== null) {
    const at = thread.messages.findIndex(({ id }) => id === thread.cursor.message)
    const next = thread.messages.find((message, index) => index > at && isUnreadMail(message))
    if (next !== undefined) return openMessage(state, next.id)
  }
  const focused: S = withPanes(state, { focus: focus === 'roster' ? 'inbox' : focus })
  const here = messageHere(state)?.thread
  const from = selectedIndex(list)
  const at = list.loading
    ? -1
    : list.rows.findIndex(
        (row, index) => index > from && isUnread(row, focus === 'thread' ? here : undefined),
      )
  return at < 0 ? [focused, { type: 'find-unread' }] : toRow(focused, at)
}

function isUnread(row: Row, besides: string | undefined): boolean {
  if (row.type !== 'mail' || row.message.thread === besides) return false
  return row.conversation === undefined ? isUnreadMail(row.message) : row.conversation.unread > 0
}

function isUnreadMail({ status, condition }: MessageValue): boolean {
  return status === 'unread' && condition === null
}

/** The most pressing unread mail was looked for. */
export function unreadFound<S extends Browsing & HasClock>(
  state: S,
  { found }: EventOf<'unread-found'>,
): Step<S> {
  const here = messageHere(state)?.id
  const next = found.find(({ id }) => id !== here)
  if (next === undefined) return say(state, found.length === 0 ? 'No unread mail.' : 'No other unread mail.')
  const home = ownInbox(state.session.me.address)
  const row = state.panes.threaded && canThread(home) ? threadRowId(next.thread) : next.id
  const roster = { ...state.panes.roster, selected: 'view:inbox', top: 0 }
  const shown: Step<S> = sameSource(state.panes.list.source, home)
    ? [state]
    : showSource(withPanes(state, { roster, focus: 'inbox' }), home)
  return andThen(shown, (now) => askRow(now, row, 'above'))
}
