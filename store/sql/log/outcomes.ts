import { type Ending, type Endings, type Outcome, outcomeOf } from '../../../src/domain/outcome.ts'
import type { Connection } from '../connection.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { addressOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
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
  const rank = yield* rankOfMessage(connection, message)
  if (rank === undefined) return []
  const endings = yield* endingsOf(connection, message)
  const holders = (yield* holdersOf(connection, message)).slice(0, most)
  const outcomes = yield* sideBySide(connection, holders, function* (at, agent) {
    const row = yield* findCopyRow(at, agent, rank)
    return row === undefined ? null : outcomeOf(yield* deliveryOf(at, row), endings.get(agent) ?? {})
  })
  return outcomes.filter((outcome) => outcome !== null)
}

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
