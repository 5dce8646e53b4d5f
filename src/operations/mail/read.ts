import type { Held, Hold } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import { shortId } from '../../domain/id.ts'
import type { FullLetter } from '../../domain/message.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { choice, flag, requiredTexts } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { requireMessage } from '../../services/lookup.ts'
import type { Offer } from '../../services/offer.ts'
import { opened } from '../../services/sealing/opened.ts'
import { asItStands } from '../../services/taking/as-it-stands.ts'
import { afterHandOver } from '../../services/taking/hand-over.ts'
import { splitLocked } from '../../services/taking/hold-openable.ts'
import { keepHeld } from '../../services/taking/keep-held.ts'
import { problemOf, refuseAll } from '../../services/taking/moves.ts'
import { fullField } from '../../services/taking/take.ts'
import { allWithFields } from '../../services/templates/parsed.ts'
import { fullMessageValue, type ProblemValue } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { offering } from '../operation.ts'

export const read = offering({
  summary: 'Print messages; your own unread messages become read once they are printed',
  takes: 'read',
  access: 'write',
  needs: 'inside',
  input: {
    messages: requiredTexts('The messages to read', {
      positional: true,
      completes: 'message',
      placeholder: 'ID',
    }),
    peek: flag('Change nothing'),
    full: fullField,
    format: choice(['text', 'md', 'json'], 'The output format'),
  },
  value: 'messages',
  lookingOnly: (input) => (input.peek ? input : { ...input, peek: true }),
  examples: [['watchpost read Q8Y7D --format md', 'prints the message as Markdown and marks it read']],
  async run(context, { messages, peek }): Promise<Offer<Values['messages']>> {
    const found: FullLetter[] = []
    const problems: ProblemValue[] = []
    for (const text of messages) {
      const letter = await requireMessage(context, text)
        .then((one) => withItem(context, one))
        .then((one) => opened(context, one))
        .catch((error: unknown) => problemOf(text, error))
      if ('id' in letter) problems.push(letter)
      else if (found.every(({ message }) => message.id !== letter.message.id)) found.push(letter)
    }
    if (found.length === 0) refuseAll(problems)
    const own = found
      .filter(({ delivery }) => delivery?.owner === context.actor.address)
      .map(({ message }) => message.id)
    const held = peek || own.length === 0 ? [] : await holdAll(context, own)
    return await offerOf(context, found, held, problems)
  },
})

const mostCopies = 500

/** A message without a copy here may be an item of a queue: its holder and lease are visible to all. */
async function withItem({ store }: Context, letter: FullLetter): Promise<FullLetter> {
  if (letter.delivery !== null) return letter
  const { rows } = await store.deliveries.of(letter.message.id, { limit: mostCopies, after: null })
  return { ...letter, delivery: rows.find(({ owner }) => isQueueAddress(owner)) ?? null }
}

function holdAll(context: Context, messages: readonly number[]): Promise<readonly Held[]> {
  const now = context.now()
  return context.store.deliveries.hold(doerOf(context), context.actor.address, messages, now + holdTime, now)
}

async function offerOf(
  context: Context,
  found: readonly FullLetter[],
  held: readonly Held[],
  problems: readonly ProblemValue[],
): Promise<Offer<Values['messages']>> {
  const holds = held.map(({ hold }) => hold).filter((hold): hold is Hold => hold !== null)
  const elsewhere = held.filter(({ why }) => why === 'held-elsewhere')
  const locked = new Set(found.flatMap(({ message }) => (message.locked === undefined ? [] : [message.id])))
  const { deliveries } = context.store
  const at = context.now()
  const told = found.map((letter) => {
    const hold = holds.find(({ message }) => message === letter.message.id)
    const isRead = hold !== undefined && !locked.has(letter.message.id)
    return fullMessageValue(isRead ? afterHandOver(letter, hold, { verb: 'read', at }) : letter)
  })
  const ids = found.map(({ message }) => message.id)
  const values = await asItStands(context, await allWithFields(context, told), ids)
  return {
    value: problems.length > 0 ? { messages: values, problems } : { messages: values },
    notes: elsewhere.map(
      ({ message }) =>
        `Another reader of this mailbox is receiving ${shortId(message)}; it was shown but not marked as read.`,
    ),
    settle: async () => {
      const { whole, headers } = splitLocked(holds, locked)
      const settle = async (some: readonly Hold[], verb: 'read' | 'tell') => {
        if (some.length > 0)
          await deliveries.settle(doerOf(context), context.actor.address, some, { verb }, context.now())
      }
      await settle(whole, 'read')
      await settle(headers, 'tell')
    },
    release: async () => {
      if (holds.length > 0)
        await deliveries.release(doerOf(context), context.actor.address, holds, context.now())
    },
    keep: keepHeld(context, holds),
    ...(holds.length === 0
      ? {}
      : {
          closedEarly: `The output was closed before everything was written: ${holds.map(({ message }) => shortId(message)).join(', ')} ${holds.length === 1 ? 'stays' : 'stay'} unread.`,
        }),
  }
}
