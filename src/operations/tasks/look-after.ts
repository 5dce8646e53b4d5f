import { asUpkeep } from '../../services/gate/as-upkeep.ts'
import { judgeTask } from '../../services/tasks/judge.ts'
import { judgeEach, type Unjudged } from '../../services/tasks/judge-each.ts'
import { limitSteps } from '../../services/tasks/limit-steps.ts'
import { internal } from '../internal.ts'

type Wanted = { readonly tasks: readonly string[] }

export const lookAfterTasks = internal({
  summary: 'End those tasks that took too many steps, or whose end a process did not come to note',
  access: 'write',
  needs: 'own',
  /** Answers with those that it could not look after. */
  async run(context, { tasks }: Wanted): Promise<readonly Unjudged[]> {
    const { unjudged } = await judgeEach(tasks, async (id) => {
      const task = await context.store.commissions.find(id)
      if (task === null) return []
      await limitSteps(context, task)
      return judgeTask(asUpkeep(context), id)
    })
    return unjudged
  },
})
