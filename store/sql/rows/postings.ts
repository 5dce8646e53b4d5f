import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'

/** When mail was taken back that is so still. What waited ended then, and nobody did it. */
const overAt = '(SELECT r.at FROM retractions r WHERE r.message_id = postings.message_id AND r.undone = 0)'
const doneSql = `SELECT selector FROM postings WHERE message_id = ? AND done_at IS NOT NULL AND done_at IS DISTINCT FROM ${overAt}`
const endSql = `UPDATE postings SET done_at = ? WHERE selector = ? AND message_id = ? AND (done_at IS NULL OR done_at = ${overAt})`
const reopenSql = `UPDATE postings SET done_at = ${overAt} WHERE selector = ? AND message_id = ? AND done_at = ?`

/** Agents that join later get a role's mail only while it is not done. */
export function* endPosting(tx: Tx, selector: string, message: number, at: number): Work<void> {
  yield* tx.run(endSql, at, selector, message)
}

/** What was done at that time is waited for again, unless it was taken back; what was done before stays done. */
export function* reopenPosting(tx: Tx, selector: string, message: number, at: number): Work<void> {
  yield* tx.run(reopenSql, selector, message, at)
}

/** Under what a message was kept that somebody did. */
export function donePostings(tx: Tx, message: number): Work<readonly string[]> {
  return tx.cells<string>(doneSql, message)
}

/** Nobody who joins later gets the message. */
export function* endPostings(tx: Tx, message: number, at: number): Work<void> {
  yield* tx.run('UPDATE postings SET done_at = ? WHERE message_id = ? AND done_at IS NULL', at, message)
}

/** What ended at that time waits again. */
export function* reopenPostings(tx: Tx, message: number, at: number): Work<void> {
  yield* tx.run('UPDATE postings SET done_at = NULL WHERE message_id = ? AND done_at = ?', message, at)
}
