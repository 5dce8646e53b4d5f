import { isUuid } from '../../../domain/id.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { type Here, mailAddressOf } from '../../../domain/mail2/address.ts'
import type { MailBox } from '../../../domain/mail2/box-order.ts'
import type { Listed, Lying } from '../../../services/boxes/lying.ts'
import type { FullMessageValue } from '../../../values/mail-schema.ts'
import { handOver } from '../../http/hand-over.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { orderOf } from '../paging.ts'
import { many, one } from '../schemas.ts'
import { invalid } from '../statuses.ts'
import { delivererAt, hereFor, personal, type Visit } from '../visit.ts'
import { recipientsOf, summaryOf, wireMessage } from '../wire/message.ts'
import { ownKey } from '../wire/metadata.ts'

/** What a box says of each message: in a list, and around the message itself. */
type Entries = {
  readonly summary: (listed: Listed, here: Here) => JsonObject
  readonly around: (listed: Listed, here: Here) => JsonObject
}

const entries: Readonly<Record<MailBox, Entries>> = {
  inbox: {
    summary: ({ message, since }, here) => ({
      sender: mailAddressOf(message.from, here),
      received_at: since,
      delivered_by: delivererAt(here),
      is_read: message.status !== 'unread',
    }),
    around: ({ since }, here) => ({ received_at: since, delivered_by: delivererAt(here) }),
  },
  outbox: {
    summary: (lying, here) => ({
      recipients: recipientsOf(lying.message, here),
      sent_at: lying.message.sentAt,
      ...delivery(lying, here),
    }),
    around: (lying, here) => delivery(lying, here),
  },
  trash: {
    summary: ({ message, since }, here) => ({ sender: mailAddressOf(message.from, here), trashed_at: since }),
    around: ({ since }) => ({ trashed_at: since }),
  },
}

function delivery({ isDelivered, since }: Listed, here: Here): JsonObject {
  return {
    delivered_at: isDelivered ? since : null,
    delivered_by: isDelivered ? delivererAt(here) : null,
  }
}

export const boxRoutes: readonly Route[] = [
  listing('inbox', 'List your mail; listing marks nothing as read', 'MAILInboxEntrySummary'),
  showing('inbox', 'Read a message; it is read once the answer has left', 'MAILInboxEntry'),
  personal({
    method: 'DELETE',
    path: '/inbox/:message_id',
    summary: 'Move a message to the trash: it is archived, and can be restored',
    gives: one('entry', 'MAILInboxEntry'),
    run: (visit) => moved(visit, 'inbox', (id) => visit.mailbox.archive({ messages: [id] })),
  }),
  listing('outbox', 'List what you sent', 'MAILOutboxEntrySummary'),
  showing('outbox', 'Show a message that you sent, with its receipts', 'MAILOutboxEntry'),
  listing('trash', 'List your archived mail', 'MAILTrashEntrySummary'),
  showing('trash', 'Show an archived message', 'MAILTrashEntry'),
  personal({
    method: 'POST',
    path: '/trash/:message_id/restore',
    summary: 'Take a message out of the trash again; MAIL 2.0 has no such path',
    gives: one('entry', 'MAILInboxEntry'),
    run: (visit) => moved(visit, 'trash', (id) => visit.mailbox.restore({ messages: [id] })),
  }),
]

function listing(box: MailBox, summary: string, schema: string): Route {
  return personal({
    method: 'GET',
    path: `/${box}`,
    summary,
    gives: many('entries', schema),
    async run(visit) {
      const { world, owner, call } = visit
      const { rows, total } = await world.mailbox.boxPage({ owner, box, ...orderOf(call.query) })
      const here = await hereFor(visit)
      return {
        entries: rows.map((row) => ({ ...summaryOf(row), ...entries[box].summary(row, here) })),
        metadata: total === null ? {} : { [ownKey]: { total } },
      }
    },
  })
}

function showing(box: MailBox, summary: string, schema: string): Route {
  return personal({
    method: 'GET',
    path: `/${box}/:message_id`,
    summary,
    gives: one('entry', schema),
    async run(visit) {
      const { world, call, mailbox } = visit
      const lying = await lyingIn(visit, box)
      // An answer to HEAD has no body that anybody could be shown.
      const peek = box !== 'inbox' || call.request.method === 'HEAD'
      const offer = await mailbox.read({ messages: [lying.message.id], peek })
      try {
        const [full] = offer.value.messages
        if (full === undefined) throw notThere(box)
        const told = await entryOf(visit, box, lying, full)
        handOver(world, call, offer)
        return told
      } catch (error) {
        await offer.release()
        throw error
      }
    },
  })
}

/** The message as it was, and is no more where it lay. What was archived unread stays so: deleting shows nobody anything. */
async function moved(
  visit: Visit,
  box: MailBox,
  move: (id: string) => Promise<unknown>,
): Promise<JsonObject> {
  const lying = await lyingIn(visit, box)
  const { id } = lying.message
  await move(id)
  const { value } = await visit.mailbox.read({ messages: [id], peek: true })
  const [full] = value.messages
  if (full === undefined) throw notThere(box)
  return entryOf(visit, 'inbox', { ...lying, since: full.sentAt }, full)
}

async function entryOf(
  visit: Visit,
  box: MailBox,
  lying: Lying,
  full: FullMessageValue,
): Promise<JsonObject> {
  const here = await hereFor(visit)
  return {
    entry: { message: wireMessage(lying, full, here), ...entries[box].around(lying, here) },
    metadata: box === 'outbox' ? { [ownKey]: await receiptsOf(visit, full) } : {},
  }
}

async function receiptsOf({ mailbox }: Visit, { id }: FullMessageValue): Promise<JsonObject> {
  return (await mailbox.receipts({ message: id })) as unknown as JsonObject
}

/** @throws Refusal 404 · 422 */
async function lyingIn({ world, owner, call }: Visit, box: MailBox): Promise<Lying> {
  const uuid = call.params['message_id'] ?? ''
  if (!isUuid(uuid)) throw invalid('a message id is a UUID', ['path', 'message_id'])
  const lying = await world.mailbox.boxEntry({ owner, box, uuid })
  if (lying === null) throw notThere(box)
  return lying
}

function notThere(box: MailBox): Refusal {
  return new Refusal(404, `there is no such message in your ${box}`)
}
