import { systemSubjects } from '../../domain/commission.ts'
import { broadcastAsSystem } from '../../services/tasks/system-word.ts'
import { internal } from '../internal.ts'

export const announce = internal({
  summary: 'Notify all agents of a change to the swarm',
  access: 'write',
  needs: 'own',
  async run(context, { body }: { readonly body: string }): Promise<void> {
    await broadcastAsSystem(context, systemSubjects.swarm, body)
  },
})
