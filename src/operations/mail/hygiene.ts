import type { Post } from '../../../store/mail-store.ts'
import { budgetOf, budgetSpan, hygieneWarnings, lookedBack } from '../../domain/hygiene.ts'
import { shortId } from '../../domain/id.ts'
import type { Context } from '../operation.ts'

/** A budget follows from who writes and from the settings, and both stand still as long as a context does. */
const budgets = new WeakMap<Context, ReturnType<typeof budgetOf>>()

function budgetIn(context: Context): ReturnType<typeof budgetOf> {
  let budget = budgets.get(context)
  if (budget === undefined) budgets.set(context, (budget = budgetOf(context.actor, context.settings.budgets)))
  return budget
}

/**
 * What a careful sender would be told before this leaves. It looks at the sender's last few messages only, never at
 * a mailbox; who has no budget pays for one look.
 */
export async function adviceOn(context: Context, post: Post, again: boolean): Promise<readonly string[]> {
  const { store } = context
  const budget = budgetIn(context)
  const most = budget?.habits.most ?? 0
  const answers = post.replyTo !== null || post.thread !== null
  const to = post.recipients.map(({ address }) => address)
  const repeats =
    again || answers || post.subject === ''
      ? null
      : await store.messages.findRepeat(post.from, post.subject, to, lookedBack, post.sentAt)
  const sent = most > 0 ? await store.messages.sentSince(post.from, post.sentAt - budgetSpan, most) : 0
  const { from, kind, subject, body } = post
  return hygieneWarnings(
    { from, kind, subject, body, to, answers },
    { budget, sent, repeats: repeats && { id: shortId(repeats.id), address: repeats.address } },
  )
}
