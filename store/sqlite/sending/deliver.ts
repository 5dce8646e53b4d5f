import { isRemote } from '../../../src/domain/addressing/address.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { isQueueAddress } from '../../../src/domain/places.ts'
import { rankOf } from '../../../src/domain/priority.ts'
import type { Post, Posted } from '../../mail-store.ts'
import type { Mark } from '../../sql/connection.ts'
import type { Placed } from '../../sql/rows/new-message.ts'
import * as work from '../../sql/rows/new-message.ts'
import { unlisted } from '../../sql/unlisted.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { type NextPlace, nextPlace } from '../engine/next-place.ts'
import { takeSkippedIds } from '../engine/restored.ts'
import { shared } from '../engine/shared.ts'
import { openChange } from '../rows/changes.ts'
import { addToChannels } from '../rows/channel-rows.ts'
import { beginCommission } from '../rows/commission-rows.ts'
import { endingsOf, rosterVersion } from '../rows/facts.ts'
import { noteSeen } from '../rows/last-seen.ts'
import { namesOf } from '../rows/names.ts'
import { type Prepared, prepare } from '../rows/post-content.ts'
import { requireOpenQueue } from '../rows/queue-rows.ts'
import { closeAnswered, closePositions } from './answering.ts'
import { findDuplicate } from './duplicates.ts'
import { findRepeat } from './habits.ts'
import { addToOutbox } from './leaving.ts'
import { requireRoom } from './queue-limit.ts'

const copyInto = 'INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at)'
const copySql = `${copyInto} VALUES(?, 0, ?, ?, ?, ?, ?)`
/** Many copies alike go in as one statement, in the order in which they lie. */
const copiesSql = `${copyInto} SELECT value, 0, ?, ?, ?, ?, ? FROM json_each(?)`
/** From here on the files of signals are made ready before the lock is taken: thousands take a second. */
const many = 16

export function openDelivering(connection: Connection): (post: Post) => Posted {
  const names = namesOf(connection)
  /** Since no change was undone. */
  let skipTaken: Mark | null = null

  return (post) => {
    const prepared = prepare(connection, post)
    if (post.recipients.length >= many)
      for (const { address } of post.recipients) connection.signals.raise(address)
    const posted = connection.write(
      () => store(prepared),
      ({ duplicate }) => !duplicate,
    )
    if (!posted.duplicate) skipTaken = connection.mark
    return posted
  }

  function store(prepared: Prepared): Posted {
    const { post } = prepared
    const sender = names.require(post.from)
    const earlier = post.key === null ? null : findDuplicate(connection, sender, post.key, prepared.digest)
    if (earlier !== null) return earlier
    requireExpected(connection, post)
    requireRoom(connection, post)
    if (post.begins !== undefined) beginCommission(connection, post.begins)
    const recipients = post.recipients.map(({ address }) => requireRecipient(connection, post, address))
    const repeats = findRepeat(connection, sender, recipients, post)
    const { id, arrivedAt } = placeOf(post)
    const placed = {
      id,
      thread: post.thread ?? id,
      rank: rankOf(post.priority, post.tier, id),
      sender,
      arrivedAt,
      recipients,
    }
    addMessage(connection, prepared, placed)
    addCopies(connection, post, placed)
    if (post.chosen !== undefined) noteChosen(connection, post, placed)
    if (post.channels !== undefined) addToChannels(connection, post.channels, id, arrivedAt)
    noteSeen(connection, sender, { principal: post.principal, command: null }, post.sentAt)
    if (post.answers && post.replyTo !== null) closeAnswered(connection, post, post.replyTo, id)
    if (post.replyTo === null) closePositions(connection, post, { thread: placed.thread, by: id })
    return { id, thread: placed.thread, duplicate: false, repeats }
  }

  function placeOf({ sentAt }: Post): NextPlace {
    const skipped = skipTaken === connection.mark ? 0 : takeSkippedIds(connection)
    return nextPlace(connection, sentAt, skipped)
  }
}

function addMessage(connection: Connection, prepared: Prepared, placed: Placed): void {
  atOnce(work.addMessage(shared(connection), prepared, placed))
  const { foreign } = prepared.post
  if (foreign === undefined) return
  const sql = 'INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(?, ?, ?)'
  connection.statement(sql).run(foreign.format, foreign.id, placed.id)
}

