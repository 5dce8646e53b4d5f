import type { Commission } from '../../domain/commission.ts'
import { parseId } from '../../domain/id.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { Message } from '../../domain/message.ts'
import { turnsOf } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { lifeOf, ownerHere } from './life.ts'

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

export async function waitsForOwner(context: Context, task: Commission): Promise<WaitsFor | null> {
  const { store } = context
  const { status, ended } = task
  if (status === 'running') return questionLeft(context, task)
  const letter = status !== 'breakpoint' || ended === null ? null : await store.messages.read(ended, null)
  if (letter === null) return null
  const { from, body, payload } = letter.message
  const { question, by } = isJsonObject(payload) ? payload : {}
  if (from !== 'system' || typeof question !== 'string' || typeof by !== 'string')
    return { what: 'results', by: from, body, message: ended ?? 0 }
  const [message = 0] = await store.messages.find(parseId(question))
  return { what: 'answer', by, body, message }
}

/** What a task waits for in which agents write to each other meanwhile. */
async function questionLeft(context: Context, task: Commission): Promise<WaitsFor | null> {
  const life = await lifeOf(context, task)
  const ends = life === null ? [] : turnsOf(life).map(({ end }) => end)
  const last = ends.every(({ is }) => is === 'waits') ? ends.at(-1) : undefined
  if (last?.is !== 'waits') return null
  const body = (await readAnyway(context.store, last.question, null))?.message.body ?? ''
  return { what: 'answer', by: last.by, body, message: last.question }
}

/** Whether a message is a question that its task waits for, and the actor is the owner. */
export async function isAwaitedOf(context: Context, { id, task: name }: Message): Promise<boolean> {
  const task = name === null ? null : await context.store.commissions.find(name)
  if (task === null || ownerHere(context, task) !== context.actor.address) return false
  const life = await lifeOf(context, task)
  return life !== null && turnsOf(life).some(({ end }) => end.is === 'waits' && end.question === id)
}
