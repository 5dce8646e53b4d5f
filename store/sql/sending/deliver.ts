import { isRemote } from '../../../src/domain/addressing/address.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { isStance } from '../../../src/domain/kind.ts'
import { isQueueAddress } from '../../../src/domain/places.ts'
import { rankOf } from '../../../src/domain/priority.ts'
import type { Post, Posted, Withheld } from '../../mail-store.ts'
import type { Delivering } from '../../shared/delivering.ts'
import type { Connection, Tx } from '../connection.ts'
import { rosterVersion } from '../facts.ts'
import { addToChannels } from '../rows/channel-rows.ts'
import { beginCommission } from '../rows/commission-rows.ts'
import { noteSeen } from '../rows/last-seen.ts'
import { findNumber, requireNumber } from '../rows/names.ts'
import { addMessage, type NumberedMessage } from '../rows/new-message.ts'
import { addParcel } from '../rows/parcels.ts'
import { prepare } from '../rows/post-content.ts'
import type { Prepared } from '../rows/prepared.ts'
import { requireOpenQueue } from '../rows/queue-rows.ts'
import { wayCells } from '../rows/way-rows.ts'
import { noteHeldBack } from '../rows/withheld.ts'
import { unlisted } from '../tables/agents.ts'
import type { Work, Working } from '../work.ts'
import { closeAnswered, closePositions } from './answering.ts'
import { findRepeat } from './habits.ts'
import { isLongChain, mayLoop, type Sending } from './looping.ts'
import { requireRoom } from './queue-limit.ts'

/** From here on the files of signals are made ready before the lock is taken: thousands take a second. */
const many = 16

export function openDelivering(connection: Connection): Working<Delivering> {
  return { deliver: (post) => deliver(connection, post) }
}

/** What else a message changes when it comes, and what forbids that: asked before it has a number, so that none is lost. */
export type Also = {
  require(tx: Tx): Work<void>
  /** `held`: the recipients from whom it is held back. */
  change(tx: Tx, placed: NumberedMessage, held: ReadonlyMap<number, number>): Work<void>
}

/** How a loop is found, and what it holds back. */
export type Look = {
  heldBack(tx: Tx, sending: Sending): Work<ReadonlyMap<number, number>>
  findWithheld(connection: Connection, message: number): Work<Withheld | undefined>
}

type How = { readonly also?: Also | undefined; readonly look?: Look }
const usual: How = {}

/** A message goes in with all that it changes, or not at all. `null` as `Delivering` says, where it is not looked at. */
export function* deliver(connection: Connection, post: Post, how = usual): Work<Posted | null> {
  const { engine } = connection
  const prepared = yield* prepare(connection, post)
  const stored =
    engine.fast === null || how !== usual || hasConsequences(post)
      ? undefined
      : yield* engine.fast.deliver(connection, prepared)
  if (stored !== undefined) return stored
  // What may be a loop is looked at closer at once: the server found one, or something else that is told step by step.
  if (engine.fast !== null && how === usual && post.caps !== undefined) return null
  if (post.recipients.length >= many) engine.markAhead(post.recipients.map(({ address }) => address))
  return yield* connection.write(
    (tx) => store(tx, prepared, how),
    (posted) => posted !== null && !posted.duplicate,
  )
}

/** It changes more than its copies, and what its sender owed; or its copies are not as nearly all are. */
function hasConsequences({
  channels,
  begins,
  chosen,
  kind,
  replyTo,
  thread,
  recipients,
  caps,
  expect,
  hops = 0,
}: Post): boolean {
  return (
    expect.taskNewest !== undefined ||
    isLongChain(hops, caps) ||
    (channels !== undefined && channels.length > 0) ||
    begins !== undefined ||
    chosen !== undefined ||
    (replyTo === null && thread !== null && isStance(kind)) ||
    recipients.some(({ alsoVia }) => alsoVia !== undefined)
  )
}

