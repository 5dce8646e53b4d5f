import { priorities } from '../../../src/domain/priority.ts'
import type { Post, Posted } from '../../mail-store.ts'
import type { Prepared } from '../../sql/rows/prepared.ts'
import { step, type Work } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'

const deliverSql = `SELECT deliver(${[
  ...['text', 'text', 'bigint', 'bigint', 'text', 'bigint', 'bigint'],
  ...['bigint', 'text', 'text', 'text', 'text', 'text', 'text', 'text', 'text', 'text'],
  ...['text[]', 'text[]', 'boolean[]', 'bigint[]', 'text[]', 'bigint[]'],
  ...['bigint', 'text', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'boolean', 'text', 'text'],
]
  .map((type) => `?::${type}`)
  .join(', ')})`

type Delivered =
  | null
  | readonly [
      id: number,
      thread: number,
      duplicate: boolean,
      repeat?: number | null,
      address?: string | null,
      isRead?: boolean | null,
    ]

/** `undefined` where the message may not go, or closes more than its sender's own copy. */
export function* deliverAtOnce(driver: Connection, prepared: Prepared): Work<Posted | undefined> {
  const row = (yield* step(() => driver.column(deliverSql).get(...valuesOf(prepared)))) as Delivered
  if (row === null) return undefined
  const [id, thread, duplicate, repeat = null, address, isRead] = row
  if (duplicate) return { id, thread, duplicate: true }
  const repeats =
    repeat === null ? undefined : { id: repeat, address: address ?? '', isRead: isRead ?? false }
  return { id, thread, duplicate: false, repeats }
}

const answeredBy = ({ answers, replyTo }: Post): number | null => (answers ? replyTo : null)

/** In the order of the function: an object of so many properties takes forty times as long to make. */
function valuesOf({ post, digest, more, written }: Prepared): readonly unknown[] {
  const { from, principal, replyTo, thread, kind, priority, tier, sentAt, expiresAt, key, task, swarm } = post
  const { subject, preview, body, recipients, selectors, expect, foreign } = post
  const held = selectors.length === 0 ? null : selectors
  return [
    ...[from, principal, replyTo, thread, kind, priorities.indexOf(priority) * 8 + tier, sentAt],
    ...[expiresAt, key, digest, task, swarm, written, more, subject, preview, body],
    recipients.map(({ address }) => address),
    recipients.map(({ via }) => via),
    recipients.map(({ owes }) => owes),
    recipients.map(({ expiresAt: end }) => end),
    held?.map(({ selector }) => selector),
    held?.map(({ expiresAt: end }) => end),
    ...[
      answeredBy(post),
      post.origin?.session,
      expect.roster,
      expect.newest,
      expect.endings,
      expect.mostUnread,
    ],
    ...[post.repeatsAmong, post.repeatsRead ?? false, foreign?.format, foreign?.id],
  ]
}
