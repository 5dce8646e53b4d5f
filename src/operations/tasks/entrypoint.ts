import { requireAgentName } from '../../domain/addressing/address.ts'
import type { Commission } from '../../domain/commission.ts'
import { MailError } from '../../domain/errors.ts'
import { isLiving } from '../../domain/roster.ts'
import { swarmDefinition } from '../../services/swarms/definition.ts'
import { internal } from '../internal.ts'

type Wanted = {
  /** The agent that the client names. */
  readonly named: string | undefined
  readonly task: Pick<Commission, 'entrypoint'> | null
  /** The agent that the server was started with, in the place of the definition's. */
  readonly usual: string | null
}

export const resolveEntrypoint = internal({
  summary: "Resolve the recipient of a client's message: the named agent, else the task's, else the swarm's",
  access: 'read',
  /** @throws MailError `usage` */
  async run(context, { named, task, usual }: Wanted): Promise<string> {
    const written =
      named ?? task?.entrypoint ?? usual ?? (await swarmDefinition(context)).entrypoint ?? undefined
    if (written === undefined)
      throw new MailError(
        'usage',
        'this swarm has no entrypoint: give one, or set `entrypoint` in the `swarm` section of its settings',
      )
    const agent = await context.store.roster.find(requireAgentName(written).name)
    if (agent === null || !isLiving(agent)) throw new MailError('usage', `unknown agent ${written}`)
    if (agent.kind !== 'agent') throw new MailError('usage', `${written} is a person, who takes no tasks`)
    return agent.address
  },
})
