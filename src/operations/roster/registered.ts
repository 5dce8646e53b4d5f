import type { Agent } from '../../domain/roster.ts'
import type { Context } from '../operation.ts'

/** The actor as the roster has it now; `null` for an actor whom it does not know. */
export function registeredActor({ store, actor }: Context): Promise<Agent | null> {
  return store.roster.find(actor.address)
}
