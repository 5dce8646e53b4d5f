import { boxes, statuses } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Imported } from '../../../src/domain/message.ts'
import { rankOf } from '../../../src/domain/priority.ts'
import { defaultQueue } from '../../../src/domain/queue.ts'
import type { Arrival, ArrivedCopy, Doer, Post, Taken } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { addToChannels } from '../rows/channel-rows.ts'
import { requireNumber } from '../rows/names.ts'
import { addMessage } from '../rows/new-message.ts'
import { prepare } from '../rows/post-content.ts'
import type { Prepared } from '../rows/prepared.ts'
import { wayCells } from '../rows/way-rows.ts'
import { closeAnswered, closePositions } from '../sending/answering.ts'
import { deliveries } from '../tables/deliveries.ts'
import { cellsOf, columnsBut, insertSql } from '../tables/table.ts'
import { mapped, type Work } from '../work.ts'
import { addForeign, findAlias, findForeign } from './foreign-ids.ts'
import { lackingCopies, noteWaiting, shareOut } from './waiting-copies.ts'

const copyNames = columnsBut(deliveries, 'snoozed_until', 'pinned')
const copySql = insertSql(deliveries, copyNames)

/** Imports many messages of another system as one change. */
export function* takeArrivals(
  connection: Connection,
  format: string,
  arrivals: readonly Arrival[],
  doer: Doer,
  at: number,
): Work<readonly Taken[]> {
  const before = yield* connection.read((now) => allTaken(now, format, arrivals))
  if (before !== null) return before
  const prepared = yield* mapped(arrivals, function* (arrival) {
    const post = postOf(arrival, importedOf(arrival, format))
    return { arrival, prepared: yield* prepare(connection, post) }
  })
  return yield* connection.write(
    function* (tx) {
      // Senders wait, so that within a thread numbers rise in the order of arrival.
      yield* tx.engine.lockRoster(tx)
      yield* tx.engine.allowLongChange(tx)
      const deed = tx.engine.openChange(tx, { doer, at, what: 'imported' })
      const { arrivedAt, nextId } = yield* tx.engine.placesFor(tx, at)
      const raised = new Set<number>()
      const taken = yield* mapped(prepared, function* (one): Work<Taken> {
        const known = yield* findTaken(tx, format, one.arrival)
        if (known !== null) return yield* complete(tx, { ...one, format, arrivedAt, deed, raised }, known)
        const links = yield* linksOf(tx, format, one.arrival)
        yield* requireCurrent(tx, links, one.arrival)
        const { ready, waiting } = yield* shareOut(tx, one.arrival.due, one.arrival.recipients, arrivedAt)
        if (waiting.length > 0 && ready.length === 0)
          return { id: 0, duplicate: false, differs: false, waiting }
        const id = yield* nextId()
        const arrival = { ...one.arrival, recipients: ready }
        yield* store(tx, { ...one, arrival, format, links, id, arrivedAt, deed, raised })
        if (waiting.length === 0) return { id, duplicate: false, differs: false }
        yield* noteWaiting(tx, format, arrival, id)
        return { id, duplicate: false, differs: false, waiting }
      })
      for (const agent of raised) yield* tx.engine.markWaiting(tx, agent)
      yield* deed.finish()
      return taken
    },
    (taken) => taken.some(({ id, duplicate }) => id > 0 && !duplicate),
  )
}

type Links = {
  readonly parent: { readonly id: number; readonly sender: number } | null
  readonly thread: number | null
}

/** The message that it answers, and the thread that it joins. */
function* linksOf(connection: Connection, format: string, arrival: Arrival): Work<Links> {
  const parent = yield* parentOf(connection, format, arrival)
  const named = parent?.thread ?? arrival.due?.thread ?? null
  return { parent, thread: named ?? (yield* threadOf(connection, format, arrival.thread)) }
}

/** @throws MailError `stale` where the thread has gone on since mail that is delivered now was judged */
function* requireCurrent(connection: Connection, { thread }: Links, { due }: Arrival): Work<void> {
  const newest = due?.newest ?? null
  if (newest !== null && thread !== null && (yield* newestOf(connection, thread)) !== newest)
    throw new MailError('stale', 'A new message has arrived in the thread.', 'Read it, then try again.')
}

