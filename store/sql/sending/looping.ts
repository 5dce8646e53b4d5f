import {
  type Exchange,
  exchangeOf,
  type LoopCaps,
  type LoopSort,
  loopSpan,
  senderSpan,
  type Turn,
} from '../../../src/domain/loops.ts'
import type { Post, Withheld } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { Work } from '../work.ts'

/** A message on its way: who sends it, and who is to have it, by their numbers. */
type Sending = { readonly post: Post; readonly sender: number; readonly recipients: readonly number[] }

/** What the question is asked with, as its statement names it. */
export type AskedWord = 'sender' | 'thread' | 'since' | 'hour' | 'half' | 'most' | 'sent'

/** Recipients beyond these are not gone through: nobody talks with so many at once. */
export const mostPaired = 20
/** Before this many messages within the time, nobody is in a loop. */
const fewest = 2

/**
 * Whether a sender writes so much that a loop is possible, in a few steps down indexes: most senders stop at the first. `recipients`
 * is a source of rows `given` with a `value`.
 */
export function mayLoopSql(p: Readonly<Record<AskedWord, string>>, recipients: string): string {
  const newest = (column: string, of: string, at: string) =>
    `(SELECT n.sent_at FROM messages n WHERE n.${column} = ${of} ORDER BY n.id DESC LIMIT 1 OFFSET ${at})`
  return `CASE WHEN EXISTS(SELECT 1 FROM loops l WHERE l.ended_at IS NULL) THEN 1
  WHEN ${newest('sender_id', p.sender, String(fewest))} > ${p.since} THEN CASE
    WHEN ${p.half} IS NOT NULL AND (SELECT n.sent_at FROM messages n WHERE n.thread_id = ${p.thread} AND n.thread_id <> n.id ORDER BY n.id DESC LIMIT 1 OFFSET ${p.most}) > ${p.since} THEN 1
    WHEN ${p.half} IS NOT NULL AND ${newest('sender_id', p.sender, p.half)} > ${p.since}
      AND EXISTS(SELECT 1 FROM ${recipients} WHERE ${newest('sender_id', 'given.value', p.half)} > ${p.since}) THEN 1
    WHEN ${p.sent} IS NOT NULL AND ${newest('sender_id', p.sender, p.sent)} > ${p.hour} THEN 1
    ELSE 0 END
  ELSE 0 END`
}

/** The numbers of that question. */
export function askedOf({ caps, sentAt }: Pick<Post, 'caps' | 'sentAt'>) {
  const { exchanged = null, sent = null } = caps ?? {}
  return {
    since: sentAt - loopSpan,
    hour: sentAt - senderSpan,
    // Places counted from the newest, which is 0. Half of an exchange is each side's; a third one's share is at least a quarter.
    half: exchanged === null ? null : Math.max(0, Math.ceil(exchanged / 2) - 1),
    most: exchanged === null ? null : Math.max(0, Math.floor((exchanged * 3) / 4) - 1),
    sent: sent === null ? null : sent - 1,
  }
}

const askedSql = `SELECT ${mayLoopSql(
  {
    ...{ sender: '@sender', thread: 'CAST(@thread AS bigint)', since: '@since', hour: '@hour' },
    ...{ half: 'CAST(@half AS bigint)', most: 'CAST(@most AS bigint)', sent: 'CAST(@sent AS bigint)' },
  },
  'numbers(@recipients) given',
)}`

/** So many answers came one after another that the next one is looked at. */
export function isLongChain(hops: number, caps: LoopCaps | undefined): boolean {
  return caps !== undefined && caps.exchanged !== null && hops >= caps.exchanged
}

