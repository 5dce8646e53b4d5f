import { kindRules } from '../../../../domain/kind.ts'
import type { MessageValue } from '../../../../services/values.ts'
import type { ShownDebate } from '../../../../values/debates-schema.ts'
import type { Browsing, HasPanes, RosterState, Source } from '../../state.ts'
import { bareTitle } from '../../text/titles.ts'
import { rosterRows } from '../roster/roster.ts'
import { messageHere } from '../thread/here.ts'
import { rowOn } from './follow-row.ts'

/** A debate that a key is about, as a form takes it. */
export type DebateHere = Pick<ShownDebate, 'thread' | 'topic' | 'participants'> & {
  readonly isDecided: boolean
  readonly isDeadlocked: boolean
}

/** The debate of a board: the open one, else that of its row. In the panes that of the roster's row, of the message, or of the list. */
export function debateHere(state: Browsing): DebateHere | null {
  const onBoard = debateOnBoard(state)
  if (onBoard !== null) return onBoard
  const isInPanes = state.panes.board === null
  const message = isInPanes && state.panes.focus === 'roster' ? null : (messageHere(state) ?? null)
  const thread = isInPanes ? threadHere(state, message) : (message?.thread ?? null)
  const known = thread === null ? null : knownDebate(state, thread)
  return known ?? (message === null ? null : debateOf(message))
}

function debateOnBoard({ panes }: HasPanes): DebateHere | null {
  const page = panes.board?.page ?? null
  const open = page?.type === 'debate' ? page.debate : null
  if (open !== null) return { ...open, isDecided: open.consensus, isDeadlocked: open.deadlock }
  const row = rowOn({ panes }, 'debates')
  if (row === null) return null
  return { ...row, isDecided: row.verdict === 'consensus', isDeadlocked: row.verdict === 'deadlock' }
}

function threadHere({ panes, session }: Browsing, message: MessageValue | null) {
  const { roster, list, focus } = panes
  const source = focus === 'roster' ? sourceOf(roster, session.me.address) : list.source
  return source?.type === 'debate' ? source.thread : (message?.thread ?? null)
}

function sourceOf(roster: RosterState, self: string): Source | null {
  if (!roster.selected.startsWith('debate:')) return null
  const row = rosterRows(roster, self).find(({ key }) => key === roster.selected)
  return row?.type === 'place' ? row.source : null
}

/** One of those that the roster lists. */
function knownDebate({ panes: { roster } }: HasPanes, thread: string): DebateHere | null {
  const debate = roster.topics.debates.find((one) => one.thread === thread)
  return debate === undefined
    ? null
    : { ...debate, isDecided: debate.consensus, isDeadlocked: debate.deadlock }
}

/** What a message tells of its debate. */
function debateOf(message: MessageValue): DebateHere | null {
  if (kindRules[message.kind].family !== 'debate') return null
  const participants = [...new Set([message.from, ...message.to])]
  const { thread } = message
  return { thread, topic: bareTitle(message), participants, isDecided: false, isDeadlocked: false }
}
