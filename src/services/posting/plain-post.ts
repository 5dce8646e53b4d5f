import type { Post } from '../../../store/mail-store.ts'
import { previewOf } from '../../domain/message.ts'

type Said = Pick<Post, 'from' | 'to' | 'kind' | 'tier' | 'subject' | 'body' | 'sentAt'> & Partial<Post>

/** A message of ours that is put together without a sender's rules: only what is said of it differs from a bare one. */
export function plainPost(said: Said): Post {
  return {
    principal: null,
    cc: [],
    priority: 'normal',
    preview: previewOf(said.body),
    payload: null,
    context: null,
    attachments: [],
    tags: [],
    swarm: null,
    task: null,
    expiresAt: null,
    key: null,
    meta: null,
    origin: null,
    replyTo: null,
    thread: null,
    recipients: [],
    selectors: [],
    answers: false,
    expect: {},
    ...said,
  }
}