/** Gives copies of a known message to those who had no room for it before. */
function* complete(tx: Tx, one: Giving, known: Taken): Work<Taken> {
  const { format, arrival, arrivedAt, deed } = one
  const lacking = yield* lackingCopies(tx, format, arrival, known)
  if (lacking.length === 0) return known
  const { ready, waiting } = yield* shareOut(tx, arrival.due, lacking, arrivedAt)
  const rank = yield* tx.cell<number>('SELECT rank FROM messages WHERE id = ?', known.id)
  const sender = yield* requireNumber(tx, arrival.from)
  for (const copy of ready) {
    const agent = yield* requireNumber(tx, copy.address)
    yield* addCopy(tx, one, copy, { agent, rank: rank ?? 0, sender })
    yield* deed.note({ agent_id: agent, rank: rank ?? 0 }, 'joined', { via: copy.via })
  }
  const taken = { ...known, duplicate: ready.length === 0 }
  return waiting.length === 0 ? taken : { ...taken, waiting }
}

function* newestOf(connection: Connection, thread: number): Work<number> {
  const sql = 'SELECT id FROM messages WHERE thread_id = ? AND thread_id <> id ORDER BY id DESC LIMIT 1'
  return (yield* connection.cell<number>(sql, thread)) ?? thread
}

function* store(tx: Tx, one: Storing): Work<void> {
  const { format, arrival, prepared, id, arrivedAt } = one
  const { parent } = one.links
  const sender = yield* requireNumber(tx, arrival.from)
  const thread = one.links.thread ?? id
  const post = postOf(arrival, prepared.post.imported, parent?.id ?? null, thread)
  const rank = rankOf(arrival.priority, arrival.tier, id)
  const recipients = yield* mapped(arrival.recipients, ({ address }) => requireNumber(tx, address))
  yield* addMessage(tx, { ...prepared, post }, { id, thread, rank, sender, arrivedAt, recipients })
  for (const alias of arrival.aliases) yield* addForeign(tx, `${format} ${arrival.from}`, alias, id)
  yield* addForeign(tx, format, arrival.foreignId, id)
  if (arrival.thread !== null) yield* addForeign(tx, `${format} thread`, arrival.thread, id)
  yield* addCopies(tx, one, { rank, sender, recipients })
  if (arrival.channels !== undefined && arrival.channels.length > 0)
    yield* addToChannels(tx, arrival.channels, id, arrivedAt)
  if (parent !== null && parent.sender !== sender) yield* closeAnswered(tx, post, parent.id, id)
  if (parent === null) yield* closePositions(tx, post, { thread, by: id })
}

type Placing = { readonly rank: number; readonly sender: number; readonly recipients: readonly number[] }

function* addCopies(tx: Tx, one: Storing, { rank, sender, recipients }: Placing): Work<void> {
  const { format, arrival, id, deed } = one
  for (const [at, copy] of arrival.recipients.entries()) {
    const agent_id = recipients[at] ?? 0
    const { box, claimedBy } = copy
    yield* addCopy(tx, one, copy, { agent: agent_id, rank, sender })
    yield* deed.note({ agent_id, rank }, 'imported', {
      format,
      file: arrival.file,
      status: box,
      ...(claimedBy === null ? {} : { by: claimedBy }),
    })
  }
  if (arrival.recipients.length === 0)
    yield* deed.note({ agent_id: sender, rank }, 'imported', { format, file: arrival.file })
  for (const { selector, expiresAt } of arrival.selectors) {
    const sql =
      'INSERT INTO postings(selector, message_id, expires_at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
    yield* tx.run(sql, selector, id, expiresAt)
  }
}

type Holding = { readonly agent: number; readonly rank: number; readonly sender: number }

