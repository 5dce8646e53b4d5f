import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'
import type { Prepared } from './prepared.ts'

export type Placed = {
  readonly id: number
  readonly thread: number
  readonly rank: number
  readonly sender: number
  readonly arrivedAt: number
  readonly recipients: readonly number[]
}

const columns =
  'id, thread_id, reply_to, sender_id, principal, kind, rank, sent_at, arrived_at, expires_at, key, digest, task, swarm, written, recipients, more, subject, preview'
const values = columns.replaceAll(/\w+/gu, '?')
const messageSql = `INSERT INTO messages(${columns}, body) VALUES(${values}, ?)`
/** Of a body that lies elsewhere. */
const keptSql = `INSERT INTO messages(${columns}, body_file, body) VALUES(${values}, ?, '')`

export function* addMessage(
  tx: Tx,
  { post, digest, file, more, written }: Prepared,
  { id, thread, rank, sender, arrivedAt, recipients }: Placed,
): Work<void> {
  const { replyTo, principal, kind, sentAt, expiresAt, key, task, swarm, subject, preview, body } = post
  yield* tx.run(
    file === null ? messageSql : keptSql,
    ...[id, thread, replyTo, sender, principal, kind, rank, sentAt, arrivedAt, expiresAt, key, digest],
    ...[task, swarm, written, `[${recipients.join(',')}]`, more, subject, preview, file ?? body],
  )
}
