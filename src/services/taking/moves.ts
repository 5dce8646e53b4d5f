import type { Moved } from '../../../store/mail-store.ts'
import { isMailError, MailError, type Problem, sentenceAbout } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import { alreadySo, type Move } from '../../domain/lifecycle.ts'
import { placeOf } from '../../domain/places.ts'
import { number, requiredTexts, text } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import { type Context, doerOf } from '../context.ts'
import { requireId } from '../lookup.ts'
import { requireOwner } from '../owner.ts'
import { messageValue, type ProblemValue } from '../values.ts'
import { finishClaimed, moveInPlace, type Target } from './claimed.ts'

export const messageFields = {
  messages: requiredTexts('The messages', { positional: true, completes: 'message', placeholder: 'ID' }),
  of: text('Act on the copy of this agent, as its supervisor; the log records who acted', {
    completes: 'agent',
    placeholder: 'ADDRESS',
  }),
} as const

export const attemptField = number('Only if this is still the current attempt, as the lease reported it')

/**
 * Applies one verb to several messages as one change. Each message has its own result.
 * @throws MailError the first problem, if none could be changed
 */
export async function moveMessages(
  context: Context,
  input: {
    readonly messages: readonly string[]
    readonly of?: string | undefined
    /** Only while this attempt stands. */
    readonly attempt?: number | undefined
  },
  move: Omit<Move, 'at'>,
  note?: JsonObject,
): Promise<Values['moved']> {
  const owner = await requireOwner(context, input.of)
  const ids: number[] = []
  const problems: ProblemValue[] = []
  for (const written of input.messages) {
    const id = await requireId(context, written).catch((error: unknown) => problemOf(written, error))
    if (typeof id === 'number') ids.push(id)
    else problems.push(id)
  }
  const moved =
    ids.length === 0 ? [] : await moveAll(context, owner, targetsOf(ids, input.attempt), move, note)
  return movedValue(moved, problems, alreadySo(move))
}

function targetsOf(ids: readonly number[], attempt: number | undefined): readonly Target[] {
  return [...new Set(ids)].map((message) => ({ message, attempt }))
}

async function moveAll(
  context: Context,
  owner: string,
  targets: readonly Target[],
  move: Omit<Move, 'at'>,
  note?: JsonObject,
): Promise<readonly Moved[]> {
  if (placeOf(owner) !== null) return moveInPlace(context, owner, targets, move, note)
  const { deliveries } = context.store
  const expected = targets.map(({ message, attempt }) =>
    attempt === undefined ? { message } : { message, expect: { attempts: attempt } },
  )
  const moved = await deliveries.move(doerOf(context), owner, expected, { ...move, at: context.now() }, note)
  return owner === context.actor.address ? finishClaimed(context, targets, moved, move, note) : moved
}

/** @throws MailError the first problem, if none could be changed */
export function movedValue(
  moved: readonly Moved[],
  before: readonly ProblemValue[],
  why: string,
): Values['moved'] {
  const messages = moved.flatMap(({ letter, problem }) =>
    problem === null && letter !== null ? [messageValue(letter)] : [],
  )
  const problems = [
    ...before,
    ...moved.flatMap(({ message, problem }) =>
      problem === null ? [] : [{ id: shortId(message), error: problem }],
    ),
  ]
  if (messages.length === 0) refuseAll(problems)
  const unchanged = moved.flatMap(({ message, changed, problem }) =>
    changed || problem !== null ? [] : [{ id: shortId(message), why }],
  )
  return {
    messages,
    ...(unchanged.length > 0 && { unchanged }),
    ...(problems.length > 0 && { problems }),
  }
}

const mostTold = 5

/** None of several succeeded: reports each under the code of the first. @throws MailError if there are any */
export function refuseAll(problems: readonly ProblemValue[]): void {
  const [first, ...others] = problems
  if (first === undefined) return
  const told = [first, ...others].slice(0, mostTold)
  const sentences = new Set(told.map(({ id, error }) => sentenceAbout(id, error.message)))
  const more = problems.length > mostTold ? [`And ${problems.length - mostTold} more.`] : []
  throw new MailError(first.error.code, [...sentences, ...more].join(' '), first.error.hint)
}

/** Problems that the caller can fix become results; anything else is thrown. */
export function problemOf(id: string, error: unknown): ProblemValue {
  if (!isMailError(error)) throw error
  const { code, message, hint }: Problem = error
  return { id, error: { code, message, hint } }
}
