import type { Tx } from '../connection.ts'
import { messages, type WrittenRow } from '../tables/messages.ts'
import { cellsOf, columnsBut, insertSql } from '../tables/table.ts'
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

const columns = columnsBut(messages)
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
    subject: post.subject,
    preview: post.preview,
    body: file === null ? post.body : '',
  }
}

export function* addMessage(tx: Tx, prepared: Prepared, placed: Placed): Work<void> {
  const { id, thread, rank, sender, arrivedAt, recipients } = placed
  const cells = cellsOf(columns, {
    ...writtenRow(prepared),
    ...{ id, thread_id: thread, sender_id: sender, rank, arrived_at: arrivedAt },
    recipients: `[${recipients.join(',')}]`,
  })
  if (prepared.file === null) yield* tx.run(messageSql, ...cells)
  else yield* tx.run(keptSql, ...cells, prepared.file)
}
