import { type Commission, systemSubjects } from '../../domain/commission.ts'
import type { Context } from '../context.ts'
import { endAsSystem } from './system-word.ts'

/** A step is one message handed to an agent; they are counted from the message that opened the task last. */
export async function limitSteps(context: Context, task: Commission): Promise<void> {
  if (task.maxSteps === null || task.status !== 'running') return
  const steps = await context.store.tasks.steps(task.id, task.ended ?? 0)
  if (steps <= task.maxSteps) return
  const body = `The task ended after ${steps} steps; its limit is ${task.maxSteps}.`
  await endAsSystem(context, task.id, systemSubjects.steps, body)
}
