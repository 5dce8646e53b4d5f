import type { Commission } from '../../domain/commission.ts'
import { isMailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { checkInput } from '../input.ts'
import type { Context } from '../operation.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { rootOf } from './root.ts'

type Finish = { readonly subject: string; readonly body: string; readonly meta?: JsonObject }

/**
 * Ends a task for now, and tells every living agent, whomever its sender may write to otherwise; where nobody else is,
 * the finish is one's own.
 */
export async function postFinish(
  given: Context,
  task: Commission,
  { subject, body, meta }: Finish,
): Promise<void> {
  const context = { ...given, actor: { ...given.actor, talksTo: [] } }
  const root = await rootOf(context, task.id)
  const letter = {
    ...checkInput(letterFields, { subject, body, kind: 'complete', task: task.id, again: true }),
    defaultKind: 'complete' as const,
    thread: root?.thread ?? null,
    ...(meta === undefined ? {} : { meta }),
  }
  try {
    await postMessage(context, { ...letter, to: ['all'] })
  } catch (error) {
    if (!isMailError(error) || error.code !== 'unknown-recipient') throw error
    await postMessage(context, { ...letter, to: [`agent:${context.actor.address}`] })
  }
}
