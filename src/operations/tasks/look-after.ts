import { systemSubjects } from '../../domain/commission.ts'
import { isLiving } from '../../domain/roster.ts'
import { limitSteps } from '../../services/tasks/limit-steps.ts'
import { endAsSystem } from '../../services/tasks/system-word.ts'
import { internal } from '../internal.ts'

type Wanted = { readonly tasks: readonly string[] }

export const lookAfterTasks = internal({
  summary: 'End those tasks whose entrypoint is gone or that took too many steps',
  access: 'write',
  needs: 'own',
  async run(context, { tasks }: Wanted): Promise<void> {
    const { commissions, roster } = context.store
    for (const id of tasks) {
      const task = await commissions.find(id)
      if (task?.status !== 'running') continue
      await limitSteps(context, task)
      if (task.entrypoint === null) continue
      const agent = await roster.find(task.entrypoint)
      if (agent === null || isLiving(agent)) continue
      await endAsSystem(context, task.id, systemSubjects.error, `The agent ${task.entrypoint} is retired.`)
    }
  },
})
