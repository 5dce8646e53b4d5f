import { isStance } from '../../../src/domain/kind.ts'
import { priorities, rankOf } from '../../../src/domain/priority.ts'
import type { Post, Posted } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { openChange } from '../rows/changes.ts'
import { addToChannels } from '../rows/channel-rows.ts'
import { beginCommission } from '../rows/commission-rows.ts'
import { namesOf } from '../rows/names.ts'
import { type Prepared, prepare } from '../rows/post-content.ts'
import { closeAnswered, closePositions } from './answering.ts'

const deliverSql = `SELECT deliver(${[
  ...['text', 'text', 'bigint', 'bigint', 'text', 'bigint', 'bigint'],
  ...['bigint', 'text', 'text', 'text', 'text', 'text', 'text', 'text', 'text', 'text'],
  ...['text[]', 'text[]', 'boolean[]', 'bigint[]', 'text[]', 'bigint[]'],
  ...['bigint', 'text', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'boolean', 'text', 'text'],
]
  .map((type) => `?::${type}`)
  .join(', ')})`

type Delivered =
  | null
  | readonly [
      id: number,
      thread: number,
      duplicate: boolean,
      repeat?: number | null,
      address?: string | null,
      isRead?: boolean | null,
      arrivedAt?: number,
    ]

/** A message goes in with one call; only what closes other mail, or joins a stream, needs more. */
export async function deliver(connection: Connection, post: Post): Promise<Posted> {
  const prepared = prepare(connection, post)
  const whole = () => connection.write(() => storeWhole(connection, prepared))
  if (hasConsequences(post)) return whole()
  const stored = await connection.single(() => store(connection, prepared, answeredBy(post)))
  return stored?.posted ?? whole()
}

function hasConsequences({ channels, begins, chosen, kind, replyTo, thread }: Post): boolean {
  return (
    (channels !== undefined && channels.length > 0) ||
    begins !== undefined ||
    chosen !== undefined ||
    (replyTo === null && thread !== null && isStance(kind))
  )
}

const answeredBy = ({ answers, replyTo }: Post): number | null => (answers ? replyTo : null)

async function storeWhole(connection: Connection, prepared: Prepared): Promise<Posted> {
  const { post } = prepared
  const stored = await store(connection, prepared, null)
  if (stored === null) throw new Error('A message without an answer was not stored')
  const { posted, arrivedAt } = stored
  const { id, thread, duplicate } = posted
  if (duplicate) return posted
  if (post.begins !== undefined) await beginCommission(connection, post.begins)
  if (post.channels !== undefined) await addToChannels(connection, post.channels, id, arrivedAt)
  if (post.chosen !== undefined) await noteChosen(connection, post, id)
  if (post.answers && post.replyTo !== null) await closeAnswered(connection, post, post.replyTo, id)
  if (post.replyTo === null) await closePositions(connection, post, { thread, by: id })
  return posted
}

/** Why a recipient was chosen is part of the copy's history. */
async function noteChosen(connection: Connection, post: Post, id: number): Promise<void> {
  const { from: actor, principal, origin, priority, tier, sentAt: at } = post
  const doer = { actor, principal, session: origin?.session ?? null, command: null }
  const change = openChange(connection, { doer, at, what: 'chosen' })
  const rank = rankOf(priority, tier, id)
  for (const { address, detail } of post.chosen ?? [])
    await change.note({ agent_id: await namesOf(connection).require(address), rank }, 'chosen', detail)
}

type Stored = { readonly posted: Posted; readonly arrivedAt: number }

/** `null`, and nothing is stored, where an answer closes more than its sender's own copy. */
async function store(
  connection: Connection,
  prepared: Prepared,
  answered: number | null,
): Promise<Stored | null> {
  const row = (await connection.column(deliverSql).get(...valuesOf(prepared, answered))) as Delivered
  if (row === null) return null
  const [id, thread, duplicate, repeat = null, address, isRead, arrivedAt = 0] = row
  if (duplicate) return { posted: { id, thread, duplicate: true }, arrivedAt }
  const repeats =
    repeat === null ? undefined : { id: repeat, address: address ?? '', isRead: isRead ?? false }
  return { posted: { id, thread, duplicate: false, repeats }, arrivedAt }
}

/** In the order of the function: an object of so many properties takes forty times as long to make. */
function valuesOf({ post, digest, more, written }: Prepared, answered: number | null): readonly unknown[] {
  const { from, principal, replyTo, thread, kind, priority, tier, sentAt, expiresAt, key, task, swarm } = post
  const { subject, preview, body, recipients, selectors, expect, foreign } = post
  const held = selectors.length === 0 ? null : selectors
  return [
    ...[from, principal, replyTo, thread, kind, priorities.indexOf(priority) * 8 + tier, sentAt],
    ...[expiresAt, key, digest, task, swarm, written, more, subject, preview, body],
    recipients.map(({ address }) => address),
    recipients.map(({ via }) => via),
    recipients.map(({ owes }) => owes),
    recipients.map(({ expiresAt: end }) => end),
    held?.map(({ selector }) => selector),
    held?.map(({ expiresAt: end }) => end),
    ...[answered, post.origin?.session, expect.roster, expect.newest, expect.endings, expect.mostUnread],
    ...[post.repeatsAmong, post.repeatsRead ?? false, foreign?.format, foreign?.id],
  ]
}
