import type { FullMessageValue, MessageValue } from '../../../../services/values.ts'
import { isCovered, type State } from '../../state.ts'
import { messageBehind, selectedRow } from '../inbox/list.ts'
import { currentMessage, type ThreadState } from './thread.ts'

type Here = Pick<State, 'panes'>

/** The thread of the selected row. While it is on its way another may still be drawn, and no key is meant for that one. */
function threadHere({ panes: { thread, list } }: Here): ThreadState | null {
  const row = selectedRow(list)
  return row !== undefined && thread?.anchor === messageBehind(row) ? thread : null
}

/** The message that a key is about: the one under the thread's cursor, or the selected one; none under a board. */
export function messageHere(state: Here): MessageValue | undefined {
  if (isCovered(state)) return undefined
  const thread = state.panes.focus === 'thread' ? threadHere(state) : null
  if (thread !== null) return currentMessage(thread)
  const row = selectedRow(state.panes.list)
  return row?.type === 'mail' ? row.message : undefined
}

/** The same message with its text, where that is here. */
export function textHere(state: Here): FullMessageValue | undefined {
  const message = messageHere(state)
  return threadHere(state)?.messages.find(({ id }) => id === message?.id)
}
