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

const deliverSql = 'SELECT * FROM deliver(?::json, ?, ?, ?)'

type Delivered = {
  readonly id: number | null
  readonly thread: number
  readonly duplicate: number
  readonly repeat_id: number | null
  readonly repeat_address: string
  readonly repeat_read: number
}

/** A message goes in with one call; only what closes other mail, or joins a stream, needs more. */
export async function deliver(connection: Connection, post: Post): Promise<Posted> {
  const prepared = prepare(post)
  const whole = () => connection.write(() => storeWhole(connection, prepared))
  if (hasConsequences(post)) return whole()
  return (await connection.single(() => store(connection, prepared, answeredBy(post)))) ?? whole()
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
  const posted = await store(connection, prepared, null)
  if (posted === null) throw new Error('A message without an answer was not stored')
  const { id, thread, duplicate } = posted
  if (duplicate) return posted
  if (post.begins !== undefined) await beginCommission(connection, post.begins)
  if (post.channels !== undefined) await addToChannels(connection, post.channels, id, post.sentAt)
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

/** `null`, and nothing is stored, where an answer closes more than its sender's own copy. */
async function store(
  connection: Connection,
  prepared: Prepared,
  answered: number | null,
): Promise<Posted | null> {
  const { subject, preview, body, origin } = prepared.post
  const values = JSON.stringify({ ...valuesOf(prepared), answered, session: origin?.session ?? null })
  const row = (await connection.statement(deliverSql).get(values, subject, preview, body)) as Delivered
  const { id, thread, duplicate, repeat_id, repeat_address, repeat_read } = row
  if (id === null) return null
  const repeats =
    repeat_id === null ? undefined : { id: repeat_id, address: repeat_address, isRead: repeat_read === 1 }
  return duplicate === 1 ? { id, thread, duplicate: true } : { id, thread, duplicate: false, repeats }
}

/** As the function of this name takes them. */
function valuesOf({ post, digest, more, written }: Prepared): object {
  const {
    from,
    principal,
    replyTo,
    thread,
    kind,
    priority,
    tier,
    sentAt,
    expiresAt,
    key,
    task,
    swarm,
    expect,
  } = post
  return {
    ...{ from, principal, reply_to: replyTo, thread, kind, place: priorities.indexOf(priority) * 8 + tier },
    ...{ sent_at: sentAt, expires_at: expiresAt, key, digest, task, swarm, written, more },
    recipients: post.recipients.map(({ address, via, owes, expiresAt: expires_at }) => ({
      address,
      via,
      owes,
      expires_at,
    })),
    ...(post.selectors.length > 0 && {
      selectors: post.selectors.map(({ selector, expiresAt: expires_at }) => ({ selector, expires_at })),
    }),
    ...{ roster: expect.roster, newest: expect.newest, endings: expect.endings, room: expect.mostUnread },
    ...{ among: post.repeatsAmong, read: post.repeatsRead ?? false },
    ...(post.foreign && { format: post.foreign.format, foreign_id: post.foreign.id }),
  }
}
