import { placeAddress, placeOf } from '../../../domain/places.ts'
import type { MessageValue } from '../../../services/values.ts'
import { withKeys } from '../keymap.ts'
import { chosenIds, unchosen } from '../panes/inbox/chosen.ts'
import { messageOfRow, placesOf } from '../panes/inbox/list.ts'
import { otherMailbox } from '../panes/inbox/scopes.ts'
import { messageHere } from '../panes/thread/here.ts'
import {
  type Browsing,
  type HasPanes,
  type HasSession,
  isCovered,
  type Session,
  type Target,
  withPanes,
} from '../state.ts'

/** The copies that a command changes: the message under the cursor in the thread, the chosen rows in the list. */
export function targetsOf(state: Browsing): readonly Target[] {
  const { list } = state.panes
  const of = (owner: string | null): string | null => copyOf(state, owner)
  if (state.panes.focus === 'thread' || isCovered(state))
    return targetedMessages(state).map(({ id, owner }) => ({ id, of: of(owner) }))
  const places = placesOf(list.rows)
  const chosen = chosenIds(list).flatMap((id) => {
    const row = list.rows[places.get(id) ?? -1]
    if (row !== undefined && row.type !== 'mail') return []
    // A thread's row selects all of its listed messages.
    const messages = row?.conversation?.messages ?? [row?.message.id ?? messageOfRow(id)]
    return messages.map((message) => ({ id: message, of: of(row?.message.owner ?? null) }))
  })
  return [...new Map(chosen.map((one) => [`${one.id} ${one.of ?? ''}`, one])).values()]
}

/**
 * The owner of the copy that a change is for: the person, but in a place the place, and in another's mailbox its owner.
 */
function copyOf(state: Browsing, owner: string | null): string | null {
  const { source } = state.panes.list
  const isPlace = !isCovered(state) && (source.type === 'queue' || source.type === 'channel')
  if (owner !== null && placeOf(owner) !== null) return owner
  if (owner === null && isPlace) return placeAddress(source.type, source.name)
  return otherMailbox(state)
}

/** The same messages with their values, as far as they are loaded. */
export function targetedMessages(state: HasPanes): readonly MessageValue[] {
  if (state.panes.focus === 'thread' || isCovered(state))
    return [messageHere(state)].filter((message) => message !== undefined)
  const { list } = state.panes
  const places = placesOf(list.rows)
  const chosen = chosenIds(list).flatMap((id) => places.get(id) ?? [])
  return chosen
    .toSorted((one, other) => one - other)
    .flatMap((at) => {
      const row = list.rows[at]
      return row?.type === 'mail' ? [row.message] : []
    })
}

/** Why nothing here can be changed, or `true`. */
export function hasTarget(state: Browsing): true | string {
  if (targetsOf(state).length === 0) return 'No message is selected.'
  const other = otherMailbox(state)
  if (other !== null) return mayAct(state, other)
  const [message, ...more] = targetedMessages(state)
  const holder = message === undefined || more.length > 0 ? null : otherHolder(state.session, message)
  return holder === null || `You have no copy of ${message?.id}: it is ${holder}'s.`
}

/** Another's mailbox is read-only until one acts as its owner. */
export function mayAct(state: HasSession, owner: string): true | string {
  const { acting, keymap } = state.session
  return (
    acting?.as === owner || withKeys(keymap, `${owner}'s mailbox is read-only: {act-as} acts as ${owner}.`)
  )
}

/** The holder of the shown copy, if it is another agent. */
function otherHolder({ me }: Session, { owner }: MessageValue): string | null {
  return owner === null || owner === me.address || placeOf(owner) !== null ? null : owner
}

/** A change clears the selection that it was made for. */
export function unmarked<S extends HasPanes>(state: S): S {
  return isCovered(state) ? state : withPanes(state, { list: unchosen(state.panes.list) })
}
