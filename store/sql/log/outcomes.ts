import { type Ending, type Endings, type Outcome, outcomeOf } from '../../../src/domain/outcome.ts'
import type { Connection } from '../connection.ts'
import { holdersSql } from '../rows/copies.ts'
import { addressOf } from '../rows/names.ts'
import { copyShape, deliveryOf } from '../rows/rows.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'

type EndingRow = {
  readonly seq: number
  readonly agent_id: number
  readonly what: keyof Endings
  readonly actor_id: number
  readonly at: number
  readonly reason: unknown
}

const endingsSql = `SELECT e.seq, e.agent_id, e.what, t.actor_id, t.at, text_at(e.detail, reason) AS reason
FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what IN ('answered', 'complete', 'fail', 'lapsed', 'ignored', 'dead', 'redelivered', 'retract', 'replaced') ORDER BY e.seq`

/** The outcome of the copies of these messages, with a limit per message. */
export function* outcomesOf(
  connection: Connection,
  messages: readonly number[],
  most: number,
): Work<readonly Outcome[]> {
  return (yield* sideBySide(connection, messages, (at, message) => outcomesIn(at, message, most))).flat()
}

function* outcomesIn(connection: Connection, message: number, most: number): Work<readonly Outcome[]> {
  const [endings, rows] = yield* eachBeside(
    connection,
    (at) => endingsOf(at, message),
    (at) => at.wide(copyShape, copiesSql, { message, most }),
  )
  const outcomes = yield* sideBySide(connection, rows, function* (at, row) {
    return outcomeOf(yield* deliveryOf(at, row), endings.get(row.agent_id) ?? {})
  })
  return outcomes.filter((outcome) => outcome !== null)
}

const copiesSql = `SELECT ${copyShape.columns} FROM messages m CROSS JOIN (${holdersSql} LIMIT @most) h ON TRUE
CROSS JOIN deliveries d ON d.agent_id = h.id AND d.box = box_of(h.id, m.rank) AND d.rank = m.rank WHERE m.id = @message ORDER BY d.agent_id`

/** The last event of each sort, by whose copy it is. */
export function* endingsOf(connection: Connection, message: number): Work<ReadonlyMap<number, Endings>> {
  const endings = new Map<number, Endings>()
  for (const row of yield* connection.rows<EndingRow>(endingsSql, message)) {
    const { seq, agent_id, what, actor_id, at, reason } = row
    const ending: Ending = {
      seq,
      by: yield* addressOf(connection, actor_id),
      at,
      reason: typeof reason === 'string' ? reason : null,
    }
    endings.set(agent_id, { ...endings.get(agent_id), [what]: ending })
  }
  return endings
}
