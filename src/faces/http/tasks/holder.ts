import type { Agent } from '../../../domain/roster.ts'
import { Refusal } from '../refusal.ts'
import type { Client, World } from '../world.ts'

/** The person whose token it is. @throws Refusal 401 where the roster no longer has them */
export async function holderOf({ mailbox }: Pick<World, 'mailbox'>, { id }: Client): Promise<Agent> {
  const holder = await mailbox.findAgent({ address: id })
  if (holder === null || holder.state === 'dead') throw new Refusal(401, 'the sender is no longer registered')
  return holder
}
