import type { Post, Posted } from '../../../store/mail-store.ts'
import { isBest } from '../../domain/addressing/address.ts'
import { isMailError } from '../../domain/errors.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { requireId } from '../lookup.ts'
import { type Composed, postOf } from './compose.ts'
import { adviceOn, sentLately } from './hygiene.ts'
import { knownRoute, learnRoute } from './known-routes.ts'
import { paceOf } from './pace.ts'
import type { Route } from './route.ts'
import { sentValue } from './sent-value.ts'

const tries = 5

/**
 * Resolves every recipient, then stores the message with all its copies: one bad name stores nothing. When
 * the roster changed between looking and storing, it looks again.
 * @throws MailError `unknown-recipient` · `ambiguous` · `not-allowed` · `conflict` · `usage`
 */
export async function storeLetter(context: Context, written: Composed): Promise<SentValue> {
  const asked =
    written.replaces === undefined
      ? written
      : { ...written, replaced: await requireId(context, written.replaces) }
  const letter = asked.chosen === undefined && asked.to.some(isBest) ? await chosen(context, asked) : asked
  let route = knownRoute(context, letter) ?? (await learnRoute(context, letter, false))
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await postAlong(context, letter, route)
    } catch (error) {
      if (attempt === tries || !isMailError(error) || error.code !== 'stale') throw error
    }
    route = await learnRoute(context, letter, true)
  }
}

async function chosen(context: Context, letter: Composed): Promise<Composed> {
  return (await import('../routing/choose.ts')).withChosen(context, letter)
}

async function postAlong(context: Context, letter: Composed, route: Route): Promise<SentValue> {
  // Spreading a post takes as long as storing one.
  const post: Post = Object.assign(postOf(context, letter, route), await paceOf(context, letter))
  const sealed = letter.seal
    ? await (await import('../sealing/seal.ts')).sealPost(context, post, route)
    : null
  const sent = await sentLately(context, post.sentAt)
  const posted = await deliver(context, sealed?.post ?? post)
  if (!posted.duplicate)
    context.bells?.later(
      context,
      route.recipients.map(({ address }) => address),
    )
  if (posted.duplicate) return sentValue(posted, route.recipients, route.warnings, route.absent)
  const unpinned = (await sealed?.remember()) ?? []
  // Looking takes time, and is not needed by who names no file.
  const missing = post.attachments.length === 0 ? [] : await missingFiles(context, letter)
  const advice = adviceOn(context, post, sent, posted.repeats)
  const warnings = [...route.warnings, ...(sealed?.warnings ?? []), ...unpinned, ...advice, ...missing]
  return sentValue(posted, route.recipients, warnings, route.absent)
}

async function deliver(context: Context, post: Post): Promise<Posted> {
  const { messages } = context.store
  const { replaces } = post
  if (replaces === undefined) return messages.deliver(post)
  const posted = await messages.replace({ ...post, replaces })
  const { tellTakenBack } = await import('./tell-taken-back.ts')
  await tellTakenBack(context)
  return posted
}

async function missingFiles(context: Context, letter: Composed): Promise<readonly string[]> {
  return (await import('./attachments.ts')).attachmentWarnings(context, letter)
}
