import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'

/** A copy that a loop holds back, and whether it owes an answer once it is delivered. */
export type HeldBack = {
  readonly agent: number
  readonly rank: number
  readonly loop: number
  readonly message: number
  readonly owes: boolean
}

/** Who had it held back before, by a loop that ended, has it by this one now. */
const sql = `INSERT INTO withheld(agent_id, rank, loop_id, message_id, owes) VALUES(?, ?, ?, ?, ?)
ON CONFLICT(agent_id, rank) DO UPDATE SET loop_id = excluded.loop_id, owes = excluded.owes`

export function* noteHeldBack(tx: Tx, { agent, rank, loop, message, owes }: HeldBack): Work<void> {
  yield* tx.run(sql, agent, rank, loop, message, owes ? 1 : 0)
}
