import { isMailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { checkInput } from '../input.ts'
import { reply } from '../mail/reply.ts'
import type { Context, ProgramEnd } from '../operation.ts'
import type { Taken } from './take.ts'

/** Sends the output of a program as the answer, once, even if retried. Empty output sends nothing. */
export async function answerWith(
  { context, held }: { readonly context: Context; readonly held: Taken },
  { out, cut }: ProgramEnd,
): Promise<{ readonly id: string | null; readonly problem: string | null }> {
  const { id, from } = held.letter.message
  if (out.trim() === '' || from === 'system') return { id: null, problem: null }
  const body = cut > 0 ? `${out}\n\n[${cut} more bytes of output were cut off here]` : out
  const key = `run:${id}:${held.hold.attempt}`
  try {
    const input = checkInput(reply.input, { message: shortId(id), body, key })
    const sent = await reply.run(context, input)
    return { id: sent.id, problem: null }
  } catch (error) {
    if (!isMailError(error)) throw error
    return { id: null, problem: error.message }
  }
}
