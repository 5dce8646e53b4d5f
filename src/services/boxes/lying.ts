import { isLost } from '../../domain/errors.ts'
import { copiesIn, type MailBox } from '../../domain/mail2/box-order.ts'
import type { Letter } from '../../domain/message.ts'
import { iso } from '../../domain/moment.ts'
import type { MessageValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { messageValue } from '../values.ts'

/** A message as it lies in a box, with what a list of e-mail says of it. */
export type Lying = {
  readonly message: MessageValue
  /** Its id outside of this store, and that of what it answers. */
  readonly uuid: string
  readonly answered: string | null
  /** The characters of its body. */
  readonly size: number
  /** When it came to lie there. */
  readonly since: string
  /** Every copy of it lies with its recipient: none waits for another swarm. */
  readonly isDelivered: boolean
}

const mostEvents = 500
const mostReceipts = 500

export async function lyingOf(context: Context, owner: string, box: MailBox, letter: Letter): Promise<Lying> {
  const { messages } = context.store
  const { message } = letter
  const full = await readAnyway(context.store, message.id, null)
  return {
    message: messageValue(letter),
    uuid: await messages.uuid(message),
    answered: message.replyTo === null ? null : await uuidOf(context, message.replyTo),
    size: [...(full?.message.body ?? '')].length,
    since: iso(box === 'trash' ? await archivedAt(context, owner, letter) : message.sentAt),
    isDelivered: box !== 'outbox' || (await isDelivered(context, letter)),
  }
}

async function uuidOf({ store }: Context, id: number): Promise<string | null> {
  const letter = await readAnyway(store, id, null).catch((error: unknown) => {
    if (isLost(error)) return null
    throw error
  })
  return letter === null ? null : store.messages.uuid(letter.message)
}

/** The log says when, as far as it is looked through. */
async function archivedAt({ store }: Context, owner: string, { message, delivery }: Letter): Promise<number> {
  const { rows } = await store.log.history(message.id, { limit: mostEvents, after: null })
  const last = rows.findLast((event) => event.owner === owner && event.what === 'archive')
  return last?.at ?? delivery?.completedAt ?? delivery?.readAt ?? message.sentAt
}

async function isDelivered({ store }: Context, { message }: Letter): Promise<boolean> {
  if (![...message.to, ...message.cc].some((address) => address.includes('@'))) return true
  const { rows } = await store.log.receipts(message.id, { limit: mostReceipts, after: null })
  return rows.every(({ waiting }) => waiting === null)
}

/** Whether a message lies in this box of its owner. */
export function liesIn(owner: string, box: MailBox, { message, delivery }: Letter, now: number): boolean {
  if (box === 'outbox') return message.from === owner
  if (delivery === null || delivery.owner !== owner) return false
  if (box === 'inbox' && delivery.expiresAt !== null && delivery.expiresAt <= now && delivery.readAt === null)
    return false
  return copiesIn[box].includes(delivery.box)
}
