import { isMailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import { isOffer } from '../../../../services/offer.ts'
import type { Done } from '../../commands/command.ts'
import { commandNamed } from '../../commands/index.ts'
import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'

type Call = Extract<Effect, { type: 'call' }>

/** Calls one operation, and words the answer as the command that called says. */
export async function call(
  mailbox: Mailbox,
  self: string,
  { command, operation, input }: Call,
): Promise<Event> {
  const method = mailbox[operation] as (input: object) => Promise<unknown>
  try {
    const answer = await settled(await method(input))
    const words = commandNamed(command).done?.[operation] as Words | undefined
    const done = words?.(answer, input, self) ?? ''
    return { type: 'done', undoable: false, ...(typeof done === 'string' ? { text: done } : done) }
  } catch (error) {
    // An empty queue is an answer.
    if (isMailError(error) && error.code === 'nothing')
      return { type: 'done', undoable: false, text: error.message }
    throw error
  }
}

type Words = (answer: unknown, input: object, self: string) => Done

/** A claimed item is shown immediately, so the offer is settled. */
async function settled(answer: unknown): Promise<unknown> {
  if (!isOffer(answer)) return answer
  await answer.settle()
  return answer.value
}
