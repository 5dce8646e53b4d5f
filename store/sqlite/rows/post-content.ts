import { MailError } from '../../../src/domain/errors.ts'
import type { Post, Posted } from '../../mail-store.ts'
import { digestOf } from '../../shared/post-digest.ts'
import type { Bodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import type { More } from './rows.ts'

/** Longer bodies lie in files of their own: a long row would hold the lock while it is written. */
const longestInline = 256 * 1024

/** A post with what can be worked out before the lock is taken. */
export type Prepared = {
  readonly post: Post
  readonly digest: string | null
  readonly file: string | null
  readonly more: string | null
  readonly written: string
}

export function prepare(post: Post, bodies: Bodies): Prepared {
  const long = post.body.length > longestInline / 3 && Buffer.byteLength(post.body) > longestInline
  return {
    post,
    digest: post.key === null ? null : (post.sameAs ?? digestOf(post)),
    file: long ? bodies.keep(post.body) : null,
    more: moreOf(post),
    written: JSON.stringify({ to: post.to, cc: post.cc }),
  }
}

export function moreOf({
  payload,
  context,
  attachments,
  tags,
  meta,
  origin,
  imported,
}: Pick<Post, 'payload' | 'context' | 'attachments' | 'tags' | 'meta' | 'origin' | 'imported'>):
  | string
  | null {
  if (
    (payload ?? context ?? meta ?? origin ?? imported ?? null) === null &&
    attachments.length + tags.length === 0
  )
    return null
  const more: More = {
    ...(payload === null ? {} : { payload }),
    ...(context === null ? {} : { context }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(meta === null ? {} : { meta }),
    ...(origin === null ? {} : { origin }),
    ...(imported === undefined ? {} : { imported }),
  }
  const text = JSON.stringify(more)
  return text === '{}' ? null : text
}

export function findDuplicate(
  connection: Connection,
  sender: number,
  key: string,
  digest: string | null,
): Posted | null {
  const sql =
    'SELECT id, thread_id AS thread, digest FROM messages WHERE sender_id = ? AND key = ? AND key IS NOT NULL'
  const row = connection.statement(sql).get(sender, key) as
    | { id: number; thread: number; digest: string }
    | undefined
  if (row === undefined) return null
  if (row.digest === digest) return { id: row.id, thread: row.thread, duplicate: true }
  throw new MailError(
    'conflict',
    `The key ${key} was already used for a message with other content.`,
    'Use a different --key for each message.',
  )
}
