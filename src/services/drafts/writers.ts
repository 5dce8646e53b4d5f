import type { JsonObject } from '../../domain/json.ts'
import { checkInput, type Fields, type Input } from '../../input/input.ts'
import { readTimes } from '../../input/read-times.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { ruleDebate, rulingFields } from '../debates/rule.ts'
import { forwardFields, forwardMessage } from '../posting/forward.ts'
import { handingFields, handOff } from '../posting/handoff.ts'
import { replyFields, replyTo } from '../posting/reply.ts'
import { sendFields, sendLetter } from '../posting/send.ts'
import type { Draftable } from './value.ts'

/** What sends a draft: the input that the draft holds a part of, and what sends it. */
export type Writer = {
  readonly input: Fields
  /** @throws MailError what the input or the sending says */
  send(context: Context, fields: JsonObject): Promise<SentValue>
}

function writer<F extends Fields>(
  input: F,
  run: (context: Context, input: Input<F>) => Promise<SentValue>,
): Writer {
  return {
    input,
    send: async (context, fields) =>
      run(context, await readTimes(input, checkInput(input, fields), context.now())),
  }
}

/** What sends each kind of draft. */
const writers: Readonly<Record<Draftable, Writer>> = {
  send: writer(sendFields, sendLetter),
  reply: writer(replyFields, replyTo),
  forward: writer(forwardFields, forwardMessage),
  handoff: writer(handingFields, handOff),
  // The operation answers with the debate; sending a draft answers with how it was sent.
  ruling: writer(rulingFields, ruleDebate),
}

export function writerOf(draft: Draftable): Writer {
  return writers[draft]
}
