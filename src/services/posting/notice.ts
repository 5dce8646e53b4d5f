import type { Posted } from '../../../store/mail-store.ts'
import type { Priority } from '../../domain/priority.ts'
import type { Context } from '../context.ts'
import { plainPost } from './plain-post.ts'

export type Notice = {
  readonly to: readonly string[]
  readonly subject: string
  readonly body: string
  /** The message it is about; the notice goes into its thread. */
  readonly about: { readonly id: number; readonly thread: number } | null
  /** Sent once, whichever process finds the reason first. */
  readonly key: string | null
  readonly priority?: Priority
  readonly tags?: readonly string[]
}

/** A notification from the system. It cannot be answered, and no rule of the sender applies. */
export async function postNotice(context: Context, notice: Notice): Promise<Posted> {
  const { to, subject, body, about, key, priority = 'normal', tags = [] } = notice
  const post = plainPost({
    from: 'system',
    to,
    kind: 'notification',
    priority,
    tier: 1,
    subject,
    body,
    tags,
    sentAt: context.now(),
    key,
    origin: context.origin,
    replyTo: about?.id ?? null,
    thread: about?.thread ?? null,
    recipients: to.map((address) => ({ address, via: 'to', owes: false, expiresAt: null })),
  })
  const posted = await context.store.messages.deliver(post)
  if (!posted.duplicate) context.bells?.later(context, to)
  return posted
}
