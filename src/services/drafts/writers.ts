import type { JsonObject } from '../../domain/json.ts'
import { checkInput, type Fields, type Input } from '../../input/input.ts'
import { readTimes } from '../../input/read-times.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
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

/** What sends each kind of draft. Loaded when one is saved or sent. */
const writers: Readonly<Record<Draftable, () => Promise<Writer>>> = {
  async send() {
    const { sendFields, sendLetter } = await import('../posting/send.ts')
    return writer(sendFields, sendLetter)
  },
  async reply() {
    const { replyFields, replyTo } = await import('../posting/reply.ts')
    return writer(replyFields, replyTo)
  },
  async forward() {
    const { forwardFields, forwardMessage } = await import('../posting/forward.ts')
    return writer(forwardFields, forwardMessage)
  },
  async handoff() {
    const { handingFields, handOff } = await import('../posting/handoff.ts')
    return writer(handingFields, handOff)
  },
  // The operation answers with the debate; sending a draft answers with how it was sent.
  async ruling() {
    const { rulingFields, ruleDebate } = await import('../debates/rule.ts')
    return writer(rulingFields, ruleDebate)
  },
}

export function writerOf(draft: Draftable): Promise<Writer> {
  return writers[draft]()
}
