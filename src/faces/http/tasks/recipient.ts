import { isRemote } from '../../../domain/addressing/address.ts'
import type { Commission } from '../../../domain/commission.ts'
import type { WaitsFor } from '../../../operations/tasks/waits-for.ts'
import type { World } from '../world.ts'

type Asked = {
  /** The task that the client goes on with; `null` for a new one. */
  readonly task: Commission | null
  /** What that waits for. */
  readonly wait: WaitsFor | null
  /** The agent that the client names. */
  readonly named: string | undefined
  /** The entrypoint of the swarm. */
  readonly usual: string | null
}

export type Recipient = {
  readonly entrypoint: string
  /** The question that a message to them answers. */
  readonly answers: number | undefined
}

/**
 * Whom a client's message goes to: the agent that it names, else the one that waits for its owner's word, be that an answer or the
 * results of calls, else the task's, else the swarm's. @throws MailError `usage`
 */
export async function recipientOf(world: World, { task, wait, named, usual }: Asked): Promise<Recipient> {
  const asks = wait !== null && (await takesAnswers(world, wait.by)) ? wait : null
  const entrypoint = await world.mailbox.resolveEntrypoint({ named: named ?? asks?.by, task, usual })
  // What is written to another agent answers nobody's question.
  const isAnswer = asks?.what === 'answer' && entrypoint === asks.by
  return { entrypoint, answers: isAnswer ? asks.message : undefined }
}

/** Whether who asked can be given the answer. A person takes no tasks: who answers one writes to the entrypoint. */
async function takesAnswers({ mailbox }: World, address: string): Promise<boolean> {
  const agent = isRemote(address) ? null : await mailbox.findAgent({ address })
  return agent !== null && agent.kind === 'agent' && agent.state !== 'dead'
}
