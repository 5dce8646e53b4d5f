import { boxes, statuses } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Imported } from '../../../src/domain/message.ts'
import { rankOf } from '../../../src/domain/priority.ts'
import { defaultQueue } from '../../../src/domain/queue.ts'
import type { Arrival, Doer, Post, Taken } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { openChange } from '../rows/changes.ts'
import { addToChannels } from '../rows/channel-rows.ts'
import { lockRoster } from '../rows/facts.ts'
import { allowLongChange } from '../rows/long-change.ts'
import { namesOf } from '../rows/names.ts'
import { type Prepared, prepare } from '../rows/post-content.ts'
import { closeAnswered, closePositions } from '../sending/answering.ts'
import { fullMailbox } from '../sending/queue-limit.ts'
import { parentOf, threadOf } from './arrival-links.ts'
import { addForeign } from './foreign-ids.ts'
import { allTaken, findTaken } from './taken.ts'

const messageSql = `INSERT INTO messages(id, thread_id, reply_to, sender_id, principal, kind, rank, sent_at, arrived_at, expires_at, key, digest, task, swarm, written, recipients, more, subject, preview, body)
VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const copySql =
  'INSERT INTO deliveries(agent_id, box, rank, was, via, sender_id, owes, expires_at, read_at, ack_at, done_at, held_by, held_until, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

type Parts = { readonly connection: Connection }

/** Imports many messages of another system as one change. */
export async function takeArrivals(
  parts: Parts,
  format: string,
  arrivals: readonly Arrival[],
  doer: Doer,
  at: number,
): Promise<readonly Taken[]> {
  const { connection } = parts
  const before = await connection.read(async () => allTaken(connection, format, arrivals))
  if (before !== null) return before
  const prepared = arrivals.map((arrival) => ({
    arrival,
    prepared: prepare(connection, postOf(arrival, importedOf(arrival, format))),
  }))
  return connection.write(
    async () => {
      // Senders wait, so that within a thread numbers rise in the order of arrival.
      await lockRoster(connection)
      await allowLongChange(connection)
      const deed = openChange(connection, { doer, at, what: 'imported' })
      const arrivedAt = (await connection.column('SELECT arrival_at(?)').get(at)) as number
      return mapped(prepared, async (one) => {
        const known = await findTaken(connection, format, one.arrival)
        if (known !== null) return known
        const full = await requireRules(connection, format, one.arrival, at)
        if (full !== null) return { id: 0, duplicate: false, differs: false, full }
        const id = (await connection.column("SELECT nextval('message_ids')").get()) as number
        await store(parts, { ...one, format, id, arrivedAt, deed })
        return { id, duplicate: false, differs: false }
      })
    },
    (taken) => taken.some(({ id, duplicate }) => id > 0 && !duplicate),
  )
}

/** Who has no room for mail that is delivered now; `null` where it can be stored. @throws MailError `stale` */
async function requireRules(
  connection: Connection,
  format: string,
  arrival: Arrival,
  at: number,
): Promise<string | null> {
  if (arrival.due === undefined) return null
  const { newest, mostUnread } = arrival.due
  const thread = await joinedBy(connection, format, arrival)
  if (newest !== null && thread !== null && (await newestOf(connection, thread)) !== newest)
    throw new MailError('stale', 'A new message has arrived in the thread.', 'Read it, then try again.')
  return mostUnread === null ? null : await fullMailbox(connection, arrival.recipients, mostUnread, at)
}

async function newestOf(connection: Connection, thread: number): Promise<number> {
  const sql = 'SELECT id FROM messages WHERE thread_id = ? AND thread_id <> id ORDER BY id DESC LIMIT 1'
  return ((await connection.column(sql).get(thread)) as number | undefined) ?? thread
}

async function joinedBy(connection: Connection, format: string, arrival: Arrival): Promise<number | null> {
  const parent = await parentOf(connection, format, arrival)
  return parent?.thread ?? arrival.due?.thread ?? (await threadOf(connection, format, arrival.thread))
}

async function store({ connection }: Parts, one: Storing): Promise<void> {
  const { format, arrival, id, arrivedAt } = one
  const names = namesOf(connection)
  const sender = await names.require(arrival.from)
  const parent = await parentOf(connection, format, arrival)
  const thread = (await joinedBy(connection, format, arrival)) ?? id
  const post = postOf(arrival, one.prepared.post.imported, parent?.id ?? null, thread)
  const rank = rankOf(arrival.priority, arrival.tier, id)
  const recipients = await mapped(arrival.recipients, async ({ address }) => names.require(address))
  const { digest, more, written } = one.prepared
  const { replyTo, principal, kind, sentAt, expiresAt, key, task, swarm, subject, preview, body } = post
  await connection
    .statement(messageSql)
    .run(
      ...[id, thread, replyTo, sender, principal, kind, rank, sentAt, arrivedAt, expiresAt, key, digest],
      ...[task, swarm, written, `[${recipients.join(',')}]`, more, subject, preview, body],
    )
  for (const alias of arrival.aliases) await addForeign(connection, `${format} ${arrival.from}`, alias, id)
  await addForeign(connection, format, arrival.foreignId, id)
  if (arrival.thread !== null) await addForeign(connection, `${format} thread`, arrival.thread, id)
  await addCopies(connection, one, { rank, sender, recipients })
  if (arrival.channels !== undefined && arrival.channels.length > 0)
    await addToChannels(connection, arrival.channels, id, arrivedAt)
  if (parent !== null && parent.sender !== sender) await closeAnswered(connection, post, parent.id, id)
  if (parent === null) await closePositions(connection, post, { thread, by: id })
}

type Placing = { readonly rank: number; readonly sender: number; readonly recipients: readonly number[] }

async function addCopies(
  connection: Connection,
  { format, arrival, id, arrivedAt, deed }: Storing,
  { rank, sender, recipients }: Placing,
): Promise<void> {
  for (const [at, copy] of arrival.recipients.entries()) {
    const agent_id = recipients[at] ?? 0
    const { box, was, owes, expiresAt, readAt, acknowledgedAt, completedAt, claimedBy } = copy
    const before =
      box === 'archived' || box === 'expired' || box === 'dead' ? statuses.indexOf(was ?? 'unread') : null
    const via = copy.via === 'to' ? null : copy.via
    const values = [agent_id, boxes.indexOf(box), rank, before, via, sender, owes ? 1 : 0]
    const until = claimedBy === null ? null : arrivedAt + (await leaseOf(connection, agent_id))
    const lease = [claimedBy, until, claimedBy === null ? 0 : 1]
    await connection
      .statement(copySql)
      .run(...values, expiresAt, readAt, acknowledgedAt, completedAt, ...lease)
    await deed.note({ agent_id, rank }, 'imported', {
      ...{ format, file: arrival.file, status: box },
      ...(claimedBy === null ? {} : { by: claimedBy }),
    })
  }
  if (arrival.recipients.length === 0)
    await deed.note({ agent_id: sender, rank }, 'imported', { format, file: arrival.file })
  for (const { selector, expiresAt } of arrival.selectors) {
    const sql =
      'INSERT INTO postings(selector, message_id, expires_at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
    await connection.statement(sql).run(selector, id, expiresAt)
  }
}

/** The lease of an imported claim, so that no one else gets the item in the meantime. */
async function leaseOf(connection: Connection, queue: number): Promise<number> {
  const lease = await connection.column('SELECT lease FROM queues WHERE agent_id = ?').get(queue)
  return typeof lease === 'number' ? lease : defaultQueue.lease
}

type Storing = {
  readonly format: string
  readonly arrival: Arrival
  readonly prepared: Prepared
  readonly id: number
  readonly arrivedAt: number
  readonly deed: ReturnType<typeof openChange>
}

function importedOf({ importedBy, file }: Arrival, format: string): Imported {
  return { by: importedBy, format, file }
}

/** Field by field: an object that is spread takes many times as long to make. */
function postOf(
  {
    from,
    to,
    cc,
    kind,
    priority,
    tier,
    subject,
    body,
    preview,
    payload,
    context,
    attachments,
    tags,
    swarm,
    task,
    sentAt,
    expiresAt,
    meta,
    selectors,
  }: Arrival,
  imported: Imported | undefined,
  replyTo: number | null = null,
  thread: number | null = null,
): Post {
  return {
    from,
    to,
    cc,
    kind,
    priority,
    tier,
    subject,
    body,
    preview,
    payload,
    context,
    attachments,
    tags,
    swarm,
    task,
    sentAt,
    expiresAt,
    meta,
    selectors,
    principal: null,
    key: null,
    origin: null,
    imported,
    replyTo,
    thread,
    recipients: [],
    answers: false,
    expect: {},
  }
}
