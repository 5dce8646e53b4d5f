import type { Entry } from '../../../store/mail-store.ts'
import { copiesIn, type MailBox } from '../../domain/mail2/box-order.ts'
import { iso } from '../../domain/moment.ts'
import type { MessageValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { messageValue } from '../values.ts'

/** A message as it lies in a box, with what a list of e-mail says of it. */
export type Listed = {
  readonly message: MessageValue
  /** Its id outside of this store. */
  readonly uuid: string
  /** The characters of its body. */
  readonly size: number
  /** When it came to lie there. */
  readonly since: string
  /** Every copy of it lies with its recipient: none waits for another swarm. */
  readonly isDelivered: boolean
}

/** The same with the id of what it answers, as the message itself says. */
export type Lying = Listed & { readonly answered: string | null }

/** Messages of a box, in this order, without those that do not lie there. Their bodies are not read. */
export async function listedIn(
  context: Context,
  owner: string,
  box: MailBox,
  messages: readonly number[],
): Promise<readonly Listed[]> {
  const listed: Listed[] = []
  for (const entry of await entriesIn(context, owner, box, messages))
    listed.push(await listedOf(context, box, entry))
  return listed
}

/** One of them; `null` where it does not lie there. */
export async function lyingIn(
  context: Context,
  owner: string,
  box: MailBox,
  message: number,
): Promise<Lying | null> {
  const [entry] = await entriesIn(context, owner, box, [message])
  if (entry === undefined) return null
  const { replyTo } = entry.message
  const answered = replyTo === null ? null : await uuidOf(context, replyTo)
  return { ...(await listedOf(context, box, entry)), answered }
}

async function entriesIn(
  { store, now }: Context,
  owner: string,
  box: MailBox,
  messages: readonly number[],
): Promise<readonly Entry[]> {
  const page = { limit: messages.length, after: null, entries: messages }
  const { rows } = await (box === 'outbox'
    ? store.messages.sent(owner, page)
    : store.deliveries.page(owner, { boxes: copiesIn[box] }, now(), page))
  const entries = new Map(rows.map((entry) => [entry.message.id, entry]))
  return messages.flatMap((id) => entries.get(id) ?? [])
}

async function listedOf({ store }: Context, box: MailBox, entry: Entry): Promise<Listed> {
  const { message, delivery, beside } = entry
  const archivedAt = beside?.archivedAt ?? delivery?.completedAt ?? delivery?.readAt ?? message.sentAt
  return {
    message: messageValue(entry),
    // It asks the store nothing.
    uuid: await store.messages.uuid(message),
    size: beside?.size ?? 0,
    since: iso(box === 'trash' ? archivedAt : message.sentAt),
    isDelivered: beside?.isWaiting !== true,
  }
}

/** Of the head alone: its body is not asked for. */
async function uuidOf({ store: { messages } }: Context, id: number): Promise<string | null> {
  const { rows } = await messages.thread(id, null, { limit: 1, after: String(id - 1), bodies: false })
  const [first] = rows
  return first === undefined ? null : messages.uuid(first.message)
}
