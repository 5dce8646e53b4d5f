import { systemSubjects } from '../../domain/commission.ts'
import type { Agent } from '../../domain/roster.ts'
import { contextFor } from '../../services/acting-for.ts'
import { askToStop } from '../../services/tasks/ask-to-stop.ts'
import { endAsSystem } from '../../services/tasks/system-word.ts'
import { internal } from '../internal.ts'

type Wanted = { readonly sender: Agent; readonly task: string }

export const cancelTask = internal({
  summary: "End a client's task on its own word, once all who take part are asked to stop",
  access: 'write',
  needs: 'own',
  /** An end that came first stays. */
  async run(server, { sender, task }: Wanted): Promise<void> {
    const reason = `${sender.address} canceled the task.`
    // First: what comes after an end opens a task again.
    await askToStop(contextFor(server, sender), task, reason)
    await endAsSystem(server, task, systemSubjects.canceled, reason)
  },
})
