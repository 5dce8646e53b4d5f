import type { Post } from '../mail-store.ts'
import { loadCrypto } from './crypto.ts'

/** In an order that never changes: digests are kept. */
const written = [
  'to',
  'cc',
  'kind',
  'priority',
  'subject',
  'body',
  'payload',
  'context',
  'attachments',
  'tags',
  'swarm',
  'task',
  'meta',
  'replyTo',
  'thread',
] as const satisfies readonly (keyof Post)[]

/** Two posts are the same if their content is. Times, origin and the current roster do not count. */
export function digestOf(post: Post): string {
  const content = JSON.stringify(
    written.map((name) => (name === 'to' ? (post.asked ?? post.to) : post[name])),
  )
  return loadCrypto().hash('sha256', content, 'base64url')
}