function* addCopy(
  tx: Tx,
  { arrivedAt, raised }: Pick<Giving, 'arrivedAt' | 'raised'>,
  copy: ArrivedCopy,
  { agent, rank, sender }: Holding,
): Work<void> {
  const { box, was, owes, expiresAt, readAt, acknowledgedAt, completedAt, claimedBy } = copy
  const before =
    box === 'archived' || box === 'expired' || box === 'dead' ? statuses.indexOf(was ?? 'unread') : null
  const until = claimedBy === null ? null : arrivedAt + (yield* leaseOf(tx, agent))
  const row = {
    agent_id: agent,
    box: boxes.indexOf(box),
    rank,
    was: before,
    ...wayCells(copy),
    sender_id: sender,
    owes: Number(owes),
    expires_at: expiresAt,
    read_at: readAt,
    ack_at: acknowledgedAt,
    done_at: completedAt,
    held_by: claimedBy,
    held_until: until,
    attempts: Number(claimedBy !== null),
  }
  yield* tx.run(copySql, ...cellsOf(copyNames, row))
  if (box === 'unread') raised.add(agent)
}

/** The lease of an imported claim, so that no one else gets the item in the meantime. */
function* leaseOf(connection: Connection, queue: number): Work<number> {
  const sql = 'SELECT lease FROM queues WHERE agent_id = ?'
  return (yield* connection.cell<number>(sql, queue)) ?? defaultQueue.lease
}

type Giving = {
  readonly format: string
  readonly arrival: Arrival
  readonly arrivedAt: number
  readonly deed: OpenChange
  /** Agents whose signal files must be set. */
  readonly raised: Set<number>
}

type Storing = Giving & {
  readonly links: Links
  readonly prepared: Prepared
  readonly id: number
}

function importedOf({ importedBy, file }: Arrival, format: string): Imported {
  return { by: importedBy, format, file }
}

/** Its place among the others is known only under the lock. Field by field: an object that is spread takes many times as long to make. */
function postOf(
  arrival: Arrival,
  imported: Imported | undefined,
  replyTo: number | null = null,
  thread: number | null = null,
): Post {
  return {
    from: arrival.from,
    to: arrival.to,
    cc: arrival.cc,
    kind: arrival.kind,
    priority: arrival.priority,
    tier: arrival.tier,
    subject: arrival.subject,
    body: arrival.body,
    preview: arrival.preview,
    payload: arrival.payload,
    context: arrival.context,
    attachments: arrival.attachments,
    tags: arrival.tags,
    swarm: arrival.swarm,
    task: arrival.task,
    sentAt: arrival.sentAt,
    expiresAt: arrival.expiresAt,
    meta: arrival.meta,
    selectors: arrival.selectors,
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

type Parent = { readonly id: number; readonly thread: number; readonly sender: number }

/** The message that an answer refers to, of any origin. */
export function* parentOf(
  connection: Connection,
  format: string,
  { replyTo }: Pick<Arrival, 'replyTo'>,
): Work<Parent | null> {
  const id =
    replyTo === null
      ? null
      : ((yield* findForeign(connection, format, replyTo)) ?? (yield* findAlias(connection, format, replyTo)))
  if (id === null) return null
  const sql = 'SELECT id, thread_id AS thread, sender_id AS sender FROM messages WHERE id = ?'
  return (yield* connection.row<Parent>(sql, id)) ?? null
}

/** A thread by the format's name for it. */
export function* threadOf(connection: Connection, format: string, name: string | null): Work<number | null> {
  if (name === null) return null
  const first =
    (yield* findForeign(connection, format, name)) ??
    (yield* findForeign(connection, `${format} thread`, name))
  if (first === null) return null
  return (yield* connection.cell<number>('SELECT thread_id FROM messages WHERE id = ?', first)) ?? null
}

/** All of them, where not a single one is new; the first that is new ends the look. */
function* allTaken(
  connection: Connection,
  format: string,
  arrivals: readonly Arrival[],
): Work<readonly Taken[] | null> {
  const known: Taken[] = []
  for (const arrival of arrivals) {
    const taken = yield* findTaken(connection, format, arrival)
    if (taken === null || (yield* lackingCopies(connection, format, arrival, taken)).length > 0) return null
    known.push(taken)
  }
  return known
}

/** The message with this id. Formats without milliseconds return times without them. */
function* findTaken(
  connection: Connection,
  format: string,
  { foreignId, sentAt }: Arrival,
): Work<Taken | null> {
  const id = yield* findForeign(connection, format, foreignId)
  if (id === null) return null
  const known = Number(yield* connection.cell<number>('SELECT sent_at FROM messages WHERE id = ?', id))
  return { id, duplicate: true, differs: Math.abs(known - sentAt) >= 1000 }
}
