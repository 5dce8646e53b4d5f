import { isMailError, MailError } from '../../domain/errors.ts'
import { type Resolution, readAddresses, resolveAddresses, type Written } from '../../domain/resolve.ts'
import { swarmOf } from '../../domain/roster.ts'
import type { Context } from '../operation.ts'
import { type Composed, postOf } from './compose.ts'
import { absenceWarnings, askRoster, refuseClosed } from './directory.ts'
import { adviceOn } from './hygiene.ts'
import { type SentValue, sentValue } from './sent-value.ts'
import { refuseForbidden } from './talks-to.ts'
import { refuseUnknown } from './unknown.ts'

const tries = 5

/** Where a message goes, by the roster of one moment. */
type Route = { readonly to: Resolution; readonly cc: Resolution; readonly roster: number }

/**
 * Resolves every recipient, then stores the message with all its copies: one bad name stores nothing. When
 * the roster changed between looking and storing, it looks again.
 * @throws MailError `unknown-recipient` · `ambiguous` · `not-allowed` · `conflict` · `usage`
 */
export async function postMessage(context: Context, letter: Composed): Promise<SentValue> {
  const main = readAddresses(letter.to)
  const copies = readAddresses(letter.cc ?? [])
  for (let attempt = 1; ; attempt += 1) {
    const route = await (attempt === 1 ? rememberedRoute : routeOf)(context, letter, main, copies)
    try {
      return await postTo(context, letter, route)
    } catch (error) {
      if (attempt === tries || !isMailError(error) || error.code !== 'stale') throw error
    }
  }
}

/** What is remembered of the roster may be out of date, so nobody is refused on its word. */
async function rememberedRoute(
  context: Context,
  letter: Composed,
  main: readonly Written[],
  copies: readonly Written[],
): Promise<Route> {
  try {
    return await routeOf(context, letter, main, copies, 'remembered')
  } catch (error) {
    if (!isMailError(error)) throw error
    return routeOf(context, letter, main, copies)
  }
}

async function routeOf(
  context: Context,
  letter: Composed,
  main: readonly Written[],
  copies: readonly Written[],
  suffices?: 'remembered',
): Promise<Route> {
  const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
  const addresses = [...main, ...copies].map(({ address }) => address)
  const directory = await askRoster(context, addresses, sender, suffices)
  const options = { hold: letter.hold ?? false, exclude: letter.exclude ?? [] }
  const to = resolveAddresses(main, directory, sender, options)
  const cc = resolveAddresses(copies, directory, sender, options)
  await refuseUnknown(context, [...to.unknown, ...cc.unknown], directory)
  refuseClosed(directory, [to, cc])
  if (to.recipients.length + to.selectors.length + to.held.length + to.channels.length === 0)
    throw new MailError('usage', 'The message has no recipient.', 'Name an agent, `all`, or `role:NAME`.')
  refuseForbidden(context, letter, [...to.recipients, ...cc.recipients])
  return { to, cc, roster: directory.version }
}

async function postTo(context: Context, letter: Composed, { to, cc, roster }: Route): Promise<SentValue> {
  const post = postOf(context, letter, to, cc, roster)
  const advice = await adviceOn(context, post, letter.again ?? false)
  const posted = await context.store.messages.deliver(post)
  const warnings = [...absenceWarnings([to, cc]), ...(posted.duplicate ? [] : advice)]
  return sentValue(posted, post, to.held.concat(cc.held), warnings)
}
