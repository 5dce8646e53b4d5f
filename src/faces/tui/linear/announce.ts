import { type BarPart, barOf } from '../../../domain/attention-bar.ts'
import { plain, type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import { withKeys } from '../keymap.ts'
import { emptyWords } from '../panes/inbox/empty.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { orderOf, titleLine } from '../panes/inbox/title.ts'
import { rosterHere, rosterRows } from '../panes/roster/roster.ts'
import {
  type Browsing,
  type HasClock,
  type HasOutbox,
  type HasPanes,
  type HasSession,
  isCovered,
  type OnScreen,
  type Panes,
  type State,
} from '../state.ts'
import { lineText } from '../text/line.ts'
import { boardWords } from './board-words.ts'
import { fieldOf } from './field-words.ts'
import { overlayWords } from './overlay-words.ts'
import { rosterSentence, rowSentence, sentence, unreadWords } from './sentences.ts'
import { cursorWords, messageWords, threadWords } from './thread-words.ts'

/** The news for a reader of the screen line by line: nothing twice, and nothing that only changes looks. */
export function announce(before: State | null, after: State): readonly Safe[] {
  if (!isReady(after)) return []
  if (before === null || !isReady(before)) return [...welcome(after), ...where(after), ...here(after)]
  const typing = fieldOf(after) !== null || after.overlay.type !== 'none'
  const isBoard = isCovered(before) || isCovered(after)
  return [
    ...overlayWords(before, after),
    ...(isBoard ? boardWords(before, after) : []),
    ...(isBoard || typing ? [] : moved(before, after)),
    ...news(before, after),
    ...waits(before, after),
    ...notices(before, after),
  ]
}

/** Rows and counts are there: the roster has at least the reader in it. */
export function isReady({ session: { live }, panes: { roster } }: Browsing): boolean {
  return live && roster.agents.length > 0
}

function welcome({ session: { me, swarm, readOnly }, panes: { roster } }: Browsing): readonly Safe[] {
  const who = sentence('Watchpost', swarm ?? '', `as ${me.address}`, unreadWords(roster.unread))
  return [
    who,
    ...waiting(barOf(roster.attention ?? [])),
    ...(readOnly ? [plain('read-only: you cannot change mail')] : []),
    plain('Press ? for the keys, q to quit.'),
  ]
}

function news(before: HasPanes, { panes: { roster } }: HasPanes): readonly Safe[] {
  const more = roster.unread.total - before.panes.roster.unread.total
  if (more <= 0) return []
  return [sentence(counted(more, 'new message'), unreadWords(roster.unread))]
}

/** What waits for the person, where there is more of it; an agent that begins to wait has a sentence of its own. */
function waits(before: Browsing, { panes: { roster }, session: { toast } }: Browsing): readonly Safe[] {
  const { attention } = before.panes.roster
  if (attention === null || roster.attention === attention || toast !== before.session.toast) return []
  const known = barOf(attention)
  const more = barOf(roster.attention ?? []).filter(
    ({ key, count }) => count > (known.find((part) => part.key === key)?.count ?? 0),
  )
  return waiting(more)
}

function waiting(parts: readonly BarPart[]): readonly Safe[] {
  return parts.length === 0 ? [] : [sentence(...parts.map(({ count, words }) => `${count} ${words}`))]
}

function notices(
  before: HasSession & HasOutbox & HasClock,
  {
    session: { toast, calm, keymap },
    outbox: { sending },
    clock: { now },
  }: HasSession & HasOutbox & HasClock,
): readonly Safe[] {
  const last = sending.at(-1)
  const undo = withKeys(keymap, '{undo} to undo')
  const seconds = last === undefined ? 0 : Math.max(1, Math.ceil((last.due - now) / 1000))
  return [
    ...(toast === null || toast === before.session.toast ? [] : [sanitizeLine(toast.text)]),
    ...(last === undefined || sending.length <= before.outbox.sending.length
      ? []
      : [plain(calm ? `sending (${undo})` : `sending in ${counted(seconds, 'second')} (${undo})`)]),
  ]
}

/** One moved, or what one is at became something else. */
function moved(before: OnScreen & HasClock, after: OnScreen & HasClock): readonly Safe[] {
  const came =
    before.panes.focus !== after.panes.focus || fieldOf(before) !== null || before.overlay.type !== 'none'
  if (after.panes.focus === 'thread') return inThread(before, after, came)
  if (after.panes.focus === 'roster') {
    if (came) return [plain('Roster.'), ...here(after)]
    const isSame =
      before.panes.roster.selected === after.panes.roster.selected &&
      before.panes.roster.folded === after.panes.roster.folded
    return isSame ? [] : here(after)
  }
  const elsewhere =
    before.panes.list.source !== after.panes.list.source ||
    before.panes.list.filter !== after.panes.list.filter
  const loaded = before.panes.list.loading && !after.panes.list.loading
  if (after.panes.list.loading) return came ? where(after) : []
  // A question at the foot took nobody away.
  if (before.overlay.type === 'prompt' && !elsewhere && !loaded) return here(after)
  if (came || elsewhere || loaded) return [...where(after), ...here(after)]
  return keyHere(before.panes) === keyHere(after.panes) ? [] : here(after)
}

function inThread(before: OnScreen & HasClock, after: OnScreen & HasClock, came: boolean): readonly Safe[] {
  const { thread } = after.panes
  const old = before.panes.thread
  if (thread === null || !thread.opened) return []
  if (old === null || !old.opened || old.anchor !== thread.anchor) return threadWords(after, thread)
  const unfolded = thread.messages.filter(({ id }) => thread.open.has(id) && !old.open.has(id))
  if (unfolded.length > 0) return unfolded.flatMap(({ id }) => messageWords(after, thread, id))
  const fresh = thread.messages.filter(({ id }) => !old.messages.some((one) => one.id === id))
  if (fresh.length > 0) return fresh.flatMap(({ id }) => messageWords(after, thread, id))
  const told = thread.messages.filter(
    ({ id }) => thread.details.get(id)?.history && !old.details.get(id)?.history,
  )
  if (told.length > 0) return told.flatMap(({ id }) => messageWords(after, thread, id, 1)).slice(-30)
  const isSame = old.cursor.message === thread.cursor.message && old.cursor.offset === thread.cursor.offset
  return came || !isSame || old.open !== thread.open ? cursorWords(after, thread) : []
}

/** The listed rows, and how many there are. */
function where(state: Browsing): readonly Safe[] {
  const { list } = state.panes
  const title = lineText(titleLine(state, false))
  const order = lineText(orderOf(state))
  const filter = list.filter === '' ? '' : `filtered by ${list.filter}`
  if (list.loading) return [sentence(title, 'loading')]
  const more = list.pages.at(-1)?.next == null ? '' : ' or more'
  const many = `${counted(list.rows.length, 'row')}${more}`
  return [sentence(title, filter, list.rows.length === 0 ? '' : many, order)]
}

/** The row one is at. */
function here(state: Browsing & HasClock): readonly Safe[] {
  if (state.panes.focus === 'roster') {
    const rows = rosterRows(state.panes.roster, state.session.me.address).filter(
      (row) => row.type !== 'heading' || row.folded !== undefined,
    )
    const at = rows.findIndex(({ key }) => key === rosterHere(state.panes.roster, state.session.me.address))
    const row = rows[at]
    return row === undefined ? [] : [rosterSentence(state, row, `${at + 1} of ${rows.length}`)]
  }
  const row = selectedRow(state.panes.list)
  if (row === undefined)
    return state.panes.list.loading
      ? []
      : emptyWords(state).flatMap((line) => (line.length === 0 ? [] : [sanitizeLine(lineText(line))]))
  const at = state.panes.list.rows.indexOf(row)
  return [rowSentence(state, row, `${at + 1} of ${state.panes.list.rows.length}`)]
}

/** The spoken parts that distinguish one row from another. */
function keyHere({ list }: Panes): string {
  const row = selectedRow(list)
  const how = row?.type === 'mail' ? `${row.message.status} ${row.message.pinned}` : ''
  return `${row?.id} ${how} ${row !== undefined && list.marked.has(row.id)}`
}
