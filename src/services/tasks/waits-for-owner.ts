import { type Commission, parseParty } from '../../domain/commission.ts'
import { parseId } from '../../domain/id.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'

/**
 * What a task waits for from its owner: the answer to a question of an agent, or the results of tool calls (`body` is the calls as
 * JSON). `by` is who wants it, `message` what it said.
 */
export type WaitsFor = {
  readonly what: 'answer' | 'results'
  readonly by: string
  readonly body: string
  readonly message: number
}

export async function waitsForOwner(
  { store }: Context,
  { status, ended }: Pick<Commission, 'status' | 'ended'>,
): Promise<WaitsFor | null> {
  const letter = status !== 'breakpoint' || ended === null ? null : await store.messages.read(ended, null)
  if (letter === null) return null
  const { from, body, payload } = letter.message
  const { question, by } = isJsonObject(payload) ? payload : {}
  if (from !== 'system' || typeof question !== 'string' || typeof by !== 'string')
    return { what: 'results', by: from, body, message: ended ?? 0 }
  const [message = 0] = await store.messages.find(parseId(question))
  return { what: 'answer', by, body, message }
}

/** Whether a message is the question that its task waits for, and the actor is the owner. */
export async function isAwaitedOf(context: Context, { id, task: name }: Message): Promise<boolean> {
  const task = name === null ? null : await context.store.commissions.find(name)
  if (task === null) return false
  const owner = parseParty(task.owner)
  if (owner?.swarm !== context.swarm || owner.id !== context.actor.address) return false
  const wait = await waitsForOwner(context, task)
  return wait?.what === 'answer' && wait.message === id
}
