import { parseId, shortId } from '../../domain/id.ts'
import { newerWords } from '../../domain/newer.ts'
import type { Context } from '../context.ts'
import { type FullMessageValue, iso } from '../values.ts'
import { endsNow } from './ends-now.ts'
import { replacedReadAt } from './replaced.ts'

/** Adds to messages that are read what is so at this moment: newer mail beside them, what they replace, and a task that their reader may end. */
export async function asItStands(
  context: Context,
  values: readonly FullMessageValue[],
  ids: readonly number[],
): Promise<readonly FullMessageValue[]> {
  const ends = endsNow(context)
  const newer = new Map(
    (await context.store.messages.newer(context.actor.address, ids)).map((one) => [
      shortId(one.message),
      one,
    ]),
  )
  return Promise.all(
    values.map(async (value, at) => {
      const { task, kind } = value
      const endsBy = await ends({ id: ids[at] ?? 0, task, kind })
      const endsTask = endsBy === undefined ? {} : { endsTask: true as const, endsBy }
      const standing = { ...value, ...endsTask, ...(await replacedAsRead(context, value)) }
      const later = newer.get(value.id)
      if (later === undefined) return standing
      const { count, fromSender, newest } = later
      const { id, from, sentAt } = newest
      const told = { count, inThread: !fromSender, id: shortId(id), from, at: iso(sentAt) }
      return { ...standing, newer: told }
    }),
  )
}

async function replacedAsRead(
  context: Context,
  { replaces }: FullMessageValue,
): Promise<Pick<FullMessageValue, 'replacedReadAt'>> {
  const replaced = replaces === undefined ? null : parseId(replaces)
  const at = replaced?.form === 'short' ? await replacedReadAt(context, replaced.id) : null
  return at === null ? {} : { replacedReadAt: iso(at) }
}

export async function oneAsItStands(
  context: Context,
  value: FullMessageValue,
  id: number,
): Promise<FullMessageValue> {
  const [standing = value] = await asItStands(context, [value], [id])
  return standing
}

/** The words for newer mail beside messages of the actor's mailbox, by their numbers. */
export async function newerFacts(
  { store, actor, now }: Context,
  messages: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (messages.length === 0) return new Map()
  const found = await store.messages.newer(actor.address, messages)
  return new Map(
    found.map(({ message, count, fromSender, newest: { id, from, sentAt } }) => [
      message,
      newerWords({ count, inThread: !fromSender, id: shortId(id), from, at: sentAt }, now()),
    ]),
  )
}
