import type { Agent } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

/** The current roster entry of the actor; `null` if it is not registered. */
export function registeredActor({ store, actor }: Context): Promise<Agent | null> {
  return store.roster.find(actor.address)
}
