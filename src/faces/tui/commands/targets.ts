import { placeAddress } from '../../../domain/places.ts'
import type { MessageValue } from '../../../operations/values.ts'
import { chosenIds } from '../panes/inbox/chosen.ts'
import { messageOfRow } from '../panes/inbox/list.ts'
import { messageHere } from '../panes/thread/here.ts'
import { type State, type Target, withPanes } from '../state.ts'

/** The copies that a command changes: the message under the cursor in the thread, the chosen rows in the list. */
export function targetsOf(state: State): readonly Target[] {
  const { list } = state.panes
  const { me } = state.session
  const target = (id: string, owner: string | null): Target => ({
    id,
    of: owner === null || owner === me.address ? null : owner,
  })
  if (state.panes.focus === 'thread')
    return targetedMessages(state).map(({ id, owner }) => target(id, owner ?? listedOwner(state)))
  const rows = new Map(list.rows.map((row) => [row.id, row]))
  return chosenIds(list).flatMap((id) => {
    const row = rows.get(id)
    if (row !== undefined && row.type !== 'mail') return []
    return [target(messageOfRow(id), row?.message.owner ?? listedOwner(state))]
  })
}

/** The same messages with their values, as far as they are loaded. */
export function targetedMessages(state: State): readonly MessageValue[] {
  if (state.panes.focus === 'thread') return [messageHere(state)].filter((message) => message !== undefined)
  const chosen = new Set(chosenIds(state.panes.list))
  return state.panes.list.rows.flatMap((row) =>
    row.type === 'mail' && chosen.has(row.id) ? [row.message] : [],
  )
}

/** Whose copies the list shows, where a row does not say. */
function listedOwner({ panes: { list }, session: { me } }: State): string {
  const { source } = list
  if (source.type === 'mailbox') return source.owner
  const isPlace = source.type === 'queue' || source.type === 'channel'
  return isPlace ? placeAddress(source.type, source.name) : me.address
}

export function hasTarget(state: State): true | string {
  return targetsOf(state).length > 0 || 'No message is selected.'
}

/** A change clears the selection that it was made for. */
export function unmarked(state: State): State {
  return withPanes(state, { list: { ...state.panes.list, marked: new Set<string>(), anchor: null } })
}
