import { type Ending, type Endings, type Outcome, outcomeOf } from '../../../src/domain/outcome.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped } from '../database/sequences.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'

type EndingRow = {
  readonly seq: number
  readonly agent_id: number
  readonly what: keyof Endings
  readonly actor_id: number
  readonly at: number
  readonly reason: unknown
}

const endingsSql = `SELECT e.seq, e.agent_id, e.what, t.actor_id, t.at, readable(e.detail)::json ->> 'reason' AS reason
FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what IN ('answered', 'complete', 'fail', 'lapsed', 'ignored', 'dead', 'redelivered') ORDER BY e.seq`

/** The outcome of the copies of these messages, with a limit per message. */
export async function outcomesOf(
  connection: Connection,
  messages: readonly number[],
  most: number,
): Promise<readonly Outcome[]> {
  return flatMapped(messages, async (message) => {
    const rank = await rankOfMessage(connection, message)
    if (rank === undefined) return []
    const endings = await endingsOf(connection, message)
    return flatMapped((await holdersOf(connection, message)).slice(0, most), async (agent) => {
      const row = await findCopyRow(connection, agent, rank)
      const outcome =
        row === undefined ? null : outcomeOf(await deliveryOf(connection, row), endings.get(agent) ?? {})
      return outcome === null ? [] : [outcome]
    })
  })
}

/** The last event of each sort, by whose copy it is. */
export async function endingsOf(
  connection: Connection,
  message: number,
): Promise<ReadonlyMap<number, Endings>> {
  const names = namesOf(connection)
  const endings = new Map<number, Endings>()
  for (const row of (await connection.statement(endingsSql).all(message)) as EndingRow[]) {
    const { seq, agent_id, what, actor_id, at, reason } = row
    const ending: Ending = {
      seq,
      by: await names.of(actor_id),
      at,
      reason: typeof reason === 'string' ? reason : null,
    }
    endings.set(agent_id, { ...endings.get(agent_id), [what]: ending })
  }
  return endings
}
