import type { Post, Repeated } from '../../../store/mail-store.ts'
import { budgetOf, budgetSpan, hygieneWarnings } from '../../domain/hygiene.ts'
import { shortId } from '../../domain/id.ts'
import type { Context } from '../context.ts'

/** A budget follows from who writes and from the settings, and both stand still as long as a context does. */
const budgets = new WeakMap<Context, ReturnType<typeof budgetOf>>()

function budgetIn(context: Context): ReturnType<typeof budgetOf> {
  let budget = budgets.get(context)
  if (budget === undefined) budgets.set(context, (budget = budgetOf(context.actor, context.settings.budgets)))
  return budget
}

/** How many messages one with a budget sent within its span; nobody else's are counted. */
export async function sentLately(context: Context, now: number): Promise<number> {
  const most = budgetIn(context)?.habits.most ?? 0
  return most > 0 ? context.store.messages.sentSince(context.actor.address, now - budgetSpan, most) : 0
}

/** Warnings for the sender, based on its recent mail and on what this message repeats. */
export function adviceOn(
  context: Context,
  post: Post,
  sent: number,
  repeats: Repeated | undefined,
): readonly string[] {
  const { from, kind, subject, body } = post
  return hygieneWarnings(
    {
      from,
      kind,
      subject,
      body,
      laden: post.payload !== null || post.context !== null || post.attachments.length > 0,
      to: post.recipients.map(({ address }) => address),
      answers: post.replyTo !== null || post.thread !== null,
    },
    {
      budget: budgetIn(context),
      sent,
      repeats:
        repeats === undefined
          ? null
          : { id: shortId(repeats.id), address: repeats.address, isRead: repeats.isRead },
    },
  )
}
