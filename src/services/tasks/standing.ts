import type { TaskStanding } from '../../../store/mail-store.ts'
import { parseParty } from '../../domain/commission.ts'
import { isLost } from '../../domain/errors.ts'
import type { FullMessage } from '../../domain/message.ts'
import { isFinal } from '../../domain/task-state.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'

/** How much is told of a task beside its state. */
export type Telling = {
  /** As many of the last messages between its owner and the others. */
  readonly history: number
  /** The message that ended it, or that it waits on. */
  readonly said: boolean
}

export type ToldTask = TaskStanding & {
  readonly said: FullMessage | null
  readonly history: readonly FullMessage[]
}

/** The bodies of one history together, in characters. */
const mostTold = 1024 * 1024

export async function toldTask(
  { store }: Context,
  standing: TaskStanding,
  { history, said }: Telling,
): Promise<ToldTask> {
  const { task, state, by } = standing
  const speaks = said && (isFinal(state) || state === 'input-required')
  const letter = speaks ? await readAnyway(store, by, null) : null
  return {
    ...standing,
    said: letter && { ...letter.message, ...(letter.problem !== null && { body: letter.problem }) },
    history: history === 0 ? [] : await lastWords(store, task, history),
  }
}

/** Nothing, where one of them can no longer be read. */
async function lastWords(
  { tasks }: Context['store'],
  { id, owner }: TaskStanding['task'],
  most: number,
): Promise<readonly FullMessage[]> {
  try {
    return await tasks.exchange(id, parseParty(owner)?.id ?? '', most, mostTold)
  } catch (error) {
    if (isLost(error)) return []
    throw error
  }
}
