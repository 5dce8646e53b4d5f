import type { Moved } from '../../../store/mail-store.ts'
import type { Move } from '../../domain/delivery.ts'
import { isMailError, MailError, type Problem } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import { requiredTexts, text } from '../input.ts'
import { type Context, doerOf } from '../operation.ts'
import { type MessageValue, messageValue, type ProblemValue } from '../values.ts'
import { requireAgent, requireId } from './lookup.ts'

export const messageFields = {
  messages: requiredTexts('Which messages', { positional: true, completes: 'message', placeholder: 'ID' }),
  of: text("Whose copy, where it is not your own: a supervisor's act, and recorded as such", {
    completes: 'agent',
    placeholder: 'ADDRESS',
  }),
} as const

/** Each message as it now is; `problems` where only some could be moved. */
export type MovedValue = {
  readonly messages: readonly MessageValue[]
  readonly problems?: readonly ProblemValue[]
}

/**
 * Applies one verb to several messages as one deed. Each has its own result.
 * @throws MailError the first problem, when none could be moved
 */
export async function moveMessages(
  context: Context,
  input: { readonly messages: readonly string[]; readonly of?: string | undefined },
  move: Omit<Move, 'at'>,
  note?: JsonObject,
): Promise<MovedValue> {
  const owner =
    input.of === undefined ? context.actor.address : (await requireAgent(context, input.of)).address
  const ids: number[] = []
  const problems: ProblemValue[] = []
  for (const written of input.messages) {
    const id = await requireId(context, written).catch((error: unknown) => problemOf(written, error))
    if (typeof id === 'number') ids.push(id)
    else problems.push(id)
  }
  const moved = ids.length === 0 ? [] : await moveAll(context, owner, [...new Set(ids)], move, note)
  return movedValue(moved, problems)
}

async function moveAll(
  context: Context,
  owner: string,
  ids: readonly number[],
  move: Omit<Move, 'at'>,
  note?: JsonObject,
): Promise<readonly Moved[]> {
  const { deliveries } = context.store
  const targets = ids.map((message) => ({ message }))
  return deliveries.move(doerOf(context), owner, targets, { ...move, at: context.now() }, note)
}

export function movedValue(moved: readonly Moved[], before: readonly ProblemValue[]): MovedValue {
  const messages = moved.flatMap(({ letter, problem }) =>
    problem === null && letter !== null ? [messageValue(letter)] : [],
  )
  const problems = [
    ...before,
    ...moved.flatMap(({ message, problem }) =>
      problem === null ? [] : [{ id: shortId(message), error: problem }],
    ),
  ]
  const [first] = problems
  if (messages.length === 0 && first !== undefined)
    throw new MailError(first.error.code, `${first.id}: ${first.error.message}`, first.error.hint)
  return problems.length > 0 ? { messages, problems } : { messages }
}

/** What a caller can mend, as a result beside the others; anything else is thrown on. */
export function problemOf(id: string, error: unknown): ProblemValue {
  if (!isMailError(error)) throw error
  const { code, message, hint }: Problem = error
  return { id, error: { code, message, hint } }
}
