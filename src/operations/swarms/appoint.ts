import { swarmDefinition } from '../../services/swarms/definition.ts'
import { appoint, someoneCompletes, supervisorsIn } from '../../services/swarms/supervisors.ts'
import { internal } from '../internal.ts'

export const appointSupervisors = internal({
  summary: "Let the supervisors of the swarm's definition complete tasks",
  access: 'write',
  needs: 'own',
  run: async (context) => appoint(context, await swarmDefinition(context)),
})

/** The recipient of tasks if none was named: the only agent that may complete them. */
export const soleSupervisor = internal({
  summary: 'Find the only agent that may complete tasks; none where there are several',
  access: 'read',
  async run(context): Promise<string | null> {
    let found: string | null = null
    for await (const { address, kind } of supervisorsIn(context)) {
      if (kind !== 'agent') continue
      if (found !== null) return null
      found = address
    }
    return found
  },
})

export const hasSupervisor = internal({
  summary: 'Check whether anybody here may complete tasks: else every caller would wait for ever',
  access: 'read',
  run: (context): Promise<boolean> => someoneCompletes(context),
})
