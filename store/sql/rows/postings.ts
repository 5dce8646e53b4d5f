import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'

/** Agents that join later get a role's mail only while it is not done. */
export function* endPosting(tx: Tx, selector: string, message: number, at: number): Work<void> {
  const sql = 'UPDATE postings SET done_at = ? WHERE selector = ? AND message_id = ? AND done_at IS NULL'
  yield* tx.run(sql, at, selector, message)
}

/** What was done at that time is waited for again; what was done before stays done. */
export function* reopenPosting(tx: Tx, selector: string, message: number, at: number): Work<void> {
  const sql = 'UPDATE postings SET done_at = NULL WHERE selector = ? AND message_id = ? AND done_at = ?'
  yield* tx.run(sql, selector, message, at)
}

/** Nobody who joins later gets the message. */
export function* endPostings(tx: Tx, message: number, at: number): Work<void> {
  yield* tx.run('UPDATE postings SET done_at = ? WHERE message_id = ? AND done_at IS NULL', at, message)
}

export function* reopenPostings(tx: Tx, message: number, at: number): Work<void> {
  yield* tx.run('UPDATE postings SET done_at = NULL WHERE message_id = ? AND done_at = ?', message, at)
}