/** The copies of a message that are held back, each by a loop: those of its agents, or of all where its sender writes too much. */
export function* heldBack(tx: Tx, sending: Sending): Work<ReadonlyMap<number, number>> {
  const held = new Map<number, number>()
  const { post, sender, recipients } = sending
  const { caps, thread, task, hops = 0 } = post
  if (caps === undefined) return held
  const bindings = {
    ...askedOf(post),
    sender,
    thread,
    recipients: numbersOf(recipients.slice(0, mostPaired)),
  }
  if (!isLongChain(hops, caps) && (yield* tx.cell<number>(askedSql, bindings)) === 0) return held
  // The task of another server has limits of its own.
  if (task !== null && (yield* tx.cell(commissionSql, task)) !== undefined) return held
  const all = yield* loopOf(tx, sending, caps, { sort: 'sender', one: sender, other: 0 })
  if (all !== null) return new Map(recipients.map((recipient) => [recipient, all]))
  const agents = yield* tx.cells<number>(agentsSql, numbersOf(recipients))
  if (agents.length === 0) return held
  const whole =
    thread === null ? null : yield* loopOf(tx, sending, caps, { sort: 'thread', one: thread, other: 0 })
  if (whole !== null) return new Map(agents.map((agent) => [agent, whole]))
  for (const agent of agents.slice(0, mostPaired)) {
    const [one, other] = agent < sender ? [agent, sender] : [sender, agent]
    const loop = yield* loopOf(tx, sending, caps, { sort: 'pair', one, other })
    if (loop !== null) held.set(agent, loop)
  }
  return held
}

const commissionSql = 'SELECT 1 FROM commissions WHERE id = ?'

/** Persons and supervisors are told what goes on: their mail is never part of a loop. */
const agentsSql = `SELECT a.id FROM numbers(?) j CROSS JOIN agents a ON a.id = j.value WHERE a.kind = 'agent' AND a.can_complete = 0`

type Of = { readonly sort: LoopSort; readonly one: number; readonly other: number }

const openSql =
  'SELECT id FROM loops WHERE sort = @sort AND one_id = @one AND other_id = @other AND ended_at IS NULL'
const endedSql =
  'SELECT max(ended_at) FROM loops WHERE sort = @sort AND one_id = @one AND other_id = @other AND ended_at IS NOT NULL'

/** The loop that a message belongs to: one that is open, or that it opens. `null` for none. */
function* loopOf(tx: Tx, sending: Sending, caps: LoopCaps, of: Of): Work<number | null> {
  const open = yield* tx.cell<number>(openSql, of)
  if (open !== undefined) return open
  const ended = (yield* tx.cell<number | null>(endedSql, of)) ?? 0
  const found = yield* runsOn(tx, sending, caps, of, ended)
  return found === null ? null : yield* openLoop(tx, sending.post.sentAt, of, found)
}

type Found = Omit<Exchange, 'since'> & { readonly since: number | null }

function* runsOn(
  tx: Tx,
  { post: { sentAt, hops = 0, thread }, sender, recipients }: Sending,
  { exchanged, sent }: LoopCaps,
  of: Of,
  ended: number,
): Work<Found | null> {
  if (of.sort === 'sender') {
    const since = Math.max(sentAt - senderSpan, ended)
    const first = sent === null ? undefined : yield* tx.cell<number>(nthSql, sender, sent - 1)
    return sent === null || first === undefined || first <= since
      ? null
      : { count: sent, since: first, senders: [sender] }
  }
  if (exchanged === null) return null
  const since = Math.max(sentAt - loopSpan, ended)
  const { exchange, isLong } =
    of.sort === 'thread'
      ? { exchange: yield* threadExchange(tx, of.one, since, exchanged), isLong: hops >= exchanged }
      : {
          exchange: yield* pairExchange(tx, of, since, exchanged),
          isLong: thread === null && hops >= exchanged,
        }
  if (exchange.count >= exchanged) return exchange
  if (!isLong) return null
  return { count: hops, since: null, senders: [...new Set([sender, ...recipients.slice(0, 1)])] }
}

const nthSql = 'SELECT sent_at FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?'

/** A person or a supervisor wrote it. */
const personsSql = `CASE WHEN a.kind <> 'agent' OR a.can_complete = 1 THEN 1 ELSE 0 END AS person`

type TurnRow = { readonly sender: number; readonly at: number; readonly person: number }

function turnOf({ sender, at, person }: TurnRow): Turn {
  return { sender, at, isPersons: person === 1 }
}

/** Of three agents in a thread the busiest may write more than half; so far back it is looked. */
const lookedAt = 4

const threadSql = `SELECT m.sender_id AS sender, m.sent_at AS at, ${personsSql} FROM (
  SELECT id, sender_id, sent_at FROM messages WHERE thread_id = @thread AND thread_id <> id ORDER BY id DESC LIMIT @most) m
CROSS JOIN agents a ON a.id = m.sender_id WHERE a.kind <> 'system'`

