import type { Parcel } from '../../../store/mail-store.ts'
import { systemSubjects } from '../../domain/commission.ts'
import type { Message } from '../../domain/message.ts'
import { toldAfter } from '../../domain/peer.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { respondAsSystem } from '../tasks/system-word.ts'

/** MAIL 1.3, Interswarm Routing: the sender is notified, once, while the mail is still being tried. */
export async function tellDelay(
  context: Context,
  { message: id, address }: Pick<Parcel, 'message' | 'address'>,
  message: Message,
  problem: string,
): Promise<void> {
  if (message.from === 'system') return
  await respondAsSystem(context, {
    to: `agent:${message.from}`,
    subject: systemSubjects.router,
    body: `Your message to ${address} could not be delivered yet: ${problem}. It is tried again; you are notified if it is given up.`,
    task: message.task,
    about: message,
    key: `delayed:${id}:${address}`,
  }).catch(() => undefined)
}

/** So often a swarm is looked at, ms, and a little more. */
const sinceLook = 60_000
/** A sender is notified within a minute, so the check runs slightly early. */
const early = 5_000
const mostTold = 500

/**
 * Notifies the senders of mail that waits for a swarm, also of what no attempt was made for yet because other mail goes
 * before it.
 */
export async function tellDelays(context: Context, swarm: string): Promise<void> {
  const { store } = context
  const to = context.now() - toldAfter + early
  const late = await store.outbox.late(swarm, { from: to - sinceLook, to }, mostTold)
  if (late.length === 0) return
  const known = (await store.outbox.backlog()).find((one) => one.swarm === swarm)?.problem
  for (const parcel of late) {
    const letter = await readAnyway(store, parcel.message, null)
    const problem = parcel.problem ?? known ?? `${swarm} has not taken it`
    if (letter !== null) await tellDelay(context, parcel, letter.message, problem)
  }
}
