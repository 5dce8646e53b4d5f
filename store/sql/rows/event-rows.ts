import type { EventWord, MailEvent } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { addressOf, knownAddress } from './names.ts'

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
  'e.seq, e.deed_id, e.message_id, e.agent_id, e.what, e.detail, t.at, t.actor_id, t.principal, t.session, t.command FROM events e CROSS JOIN deeds t ON t.id = e.deed_id'

export function* eventOf(connection: Connection, row: EventRow): Work<MailEvent> {
  return {
    seq: row.seq,
    deed: row.deed_id,
    at: row.at,
    actor: knownAddress(connection, row.actor_id) ?? (yield* addressOf(connection, row.actor_id)),
    principal: row.principal,
    owner: knownAddress(connection, row.agent_id) ?? (yield* addressOf(connection, row.agent_id)),
    what: row.what as EventWord,
    message: row.message_id,
    session: row.session,
    command: row.command,
    detail: row.detail === null ? null : yield* detailOf(connection, JSON.parse(row.detail)),
  }
}

/** A settlement may note the moment of its look; outside it is the newest message of that moment. */
function* detailOf(connection: Connection, detail: JsonObject): Work<JsonObject> {
  const { upto } = detail
  return typeof upto === 'string' ? { ...detail, upto: yield* connection.engine.newestAt(upto) } : detail
}