function* store(tx: Tx, prepared: Prepared, { also, look }: How): Work<Posted | null> {
  const { post } = prepared
  yield* tx.engine.lockSending(tx, post)
  const sender = yield* requireNumber(tx, post.from)
  const earlier = yield* findDuplicate(tx, sender, prepared)
  if (earlier !== null) return yield* saidAgain(tx, post, earlier, look)
  yield* requireExpected(tx, post)
  yield* requireRoom(tx, post)
  if (post.begins !== undefined) yield* beginCommission(tx, post.begins)
  const recipients: number[] = []
  for (const { address } of post.recipients) recipients.push(yield* requireRecipient(tx, post, address))
  const repeats = yield* findRepeat(tx, sender, recipients, post)
  if (also !== undefined) yield* also.require(tx)
  const sending = { post, sender, recipients }
  if (look === undefined && (yield* mayLoop(tx, sending))) return null
  const held = look === undefined ? none : yield* look.heldBack(tx, sending)
  const { arrivedAt, nextId } = yield* tx.engine.placesFor(tx, post.sentAt)
  const id = yield* nextId()
  const placed = {
    id,
    thread: post.thread ?? id,
    rank: rankOf(post.priority, post.tier, id),
    sender,
    arrivedAt,
    recipients,
  }
  yield* addMessage(tx, prepared, placed)
  yield* addForeignId(tx, post, id)
  yield* addCopies(tx, post, placed, held)
  if (post.chosen !== undefined) yield* noteChosen(tx, post, placed)
  if (also !== undefined) yield* also.change(tx, placed, held)
  if (post.channels !== undefined) yield* addToChannels(tx, post.channels, id, arrivedAt)
  yield* noteSeen(tx, sender, { principal: post.principal, command: null }, post.sentAt)
  if (post.answers && post.replyTo !== null) yield* closeAnswered(tx, post, post.replyTo, id)
  if (post.replyTo === null) yield* closePositions(tx, post, { thread: placed.thread, by: id })
  const posted = { id, thread: placed.thread, duplicate: false, repeats }
  return held.size === 0 ? posted : { ...posted, withheld: withheldOf(post, recipients, held) }
}

const keyedSql =
  'SELECT id, thread_id AS thread, digest FROM messages WHERE sender_id = ? AND key = ? AND key IS NOT NULL'

/** The message that was stored under the key before. @throws MailError `conflict` where that is another one */
function* findDuplicate(tx: Tx, sender: number, { post: { key }, digest }: Prepared): Work<Posted | null> {
  if (key === null) return null
  const row = yield* tx.row<{ id: number; thread: number; digest: string }>(keyedSql, sender, key)
  if (row === undefined) return null
  if (row.digest === digest) return { id: row.id, thread: row.thread, duplicate: true }
  throw new MailError(
    'conflict',
    `The key ${key} was already used for a message with other content.`,
    'Use a different --key for each message.',
  )
}

/** That it is held back is said again. */
function* saidAgain(tx: Tx, { caps }: Post, earlier: Posted, look: Look | undefined): Work<Posted | null> {
  if (caps === undefined) return earlier
  if (look === undefined) return null
  const withheld = yield* look.findWithheld(tx, earlier.id)
  return withheld === undefined ? earlier : { ...earlier, withheld }
}

/** What the sender saw before writing is still so. @throws MailError `stale` */
function* requireExpected(tx: Tx, { expect, thread, task }: Post): Work<void> {
  if (expect.endings !== undefined && task !== null && (yield* endingsOf(tx, task)) !== expect.endings)
    throw new MailError(
      'stale',
      `The task ${task} has ended in the meantime.`,
      'See `watchpost task show`, then try again.',
    )
  if (expect.newest !== undefined && thread !== null && (yield* newestOf(tx, thread)) !== expect.newest)
    throw new MailError('stale', 'A new message has arrived in the thread.', 'Read it, then try again.')
  if (expect.taskNewest !== undefined && task !== null && (yield* lastOf(tx, task)) !== expect.taskNewest)
    throw new MailError('stale', `A new message has arrived in the task ${task}.`, 'Read it, then try again.')
  if (expect.roster === undefined || expect.roster === (yield* rosterVersion(tx))) return
  throw new MailError('stale', 'The roster changed while the message was being addressed.', 'Try again.')
}

/** How often a task was ended. */
function* endingsOf(tx: Tx, task: string): Work<number> {
  return (yield* tx.cell<number>('SELECT endings FROM tasks WHERE id = ?', task)) ?? 0
}

function* lastOf(tx: Tx, task: string): Work<number> {
  return (yield* tx.cell<number>('SELECT newest FROM tasks WHERE id = ?', task)) ?? 0
}

function* newestOf(tx: Tx, thread: number): Work<number> {
  const sql = 'SELECT id FROM messages WHERE thread_id = ? AND thread_id <> id ORDER BY id DESC LIMIT 1'
  return (yield* tx.cell<number>(sql, thread)) ?? thread
}

const recipientSql = 'SELECT id, state FROM agents WHERE address = ?'

/** Under an expected version of the roster its agents are known to stand; otherwise each is looked at. */
function* requireRecipient(tx: Tx, post: Post, address: string): Work<number> {
  if (isQueueAddress(address)) return yield* requireOpenQueue(tx, address)
  if (isRemote(address)) return yield* requireNumber(tx, address)
  const id = post.expect.roster === undefined ? undefined : yield* findNumber(tx, address)
  if (id !== undefined) return id
  const row = yield* tx.row<{ id: number; state: string }>(recipientSql, address)
  if (row !== undefined && row.state !== 'dead' && row.state !== unlisted) return row.id
  throw new MailError(
    'not-found',
    `There is no active agent ${address}; nothing was sent.`,
    'List the roster with `watchpost agents`.',
  )
}

