import type { Tx } from '../connection.ts'
import { messages, placedColumns, type WrittenRow, writtenColumns } from '../tables/messages.ts'
import { cellsOf, insertSql } from '../tables/table.ts'
import type { Work } from '../work.ts'
import type { Prepared } from './prepared.ts'

/** What a message gets when it is stored, beside what its sender wrote. */
export type NumberedMessage = {
  readonly id: number
  readonly thread: number
  readonly rank: number
  readonly sender: number
  readonly arrivedAt: number
  readonly recipients: readonly number[]
}

const columns = [...placedColumns, ...writtenColumns]
const messageSql = insertSql(messages, columns)
/** Of a body that lies elsewhere. */
const keptSql = insertSql(messages, [...columns, 'body_file'])

/** What its sender wrote, as the columns keep it. */
export function writtenRow({ post, digest, file, more, written }: Prepared): WrittenRow {
  return {
    reply_to: post.replyTo,
    principal: post.principal,
    kind: post.kind,
    sent_at: post.sentAt,
    expires_at: post.expiresAt,
    key: post.key,
    digest,
    task: post.task,
    swarm: post.swarm,
    written,
    more,
    automatic: Number(post.automatic ?? false),
    hops: post.hops ?? 0,
    replaces: post.replaces ?? null,
    subject: post.subject,
    preview: post.preview,
    body: file === null ? post.body : '',
  }
}

export function* addMessage(tx: Tx, prepared: Prepared, placed: NumberedMessage): Work<void> {
  const { id, thread, rank, sender, arrivedAt, recipients } = placed
  // Apart from what its sender wrote: to put one object together of both takes as long as all the rest.
  const place = cellsOf(placedColumns, {
    id,
    thread_id: thread,
    sender_id: sender,
    rank,
    arrived_at: arrivedAt,
    recipients: `[${recipients.join(',')}]`,
  })
  const cells = cellsOf(writtenColumns, writtenRow(prepared))
  if (prepared.file === null) yield* tx.run(messageSql, ...place, ...cells)
  else yield* tx.run(keptSql, ...place, ...cells, prepared.file)
}
