import { shortId } from '../../domain/id.ts'
import { type Beside, besideText } from '../../domain/prompt/beside.ts'
import { isConversation } from '../../domain/session.ts'
import type { Context } from '../context.ts'
import { livesOf } from './lives.ts'

const [mostSessions, mostOpen] = [50, 200]

/** By session: the open mail of an agent that it was shown last. */
export async function openMailOf(
  { store }: Context,
  agent: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const { message, session } of await store.sessions.leftOpen(agent, null, mostOpen))
    if (session !== null) found.set(session, [...(found.get(session) ?? []), shortId(message.id)])
  return found
}

/** Tells of the agent's other conversations that are alive, and of the mail that they have. One in this process has become this one. */
export async function sessionsBeside(context: Context): Promise<string> {
  const { actor, session, store, now } = context
  if (session === null) return ''
  const all = await store.sessions.list(actor.address, mostSessions)
  const own = all.find(({ id }) => id === session)?.process ?? null
  const lives = livesOf(context)
  const others: Omit<Beside, 'has'>[] = []
  for (const one of all) {
    const isOther = one.id !== session && isConversation(one.id) && one.process !== own
    if (isOther && (await lives(one)) === 'alive') others.push({ session: one.id, beatAt: one.beatAt })
  }
  if (others.length === 0) return ''
  const has = await openMailOf(context, actor.address)
  const beside = others.map((one) => ({ ...one, has: has.get(one.session) ?? [] }))
  return besideText(actor.address, beside, now())
}
