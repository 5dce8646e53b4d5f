import type { Post } from '../../../store/mail-store.ts'
import { budgetOf, budgetSpan, hygieneWarnings, lookedBack } from '../../domain/hygiene.ts'
import { shortId } from '../../domain/id.ts'
import type { Context } from '../operation.ts'

/**
 * What a careful sender would be told before this leaves. It looks at the sender's last few messages only, never at
 * a mailbox; who has no budget pays for one look.
 */
export async function adviceOn(context: Context, post: Post, again: boolean): Promise<readonly string[]> {
  const { actor, settings, store } = context
  const budget = budgetOf(actor, settings.budgets)
  const most = budget?.habits.most ?? 0
  const answers = post.replyTo !== null || post.thread !== null
  const to = post.recipients.map(({ address }) => address)
  const repeats =
    again || answers || post.subject === ''
      ? null
      : await store.messages.findRepeat(post.from, post.subject, to, lookedBack, post.sentAt)
  const sent = most > 0 ? await store.messages.sentSince(post.from, post.sentAt - budgetSpan, most) : 0
  return hygieneWarnings(
    { ...post, to, answers },
    { budget, sent, repeats: repeats && { id: shortId(repeats.id), address: repeats.address } },
  )
}
