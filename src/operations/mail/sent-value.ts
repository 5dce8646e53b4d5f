import type { Post, Posted } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import { stateOf } from './directory.ts'

export type SentValue = {
  readonly id: string
  readonly thread: string
  readonly recipients: readonly {
    readonly address: string
    readonly state: 'delivered' | 'held' | 'queued' | 'posted' | 'remote'
  }[]
  readonly duplicate: boolean
  readonly warnings: readonly string[]
}

export function sentValue(
  posted: Posted,
  post: Post,
  held: readonly string[],
  warnings: readonly string[],
): SentValue {
  const waiting = post.selectors
    .map(({ selector }) => selector)
    .filter(
      (selector) => selector.startsWith('role:') && !post.recipients.some(({ via }) => via === selector),
    )
  return {
    id: shortId(posted.id),
    thread: shortId(posted.thread),
    recipients: [
      ...post.recipients.map(({ address }) => ({ address, state: stateOf(address) })),
      ...(post.channels ?? []).map((name) => ({ address: `channel:${name}`, state: 'posted' as const })),
      ...[...waiting, ...held].map((address) => ({ address, state: 'held' as const })),
    ],
    duplicate: posted.duplicate,
    warnings,
  }
}
