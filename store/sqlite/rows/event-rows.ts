import type { EventWord, MailEvent } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from './names.ts'

export type EventRow = {
  readonly seq: number
  readonly deed_id: number
  readonly message_id: number
  readonly agent_id: number
  readonly what: string
  readonly detail: string | null
  readonly at: number
  readonly actor_id: number
  readonly principal: string | null
  readonly session: string | null
  readonly command: string | null
}

/** The events `e` of a change: the one that it names, and those after it, which an index finds. */
export const ofDeed = (deed: string) =>
  `(e.seq = ${deed}.first_event OR (e.later = 1 AND e.deed_id = ${deed}.id))`

export const eventColumns =
  'e.seq, e.deed_id, e.message_id, e.agent_id, e.what, e.detail, t.at, t.actor_id, t.principal, t.session, t.command FROM events e CROSS JOIN deeds t ON t.id = e.deed_id'

export function eventOf(connection: Connection, row: EventRow): MailEvent {
  const names = namesOf(connection)
  return {
    seq: row.seq,
    deed: row.deed_id,
    at: row.at,
    actor: names.of(row.actor_id),
    principal: row.principal,
    owner: names.of(row.agent_id),
    what: row.what as EventWord,
    message: row.message_id,
    session: row.session,
    command: row.command,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as JsonObject),
  }
}
