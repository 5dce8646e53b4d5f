import {
  type Exchange,
  exchangeOf,
  type LoopCaps,
  type LoopSort,
  loopSpan,
  senderSpan,
  type Turn,
} from '../../../src/domain/loops.ts'
import type { MessageStore, Post, Posted, Withheld } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { stanceSql } from '../tables/messages.ts'
import type { Work, Working } from '../work.ts'
import { type Also, deliver } from './deliver.ts'
import { mayLoop, mostPaired, numbersOf, type Sending } from './looping.ts'

/** Delivers what may be a loop: the copies that are held back are found first. Few senders need this, so it is loaded late. */
export function openLooking(connection: Connection): Working<Pick<MessageStore, 'deliver'>> {
  return { deliver: (post) => deliverLooking(connection, post) }
}

export function* deliverLooking(connection: Connection, post: Post, also?: Also): Work<Posted> {
  const posted = yield* deliver(connection, post, { also, look: { heldBack, findWithheld } })
  if (posted === null) throw new Error('A message that was looked at goes')
  return posted
}

/** The copies of a message that are held back, each by a loop: those of its agents, or of all where its sender writes too much. */
export function* heldBack(tx: Tx, sending: Sending): Work<ReadonlyMap<number, number>> {
  const held = new Map<number, number>()
  const { post, sender, recipients } = sending
  const { caps, thread, task } = post
  if (caps === undefined || !(yield* mayLoop(tx, sending))) return held
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
  SELECT x.id, x.sender_id, x.sent_at FROM messages x WHERE x.thread_id = @thread AND x.thread_id <> x.id AND NOT ${stanceSql('x.')} ORDER BY x.id DESC LIMIT @most) m
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

const heldOfSql = `SELECT w.loop_id AS loop, a.address FROM withheld w CROSS JOIN loops l ON l.id = w.loop_id AND l.ended_at IS NULL
CROSS JOIN agents a ON a.id = w.agent_id WHERE w.message_id = ? ORDER BY w.agent_id`

/** The recipients from whom a message is held back still. */
export function* findWithheld(connection: Connection, message: number): Work<Withheld | undefined> {
  const rows = yield* connection.rows<{ readonly loop: number; readonly address: string }>(heldOfSql, message)
  const [first] = rows
  return first && { loop: first.loop, from: rows.map(({ address }) => address) }
}
