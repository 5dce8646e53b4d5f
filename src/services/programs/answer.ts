import { mayAnswerItself } from '../../domain/automatic.ts'
import { isMailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Context, ProgramEnd } from '../context.ts'
import { finishWith } from '../tasks/finish-with.ts'
import type { Taken } from './take.ts'

/**
 * Until the message is completed, all its programs share one answer, however often a runner dies, even between the
 * answer and the completion. An agent that reopens it after that asks for another answer.
 */
function keyOf({ letter: { message, delivery } }: Taken): string {
  return `run:${message.id}:${delivery?.completedAt ?? 'first'}`
}

/** The answer that a runner sent before it died or its disk was full, so that only the completion is missing. */
export async function answeredBefore({ store, actor }: Context, held: Taken): Promise<string | null> {
  const id = await store.messages.keyed(actor.address, keyOf(held))
  return id === null ? null : shortId(id)
}

/**
 * Sends the output of a program as the answer, once, even if retried. Empty output sends nothing, and a program answers neither an
 * answer nor a notification nor what another program wrote by itself.
 */
export async function answerWith(
  { context, held }: { readonly context: Context; readonly held: Taken },
  { out, cut }: ProgramEnd,
): Promise<{ readonly id: string | null; readonly problem: string | null }> {
  const { message } = held.letter
  if (out.trim() === '' || !mayAnswerItself(message)) return { id: null, problem: null }
  const body = cut > 0 ? `${out}\n\n[${cut} more bytes of output were cut off here]` : out
  try {
    return {
      id: await finishWith(context, message, body, { key: keyOf(held), automatic: true }),
      problem: null,
    }
  } catch (error) {
    if (!isMailError(error)) throw error
    return { id: null, problem: error.message }
  }
}
