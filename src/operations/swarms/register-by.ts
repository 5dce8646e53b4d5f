import type { Agent } from '../../domain/roster.ts'
import { checkInput, type Input } from '../../input/input.ts'
import { contextFor } from '../../services/acting-for.ts'
import type { PeerValue } from '../../values/swarms-schema.ts'
import { internal } from '../internal.ts'
import { registerSwarm } from './register.ts'

type Registration = Partial<Input<typeof registerSwarm.input>> & {
  /** The administrator whose token it is: a person gave it at a terminal, so nobody has to sit at the server. */
  readonly by: Agent
}

export const registerSwarmBy = internal({
  summary: "Register another swarm for the holder of an administrator's token",
  access: 'write',
  needs: 'own',
  run: (server, { by, ...input }: Registration): Promise<PeerValue> =>
    registerSwarm.run(contextFor(server, by), checkInput(registerSwarm.input, input)),
})
