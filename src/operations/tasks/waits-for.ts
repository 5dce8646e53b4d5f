import type { Commission } from '../../domain/commission.ts'
import { parseId } from '../../domain/id.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { Context } from '../../services/context.ts'
import { internal } from '../internal.ts'

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

export const waitsForOwner = internal({
  summary: 'Show what a task waits for from its owner, if it does: the answer to a question, or results',
  access: 'read',
  run,
})

async function run(
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
