import { partyText } from '../../../domain/commission.ts'
import type { Client, World } from '../world.ts'

/** The instance that a client works in: `role:id@swarm` (MAIL 1.3, MAIL Instances). */
export function instanceOf({ swarm }: Pick<World, 'swarm'>, { role, id }: Client): string {
  return partyText({ role: role === 'agent' ? 'swarm' : role, id, swarm })
}
