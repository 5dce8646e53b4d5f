import { allowedTo } from '../../domain/debates/debate.ts'
import { isForOthers } from '../../domain/debates/debate-answers.ts'
import { isLost } from '../../domain/errors.ts'
import { isStance, type Kind, kindRules } from '../../domain/kind.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { type ReadDebate, readDebate } from './read.ts'

/**
 * The kinds that may answer a message of a debate as its thread stands now; all that its kind allows if the thread is lost.
 * `known` keeps threads that were read, for a caller that asks about several messages.
 */
export async function kindsNow(
  context: Context,
  message: Message,
  known: Map<number, Promise<ReadDebate | null>>,
): Promise<readonly Kind[]> {
  const reading = known.get(message.thread) ?? readSound(context, message.thread)
  known.set(message.thread, reading)
  const read = await reading
  const found = read?.messages.find(({ id }) => id === message.id)
  if (read === null || found === undefined) return kindRules[message.kind].answers
  const isOwn = message.from === context.actor.address
  return allowedTo(found, read.messages).filter(
    (kind) => !(read.debate.consensus && isStance(kind)) && !(isOwn && isForOthers(kind)),
  )
}

async function readSound(context: Context, thread: number): Promise<ReadDebate | null> {
  return readDebate(context, thread).catch((error: unknown) => {
    if (isLost(error)) return null
    throw error
  })
}
