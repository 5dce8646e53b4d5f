import type { MessageCursor } from '../../cursor.ts'
import type { Told } from '../../sql/connection.ts'
import { spoken } from '../../sql/dialect.ts'
import type { Connection } from '../database/connection.ts'

export function toldOf(
  connection: Connection,
  agent: number,
  session: string,
  messages: readonly number[],
): Told {
  return connection.read(() => {
    const known = messages.flatMap((message) => {
      const how = howTold(connection, agent, session, message)
      return how === null ? [] : [{ message, ...how }]
    })
    const idsOf = (some: typeof known) => some.map(({ message }) => message)
    const upto = toldUpTo(connection, agent, session)
    const newest = connection.column('SELECT coalesce(max(id), 0) FROM messages').get()
    return {
      told: idsOf(known),
      portioned: idsOf(known.filter(({ portion }) => portion)),
      stopped: idsOf(known.filter(({ stopped }) => stopped)),
      earlier: messages.filter((message) => message <= upto),
      newest: String(newest) as MessageCursor,
    }
  })
}

/** A session's last hand-over is among these, or so old that later mail alone counts. */
const deedsLookedAt = 10_000

const toldSql = `SELECT max(coalesce(json_extract(e.detail, '$.portion'), 0)) AS portion,
  max(coalesce(json_extract(e.detail, '$.stopped'), 0)) AS stopped
FROM events e CROSS JOIN deeds d ON d.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what IN ('shown', 'told') AND d.session = ?`

/** How a session knows a copy: in part, and whether it was kept from stopping for it; `null` if not at all. */
function howTold(
  connection: Connection,
  agent: number,
  session: string,
  message: number,
): { readonly portion: boolean; readonly stopped: boolean } | null {
  const row = connection.statement(toldSql).get(message, agent, session) as {
    readonly portion: number | null
    readonly stopped: number | null
  }
  return row.portion === null ? null : { portion: row.portion === 1, stopped: row.stopped === 1 }
}

const uptoSql = spoken(
  'sqlite',
  `SELECT max(max(e.message_id, coalesce(json_extract(e.detail, '$.upto'), 0))) AS upto
FROM deeds d CROSS JOIN events e ON of_deed(e, d)
WHERE d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt} AND d.what = 'shown' AND d.session = ? AND e.agent_id = ?`,
)

/** The newest message that a session was shown, in full, by header or by count; 0 for none. */
function toldUpTo(connection: Connection, agent: number, session: string): number {
  const row = connection.statement(uptoSql).get(session, agent) as { readonly upto: number | null }
  return row.upto ?? 0
}
