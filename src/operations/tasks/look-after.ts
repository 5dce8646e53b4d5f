import { asUpkeep } from '../../services/gate/as-upkeep.ts'
import { judgeTask } from '../../services/tasks/judge.ts'
import { limitSteps } from '../../services/tasks/limit-steps.ts'
import { internal } from '../internal.ts'

type Wanted = { readonly tasks: readonly string[] }

export const lookAfterTasks = internal({
  summary: 'End those tasks that took too many steps, or whose end a process did not come to note',
  access: 'write',
  needs: 'own',
  async run(context, { tasks }: Wanted): Promise<void> {
    for (const id of tasks) {
      const task = await context.store.commissions.find(id)
      if (task === null) continue
      await limitSteps(context, task)
      await judgeTask(asUpkeep(context), id)
    }
  },
})
