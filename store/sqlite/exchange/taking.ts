import { boxes, statuses } from '../../../src/domain/delivery.ts'
import type { Imported } from '../../../src/domain/message.ts'
import { rankOf } from '../../../src/domain/priority.ts'
import { defaultQueue } from '../../../src/domain/queue.ts'
import type { Arrival, Doer, Post, Taken } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { openChange } from '../rows/changes.ts'
import { addToChannels } from '../rows/channel-rows.ts'
import { namesOf } from '../rows/names.ts'
import { type Prepared, prepare } from '../rows/post-content.ts'
import { takeSkippedIds } from '../rows/restored.ts'
import { closeAnswered, closePositions } from '../sending/answering.ts'
import { addMessage, nextPlace, requireExpected } from '../sending/deliver.ts'
import { fullMailbox } from '../sending/queue-limit.ts'
import { parentOf, threadOf } from './arrival-links.ts'
import { addForeign } from './foreign-ids.ts'
import { allTaken, findTaken } from './taken.ts'

const copySql =
  'INSERT INTO deliveries(agent_id, box, rank, was, via, sender_id, owes, expires_at, read_at, ack_at, done_at, held_by, held_until, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

type Parts = { readonly connection: Connection }

/** Imports many messages of another system as one change. */
export function takeArrivals(
  parts: Parts,
  format: string,
  arrivals: readonly Arrival[],
  doer: Doer,
  at: number,
): readonly Taken[] {
  const { connection } = parts
  const before = connection.read(() => allTaken(connection, format, arrivals))
  if (before !== null) return before
  const prepared = arrivals.map((arrival) => ({
    arrival,
    prepared: prepare(connection, postOf(arrival, importedOf(arrival, format))),
  }))
  return connection.write(
    () => {
      const skipped = takeSkippedIds(connection)
      const deed = openChange(connection, { doer, at, what: 'imported' })
      const { id: first, arrivedAt } = nextPlace(connection, at, skipped)
      let next = first
      const raised = new Set<string>()
      const taken = prepared.map((one) => {
        const known = findTaken(connection, format, one.arrival)
        if (known !== null) return known
        const links = linksOf(connection, format, one.arrival)
        const full = requireRules(connection, links, one.arrival, at)
        if (full !== null) return { id: 0, duplicate: false, differs: false, full }
        const id = next
        next += 1
        store(parts, { ...one, format, links, id, arrivedAt, deed, raised })
        return { id, duplicate: false, differs: false }
      })
      for (const address of raised) connection.signals.raise(address)
      return taken
    },
    (taken) => taken.some(({ id, duplicate }) => id > 0 && !duplicate),
  )
}

type Links = { readonly parent: ReturnType<typeof parentOf>; readonly thread: number | null }

/** The message that it answers, and the thread that it joins. */
function linksOf(connection: Connection, format: string, arrival: Arrival): Links {
  const parent = parentOf(connection, format, arrival)
  const named = arrival.due?.thread ?? null
  return { parent, thread: parent?.thread ?? named ?? threadOf(connection, format, arrival.thread) }
}

/** The recipient without room for mail delivered now; `null` if it can be stored. @throws MailError `stale` */
function requireRules(
  connection: Connection,
  { thread }: Links,
  { due, recipients }: Arrival,
  at: number,
): string | null {
  if (due === undefined) return null
  const { newest, mostUnread } = due
  if (newest !== null) requireExpected(connection, { expect: { newest }, thread, task: null })
  return mostUnread === null ? null : fullMailbox(connection, recipients, mostUnread, at)
}

function store({ connection }: Parts, one: Storing): void {
  const { format, arrival, id, arrivedAt } = one
  const { parent } = one.links
  const names = namesOf(connection)
  const sender = names.require(arrival.from)
  const thread = one.links.thread ?? id
  const post = Object.assign(one.prepared.post, { replyTo: parent?.id ?? null, thread })
  const rank = rankOf(arrival.priority, arrival.tier, id)
  const recipients = arrival.recipients.map(({ address }) => names.require(address))
  addMessage(connection, one.prepared, { id, thread, rank, sender, arrivedAt, recipients })
  for (const alias of arrival.aliases) addForeign(connection, `${format} ${arrival.from}`, alias, id)
  addForeign(connection, format, arrival.foreignId, id)
  if (arrival.thread !== null) addForeign(connection, `${format} thread`, arrival.thread, id)
  addCopies(connection, one, { rank, sender, recipients })
  if (arrival.channels !== undefined && arrival.channels.length > 0)
    addToChannels(connection, arrival.channels, id, arrivedAt)
  if (parent !== null && parent.sender !== sender) closeAnswered(connection, post, parent.id, id)
  if (parent === null) closePositions(connection, post, { thread, by: id })
}

type Placing = { readonly rank: number; readonly sender: number; readonly recipients: readonly number[] }

function addCopies(
  connection: Connection,
  { format, arrival, id, arrivedAt, deed, raised }: Storing,
  { rank, sender, recipients }: Placing,
): void {
  for (const [at, copy] of arrival.recipients.entries()) {
    const agent_id = recipients[at] ?? 0
    const { box, was, owes, expiresAt, readAt, acknowledgedAt, completedAt, claimedBy } = copy
    const before =
      box === 'archived' || box === 'expired' || box === 'dead' ? statuses.indexOf(was ?? 'unread') : null
    const via = copy.via === 'to' ? null : copy.via
    const values = [agent_id, boxes.indexOf(box), rank, before, via, sender, owes ? 1 : 0]
    const until = claimedBy === null ? null : arrivedAt + leaseOf(connection, agent_id)
    const lease = [claimedBy, until, claimedBy === null ? 0 : 1]
    connection.statement(copySql).run(...values, expiresAt, readAt, acknowledgedAt, completedAt, ...lease)
    if (box === 'unread') raised.add(copy.address)
    deed.note({ agent_id, rank }, 'imported', {
      ...{ format, file: arrival.file, status: box },
      ...(claimedBy === null ? {} : { by: claimedBy }),
    })
  }
  if (arrival.recipients.length === 0)
    deed.note({ agent_id: sender, rank }, 'imported', { format, file: arrival.file })
  for (const { selector, expiresAt } of arrival.selectors) {
    const sql = 'INSERT OR IGNORE INTO postings(selector, message_id, expires_at) VALUES(?, ?, ?)'
    connection.statement(sql).run(selector, id, expiresAt)
  }
}

/** The lease of an imported claim, so that no one else gets the item in the meantime. */
function leaseOf(connection: Connection, queue: number): number {
  const lease = connection.column('SELECT lease FROM queues WHERE agent_id = ?').get(queue)
  return typeof lease === 'number' ? lease : defaultQueue.lease
}

type Storing = {
  readonly format: string
  readonly arrival: Arrival
  readonly links: Links
  readonly prepared: Prepared
  readonly id: number
  readonly arrivedAt: number
  readonly deed: ReturnType<typeof openChange>
  /** Agents whose signal files must be set. */
  readonly raised: Set<string>
}

function importedOf({ importedBy, file }: Arrival, format: string): Imported {
  return { by: importedBy, format, file }
}

/** Without its place among the others, which is known only under the lock. Field by field: an object that is spread takes many times as long to make. */
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
    replyTo: null,
    thread: null,
    recipients: [],
    answers: false,
    expect: {},
  }
}