function* addForeignId(tx: Tx, { foreign }: Post, id: number): Work<void> {
  if (foreign === undefined) return
  const sql = 'INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(?, ?, ?)'
  yield* tx.run(sql, foreign.format, foreign.id, id)
}

const copyInto = 'INSERT INTO deliveries(agent_id, box, rank, via, also_via, sender_id, owes, expires_at)'
const copySql = `${copyInto} VALUES(?, ?, ?, ?, ?, ?, ?, ?)`
/** Many copies alike go in as one statement, in the order in which they lie. */
const copiesSql = `${copyInto} SELECT j.value, CAST(? AS integer), CAST(? AS bigint), CAST(? AS text), CAST(? AS text), CAST(? AS bigint), CAST(? AS integer), CAST(? AS bigint) FROM numbers(?) j`

/** A new message cannot lie in any mailbox yet, so its copies go in unseen. */
function* addCopies(
  tx: Tx,
  post: Post,
  placed: NumberedMessage,
  held: ReadonlyMap<number, number>,
): Work<void> {
  const { id, thread, rank, sender, arrivedAt, recipients } = placed
  for (const { ids, owes, expiresAt, isHeld, ...ways } of alike(post.recipients, recipients, held)) {
    const [only = 0] = ids
    const { via, also_via } = wayCells(ways)
    const box = isHeld ? withheldBox : unreadBox
    const same = [box, rank, via, also_via, sender, owes && !isHeld ? 1 : 0, expiresAt]
    if (ids.length === 1) yield* tx.run(copySql, only, ...same)
    else yield* tx.run(copiesSql, ...same, `[${ids.toSorted((one, other) => one - other).join(',')}]`)
  }
  for (const [at, { address, owes }] of post.recipients.entries()) {
    const agent = recipients[at] ?? 0
    const loop = held.get(agent)
    if (loop !== undefined) yield* noteHeldBack(tx, { agent, rank, loop, message: id, owes })
    else if (isRemote(address)) yield* addParcel(tx, { id, thread, arrivedAt, task: post.task }, address)
    else yield* tx.engine.markWaiting(tx, agent)
  }
  for (const { selector, expiresAt } of post.selectors) {
    const sql = 'INSERT INTO postings(selector, message_id, expires_at) VALUES(?, ?, ?)'
    yield* tx.run(sql, selector, id, expiresAt)
  }
}

const none: ReadonlyMap<number, number> = new Map()
const [unreadBox, withheldBox] = [boxes.indexOf('unread'), boxes.indexOf('withheld')]

type Same = Omit<Post['recipients'][number], 'address'> & { readonly ids: number[]; readonly isHeld: boolean }

/** Recipients whose copies differ in nothing but whose they are. */
function alike(
  recipients: Post['recipients'],
  ids: readonly number[],
  held: ReadonlyMap<number, number>,
): readonly Same[] {
  const groups = new Map<string, Same>()
  for (const [at, { via, alsoVia, owes, expiresAt }] of recipients.entries()) {
    const id = ids[at] ?? 0
    const isHeld = held.has(id)
    const key = `${isHeld} ${owes} ${expiresAt} ${via} ${alsoVia === undefined ? '' : JSON.stringify(alsoVia)}`
    const group = groups.get(key) ?? { via, alsoVia, owes, expiresAt, isHeld, ids: [] }
    if (group.ids.length === 0) groups.set(key, group)
    group.ids.push(id)
  }
  return [...groups.values()]
}

function withheldOf(
  { recipients }: Post,
  ids: readonly number[],
  held: ReadonlyMap<number, number>,
): NonNullable<Posted['withheld']> {
  const from = recipients.filter((_, at) => held.has(ids[at] ?? 0)).map(({ address }) => address)
  return { loop: [...held.values()][0] ?? 0, from }
}

/** Why a recipient was chosen is part of the copy's history. */
function* noteChosen(tx: Tx, post: Post, { rank }: NumberedMessage): Work<void> {
  const { from: actor, principal, origin } = post
  const doer = { actor, principal, session: origin?.session ?? null, command: null }
  const change = tx.engine.openChange(tx, { doer, at: post.sentAt, what: 'chosen' })
  for (const { address, detail } of post.chosen ?? [])
    yield* change.note({ agent_id: yield* requireNumber(tx, address), rank }, 'chosen', detail)
  yield* change.finish()
}