/** A new message cannot lie in any mailbox yet, so its copies go in unseen. */
function addCopies(connection: Connection, post: Post, placed: Placed): void {
  const { id, rank, sender, recipients } = placed
  for (const { ids, via, owes, expiresAt } of alike(post.recipients, recipients)) {
    const [only] = ids
    const same = [rank, via === 'to' ? null : via, sender, owes ? 1 : 0, expiresAt]
    if (ids.length === 1) connection.statement(copySql).run(only, ...same)
    else
      connection.statement(copiesSql).run(...same, `[${ids.toSorted((one, other) => one - other).join(',')}]`)
  }
  for (const { address } of post.recipients) {
    if (isRemote(address)) addToOutbox(connection, post, placed, address)
    else connection.signals.raise(address)
  }
  for (const { selector, expiresAt } of post.selectors) {
    const sql = 'INSERT INTO postings(selector, message_id, expires_at) VALUES(?, ?, ?)'
    connection.statement(sql).run(selector, id, expiresAt)
  }
}

type Same = Omit<Post['recipients'][number], 'address'> & { readonly ids: number[] }

/** Recipients whose copies differ in nothing but whose they are. */
function alike(recipients: Post['recipients'], ids: readonly number[]): readonly Same[] {
  const groups = new Map<string, Same>()
  for (const [at, { via, owes, expiresAt }] of recipients.entries()) {
    const key = `${owes} ${expiresAt} ${via}`
    const group = groups.get(key) ?? { via, owes, expiresAt, ids: [] }
    if (group.ids.length === 0) groups.set(key, group)
    group.ids.push(ids[at] ?? 0)
  }
  return [...groups.values()]
}

/** Why a recipient was chosen is part of the copy's history. */
function noteChosen(connection: Connection, post: Post, { rank }: Placed): void {
  const { from: actor, principal, origin } = post
  const doer = { actor, principal, session: origin?.session ?? null, command: null }
  const change = openChange(connection, { doer, at: post.sentAt, what: 'chosen' })
  for (const { address, detail } of post.chosen ?? [])
    change.note({ agent_id: namesOf(connection).require(address), rank }, 'chosen', detail)
  change.finish()
}

function requireExpected(
  connection: Connection,
  { expect, thread, task }: Pick<Post, 'expect' | 'thread' | 'task'>,
): void {
  if (expect.endings !== undefined && task !== null && endingsOf(connection, task) !== expect.endings)
    throw new MailError(
      'stale',
      `The task ${task} has ended in the meantime.`,
      'See `watchpost task show`, then try again.',
    )
  if (expect.newest !== undefined && thread !== null && newestOf(connection, thread) !== expect.newest)
    throw new MailError('stale', 'A new message has arrived in the thread.', 'Read it, then try again.')
  if (expect.roster === undefined || expect.roster === rosterVersion(connection)) return
  throw new MailError('stale', 'The roster changed while the message was being addressed.', 'Try again.')
}

function newestOf(connection: Connection, thread: number): number {
  const sql = 'SELECT id FROM messages WHERE thread_id = ? AND thread_id <> id ORDER BY id DESC LIMIT 1'
  return (connection.column(sql).get(thread) as number | undefined) ?? thread
}

/** Under an expected version of the roster its agents are known to stand; otherwise each is looked at. */
function requireRecipient(connection: Connection, post: Post, address: string): number {
  if (isQueueAddress(address)) return requireOpenQueue(connection, address)
  if (isRemote(address)) return namesOf(connection).require(address)
  const id = namesOf(connection).find(address)
  if (id !== undefined && post.expect.roster !== undefined) return id
  const row = connection.statement('SELECT id, state FROM agents WHERE address = ?').get(address) as
    | { id: number; state: string }
    | undefined
  if (row !== undefined && row.state !== 'dead' && row.state !== unlisted) return row.id
  throw new MailError(
    'not-found',
    `There is no active agent ${address}; nothing was sent.`,
    'List the roster with `watchpost agents`.',
  )
}
