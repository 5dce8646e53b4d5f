import { holdTime } from '../../domain/delivery.ts'
import { own } from '../../domain/own.ts'
import { typeOfSubject } from '../../domain/protocol/protocol-mail.ts'
import { type Context, doerOf } from '../context.ts'
import { knownTypes } from '../templates/types.ts'
import type { Taken } from './take.ts'

/** How far into a mailbox handlers look. */
const mostLookedAt = 200

/** The handler of a protocol mail in the user's settings; `null` for all other mail. */
export function handlerFor(context: Context, subject: string): readonly string[] | null {
  const { handlers } = context.settings
  const name = typeOfSubject(subject, knownTypes(context))?.type.name
  return name === undefined ? null : (own(handlers, name) ?? null)
}

/** Ids of an agent's unread mail for which there is a handler, the most pressing first. */
export async function handledMail(
  context: Context,
  owner = context.actor.address,
): Promise<readonly number[]> {
  const page = { limit: mostLookedAt, after: null }
  const { rows } = await context.store.deliveries.page(owner, { boxes: ['unread'] }, context.now(), page)
  return rows
    .filter(({ message }) => handlerFor(context, message.subject) !== null)
    .map(({ message }) => message.id)
}

/** Holds the most pressing such message that nobody else has. */
export async function takeHandled(context: Context): Promise<Taken | null> {
  const owner = context.actor.address
  const { deliveries } = context.store
  for (const id of await handledMail(context)) {
    const now = context.now()
    const [held] = await deliveries.hold(doerOf(context), owner, [id], now + holdTime, now)
    if (held?.letter != null && held.hold !== null) return { hold: held.hold, letter: held.letter }
  }
  return null
}
