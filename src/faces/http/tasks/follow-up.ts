import type { Message } from '../../../domain/message.ts'
import type { World } from '../world.ts'

/** Counts each message of a task, writes it to the log, and does the work that it causes. */
export async function followUp({ mailbox, metrics, log }: World, message: Message): Promise<void> {
  const { ended, unreachable } = await mailbox.followUp(message)
  if (!ended) return
  metrics.count('finished')
  log.info('task ended', { task: message.task, by: message.from })
  for (const to of unreachable) log.error('unknown swarm', { to, task: message.task })
}
