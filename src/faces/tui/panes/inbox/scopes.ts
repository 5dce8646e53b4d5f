import type { AttentionRow } from '../../../../values/attention-schema.ts'
import { coverScopes, loopScopes, paneScopes, type Scope } from '../../keymap.ts'
import type { Board } from '../../model/board.ts'
import { type Browsing, type HasPanes, isCovered, type OnScreen, withSession } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { debateHere } from '../boards/debate-here.ts'
import { boardAbout } from '../boards/follow-row.ts'
import { selectedRow } from './list.ts'

/** Which keys work where one is: those of the pane, and those of what is listed. */
export function scopesHere(state: OnScreen): readonly Scope[] {
  if (state.overlay.type === 'help' || state.overlay.type === 'result') return ['help']
  const { type } = state.overlay
  if (type === 'sheet' || type === 'choice' || type === 'journal') return coverScopes(type)
  const { board } = state.panes
  if (board !== null) return boardScopes(state, board)
  if (loopHere(state) !== null && state.panes.focus === 'inbox') return loopScopes
  const { source } = state.panes.list
  const of: readonly Scope[] = [
    ...(queueHere(state) === null ? [] : (['queue'] as const)),
    ...(source.type === 'channel' ? (['channel'] as const) : []),
    ...(source.type === 'group' ? (['group'] as const) : []),
    ...(source.type === 'search' || state.panes.list.filter !== '' ? (['found'] as const) : []),
    ...(source.type === 'saved' ? (['saved'] as const) : []),
    ...(otherMailbox(state) === null ? [] : (['mailbox'] as const)),
    ...(debateHere(state) === null ? [] : (['debated'] as const)),
    ...(agentHere(state) === null ? [] : (['agent'] as const)),
  ]
  return [...of, ...paneScopes[state.panes.focus]]
}

/** The keys of a board, of what its row is about, and of everywhere; those of the board go first. */
function boardScopes(state: OnScreen, { name, page }: Board): readonly Scope[] {
  const here = page === null ? name : page.type === 'agent' ? 'agent-page' : 'debate'
  const about = boardAbout(state) ?? {}
  const isDebate = here === 'debates' || here === 'debate'
  return [
    here,
    ...(about.agent == null || name === 'fleet' ? [] : (['agent'] as const)),
    ...(about.queue === undefined ? [] : (['queue'] as const)),
    ...(isDebate || debateHere(state) === null ? [] : (['debated'] as const)),
    ...(about.message === undefined ? [] : (['mail'] as const)),
    'everywhere',
  ]
}

/** The owner of the open mailbox, if that is another agent. */
export function otherMailbox({ panes: { list, board }, session: { me } }: Browsing) {
  if (board !== null) return null
  const { source } = list
  return source.type === 'mailbox' && source.owner !== me.address ? source.owner : null
}

/** The agent or place of the selected row of Attention. */
export function troubleHere({ panes: { list, board } }: HasPanes): AttentionRow | null {
  if (board !== null) return null
  const row = selectedRow(list)
  return row?.type === 'trouble' || row?.type === 'mail' ? (row.trouble ?? null) : null
}

/** The loop of the selected row of Attention, as commands take it. */
export function loopHere(state: HasPanes): string | null {
  const loop = troubleHere(state)?.loop ?? null
  return loop === null ? null : String(loop)
}

/** The queue that is listed, or that the selected trouble is about. */
export function queueHere(state: HasPanes): string | null {
  if (isCovered(state)) return boardAbout(state)?.queue ?? null
  const { source } = state.panes.list
  return source.type === 'queue' ? source.name : (troubleHere(state)?.queue ?? null)
}

/** The agent of the open mailbox, or of the selected row: the one in trouble, in debt, or the author. */
export function agentHere(state: Browsing): string | null {
  if (isCovered(state)) return boardAbout(state)?.agent ?? null
  const { list } = state.panes
  const { me } = state.session
  const owner = otherMailbox(state)
  if (owner !== null) return owner
  const row = selectedRow(list)
  if (row?.type === 'member') return row.id
  if (row?.type === 'trouble') return row.trouble.agent
  if (row?.type !== 'mail') return null
  const who = row.trouble?.agent ?? row.who ?? row.message.from
  return who === me.address || who === 'system' ? null : who
}

/** Leaving the mailbox ends acting as its owner. */
export function followActing<S extends Browsing>(state: S): Step<S> {
  const { acting } = state.session
  const { source } = state.panes.list
  if (acting === null || (source.type === 'mailbox' && source.owner === acting.as)) return [state]
  return say(withSession(state, { acting: null }), `You no longer act as ${acting.as}.`)
}
