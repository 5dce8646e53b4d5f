import type { FullMessageValue, MessageValue } from '../../../../services/values.ts'
import type { ThreadState } from '../../model/thread.ts'
import { type HasPanes, isCovered } from '../../state.ts'
import { boardAbout } from '../boards/follow-row.ts'
import { messageBehind, selectedRow } from '../inbox/list.ts'
import { currentMessage } from './thread.ts'

/** The message whose thread is wanted: the one that the row of a board stands for, else that of the selected row. */
export function anchorHere(state: HasPanes): string | undefined {
  if (isCovered(state)) return boardAbout(state)?.message?.message
  const row = selectedRow(state.panes.list)
  return row === undefined ? undefined : messageBehind(row)
}

/** The thread of the selected row. While it is on its way another may still be drawn, and no key is meant for that one. */
function threadHere(state: HasPanes): ThreadState | null {
  const { thread } = state.panes
  return thread !== null && thread.anchor === anchorHere(state) ? thread : null
}

/** The message that a key is about: the one under the thread's cursor, or the selected one; none under a board. */
export function messageHere(state: HasPanes): MessageValue | undefined {
  if (isCovered(state)) return threadHere(state)?.messages.find(({ id }) => id === anchorHere(state))
  const thread = state.panes.focus === 'thread' ? threadHere(state) : null
  if (thread !== null) return currentMessage(thread)
  const row = selectedRow(state.panes.list)
  return row?.type === 'mail' ? row.message : undefined
}

/** The same message with its text, where that is here. */
export function textHere(state: HasPanes): FullMessageValue | undefined {
  const message = messageHere(state)
  return threadHere(state)?.messages.find(({ id }) => id === message?.id)
}
