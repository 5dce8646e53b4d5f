import { boxes } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { LeftOpen } from '../../session-store.ts'
import { findSession } from '../../sql/rows/session-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { shared } from '../engine/shared.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'

const [unread, read, processing] = [
  boxes.indexOf('unread'),
  boxes.indexOf('read'),
  boxes.indexOf('processing'),
]

/** Nobody works on more at one time; what is read and owed beyond it is what `owed` lists. */
const mostLookedAt = 500

type Place = { readonly agent_id: number; readonly rank: number }

const openSql = `SELECT agent_id, rank FROM deliveries WHERE agent_id = @agent AND box = ${read} AND owes = 1
UNION ALL SELECT agent_id, rank FROM deliveries WHERE agent_id = @agent AND box = ${processing}
UNION ALL SELECT d.agent_id, d.rank FROM queues q JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing} AND d.held_by = @address
ORDER BY rank LIMIT ${mostLookedAt}`
const shownSql = `SELECT t.session FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what IN ('shown', 'read', 'process', 'retry', 'claim', 'renew') ORDER BY e.seq DESC`

/** What is open of the mail that this session has not seen. */
export async function leftOpen(
  connection: Connection,
  address: string,
  session: string | null,
  most: number,
): Promise<readonly LeftOpen[]> {
  const agent = await namesOf(connection).find(address)
  if (agent === undefined) return []
  const found: LeftOpen[] = []
  for (const place of (await connection.statement(openSql).all({ agent, address })) as readonly Place[]) {
    const sessions = await sessionsShown(connection, place)
    const isOther =
      session === null
        ? sessions.some((one) => one !== null)
        : sessions.length > 0 && !sessions.includes(session)
    const letter = isOther ? await letterAt(connection, place) : null
    const shown = sessions.find((one) => one !== null) ?? null
    const life = shown === null ? null : await inTurn(findSession(shared(connection), agent, shown))
    if (letter !== null) found.push({ ...letter, session: shown, life })
    if (found.length === most) break
  }
  return found
}

/** The sessions that a copy was shown to, the last one first. */
async function sessionsShown(
  connection: Connection,
  { agent_id, rank }: Place,
): Promise<readonly (string | null)[]> {
  return (await connection.column(shownSql).all(idOfRank(rank), agent_id)) as (string | null)[]
}

async function letterAt(connection: Connection, { agent_id, rank }: Place): Promise<Letter | null> {
  const row = await findCopyRow(connection, agent_id, rank)
  return row === undefined
    ? null
    : await findLetter(connection, idOfRank(rank), async () => deliveryOf(connection, row))
}

/** Work that came back to agents' own mailboxes and lies there unread. */
export async function returnedLetters(connection: Connection, most: number): Promise<readonly Letter[]> {
  const sql = `SELECT r.agent_id, r.rank FROM returned r JOIN deliveries d ON d.agent_id = r.agent_id AND d.box = ${unread} AND d.rank = r.rank
WHERE NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = r.agent_id) LIMIT ?`
  return (
    await mapped((await connection.statement(sql).all(most)) as Place[], async (place) =>
      letterAt(connection, place),
    )
  ).filter((letter) => letter !== null)
}
