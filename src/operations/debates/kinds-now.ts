import { allowedTo } from '../../domain/debates/debate.ts'
import { isLost } from '../../domain/errors.ts'
import { isStance, type Kind, kindRules } from '../../domain/kind.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../operation.ts'
import { readDebate } from './read.ts'

/** The kinds that may answer a message of a debate as its thread stands now; all that its kind allows if the thread is lost. */
export async function kindsNow(context: Context, message: Message): Promise<readonly Kind[]> {
  const read = await readDebate(context, message.thread).catch((error: unknown) => {
    if (isLost(error)) return null
    throw error
  })
  const found = read?.messages.find(({ id }) => id === message.id)
  if (read === null || found === undefined) return kindRules[message.kind].answers
  const isOwn = message.from === context.actor.address
  return allowedTo(found, read.messages).filter(
    (kind) => !(read.debate.consensus && isStance(kind)) && !(isOwn && kind === 'agree'),
  )
}