function* threadExchange(tx: Tx, thread: number, since: number, cap: number): Work<Exchange> {
  const rows = yield* tx.rows<TurnRow>(threadSql, { thread, most: lookedAt * cap })
  return exchangeOf(rows.map(turnOf), since)
}

/** What one of two wrote to the other by itself: single answers are no exchange, and rows of them are counted as such. */
const toOther = (
  from: string,
  to: string,
) => `SELECT m.id, m.sender_id AS sender, m.sent_at AS at, ${personsSql} FROM (
  SELECT id, rank, sender_id, sent_at, reply_to FROM messages WHERE sender_id = ${from} ORDER BY id DESC LIMIT @most) m
CROSS JOIN agents a ON a.id = m.sender_id
CROSS JOIN deliveries d ON d.agent_id = ${to} AND d.box = box_of(${to}, m.rank) AND d.rank = m.rank
WHERE m.reply_to IS NULL AND m.sent_at > @since`
const pairSql = `${toOther('@one', '@other')}\nUNION ALL ${toOther('@other', '@one')}`

function* pairExchange(tx: Tx, { one, other }: Of, since: number, cap: number): Work<Exchange> {
  const bindings = { one, other, since, most: lookedAt * cap }
  const rows = yield* tx.rows<TurnRow & { readonly id: number }>(pairSql, bindings)
  const turns = rows.map(turnOf)
  const exchange = exchangeOf(turns, since)
  if (exchange.count < cap) return exchange
  const first = Math.min(...rows.map(({ id }) => id))
  const said = yield* tx.cell<number | null>(lastWordSql, { one, other, first })
  return said === undefined || said === null ? exchange : exchangeOf(turns, Math.max(since, said))
}

const hasCopy = (of: string) =>
  `EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = ${of} AND d.box = box_of(${of}, m.rank) AND d.rank = m.rank)`
/** When a person or a supervisor last wrote to one of two agents, while they wrote to each other. */
const lastWordSql = `SELECT max(m.sent_at) FROM agents a CROSS JOIN messages m ON m.sender_id = a.id AND m.id > @first
WHERE (a.kind IN ('user', 'admin') OR a.can_complete = 1) AND (${hasCopy('@one')} OR ${hasCopy('@other')})`

const insertSql = `INSERT INTO loops(sort, one_id, other_id, agents, counted, since, opened_at) VALUES(@sort, @one, @other, @agents, @count, @since, @at)
ON CONFLICT DO NOTHING`

function* openLoop(tx: Tx, at: number, of: Of, { count, since, senders }: Found): Work<number | null> {
  const agents = numbersOf([...senders].sort((one, other) => one - other))
  yield* tx.run(insertSql, { ...of, agents, count, since, at })
  return (yield* tx.cell<number>(openSql, of)) ?? null
}

function numbersOf(ids: readonly number[]): string {
  return `[${ids.join(',')}]`
}

const heldOfSql = `SELECT w.loop_id AS loop, a.address FROM withheld w CROSS JOIN loops l ON l.id = w.loop_id AND l.ended_at IS NULL
CROSS JOIN agents a ON a.id = w.agent_id WHERE w.message_id = ? ORDER BY w.agent_id`

/** The recipients from whom a message is held back still. */
export function* findWithheld(connection: Connection, message: number): Work<Withheld | undefined> {
  const rows = yield* connection.rows<{ readonly loop: number; readonly address: string }>(heldOfSql, message)
  const [first] = rows
  return first && { loop: first.loop, from: rows.map(({ address }) => address) }
}

const withheldSql = `INSERT INTO withheld(agent_id, rank, loop_id, message_id, owes) VALUES(?, ?, ?, ?, ?)`

/** A copy that is held back owes nothing until it is delivered. */
export function* noteWithheld(
  tx: Tx,
  copy: { readonly agent: number; readonly rank: number; readonly message: number; readonly owes: boolean },
  loop: number,
): Work<void> {
  yield* tx.run(withheldSql, copy.agent, copy.rank, loop, copy.message, Number(copy.owes))
}
