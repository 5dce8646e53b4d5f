import { withKeys } from '../keymap.ts'
import { agentHere, queueHere } from '../panes/inbox/scopes.ts'
import { messageHere, textHere } from '../panes/thread/here.ts'
import type { Browsing, HasPanes } from '../state.ts'

/** Reasons why a command cannot be run here, or `true`. */
export function hasMessage(state: HasPanes): true | string {
  return messageHere(state) !== undefined || 'No message is selected.'
}

export function hasText(state: Browsing): true | string {
  return textHere(state) !== undefined || withKeys(state.session.keymap, 'Open the message first: {open}.')
}

export function hasQueue(state: HasPanes): true | string {
  return queueHere(state) !== null || 'No queue is selected.'
}

export function hasAgent(state: Browsing): true | string {
  return agentHere(state) !== null || 'No agent is selected.'
}

export function hasLease(state: Browsing): true | string {
  const lease = messageHere(state)?.lease ?? null
  return (
    lease !== null || withKeys(state.session.keymap, 'This item is not claimed: {claim} claims the next one.')
  )
}

/** A page is read: the keys that move are not known from the panes. */
export function isPage({ panes: { board } }: HasPanes): boolean {
  return board !== null && board.page !== null
}

/** The channel that is listed, or the group. */
export function channelHere({ panes: { list } }: HasPanes): string | null {
  return list.source.type === 'channel' ? list.source.name : null
}

export function groupHere({ panes: { list } }: HasPanes): string | null {
  return list.source.type === 'group' ? list.source.name : null
}
