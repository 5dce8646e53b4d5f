import type { Post } from '../../mail-store.ts'
import { digestOf } from '../../shared/post-digest.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import type { Prepared } from './prepared.ts'
import type { More } from './rows.ts'

export function* prepare(connection: Connection, post: Post): Work<Prepared> {
  return {
    post,
    digest: post.key === null ? null : (post.sameAs ?? digestOf(post)),
    file: yield* connection.engine.keepLong(post.body),
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
