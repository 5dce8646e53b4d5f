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

export const eventColumns =
  'e.seq, e.deed_id, e.message_id, e.agent_id, e.what, e.detail, t.at, t.actor_id, t.principal, t.session, t.command FROM events e JOIN deeds t ON t.id = e.deed_id'

export async function eventOf(connection: Connection, row: EventRow): Promise<MailEvent> {
  const names = namesOf(connection)
  const detail = row.detail === null ? null : (JSON.parse(row.detail) as JsonObject)
  return {
    seq: row.seq,
    deed: row.deed_id,
    at: row.at,
    actor: await names.of(row.actor_id),
    principal: row.principal,
    owner: await names.of(row.agent_id),
    what: row.what as EventWord,
    message: row.message_id,
    session: row.session,
    command: row.command,
    detail: detail === null ? null : await detailOf(connection, detail),
  }
}

const newestSql =
  'SELECT id FROM messages WHERE pg_visible_in_snapshot(xact, ?::text::pg_snapshot) ORDER BY id DESC LIMIT 1'

/** A settlement notes the moment of its look; outside it is the newest message of that moment. */
async function detailOf(connection: Connection, detail: JsonObject): Promise<JsonObject> {
  const { upto } = detail
  if (typeof upto !== 'string') return detail
  return { ...detail, upto: ((await connection.column(newestSql).get(upto)) as number | undefined) ?? 0 }
}
