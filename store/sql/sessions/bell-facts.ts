import type { BellWay, LastBell, Ringable } from '../../../src/domain/bell.ts'
import { idOfRank, idSpan, priorities } from '../../../src/domain/priority.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

/** All that had been stored, as an engine tells it. */
type Moment = string | number

export type BellRow = {
  readonly id: number
  readonly agent_id: number
  readonly session: string | null
  readonly at: number
  readonly way: BellWay
  readonly message_id: number
  readonly thread_id: number
  readonly priority: number
  /** What it told of. */
  readonly upto: Moment
  readonly deed: number
  readonly outcome: string | null
}

export const bellColumns =
  'id, agent_id, session, at, way, message_id, thread_id, priority, upto, deed, outcome'
/** More are looked at only where threads are worn. */
const mostLookedAt = 20
const tiers = 8

export function findBell(connection: Connection, id: number): Work<BellRow | undefined> {
  return connection.row<BellRow>(`SELECT ${bellColumns} FROM bells WHERE id = ?`, id)
}

/** The last bell of an agent, if the session that it was rung in is still there. */
export function* lastRow(connection: Connection, agent: number): Work<BellRow | undefined> {
  const sql = `SELECT ${bellColumns} FROM bells b WHERE agent_id = ? ORDER BY id DESC LIMIT 1`
  const row = yield* connection.row<BellRow>(sql, agent)
  if (row?.session == null) return row
  const ended = 'SELECT 1 FROM sessions WHERE agent_id = ? AND id = ? AND ended_at > ?'
  const isOver = (yield* connection.cell(ended, agent, row.session, row.at)) !== undefined
  return isOver ? undefined : row
}

/** An agent's own operations on its mail answer a bell; events that happen to it (a lease ends, a name joins) do not. */
const answers = [
  'shown',
  'told',
  'read',
  'ack',
  'ignored',
  'process',
  'retry',
  'complete',
  'fail',
  'unread',
  'archive',
  'restore',
  'snooze',
  'pin',
  'unpin',
  'answered',
  'claim',
  'release',
  'undo',
  'redo',
]
const answerSql = `SELECT at, seen_moment AS seen FROM deeds WHERE actor_id = ? AND id > ? AND principal IS NULL
AND what IN (${answers.map((word) => `'${word}'`).join(', ')}) ORDER BY id`

type Answer = { readonly at: number; readonly seen: Moment | null }

/** When the agent itself turned to its mail after a bell for the first time. */
export function answerOf(connection: Connection, { agent_id, deed }: BellRow): Work<Answer | undefined> {
  return connection.row<Answer>(`${answerSql} LIMIT 1`, agent_id, deed)
}

/** A bell, and what had been stored when it was rung and when its agent last turned to its mail after it. */
export type RungBell = { readonly bell: LastBell; readonly upto: Moment; readonly answered: Moment }

/** The session that the bell reached, and the mail that it was for. */
export function* lastBell(connection: Connection, row: BellRow): Work<RungBell> {
  const { at, priority, upto, outcome, agent_id, deed } = row
  const answer = yield* connection.row<Answer>(`${answerSql} DESC LIMIT 1`, agent_id, deed)
  return {
    bell: {
      at,
      priority: priorities[priority] ?? 'normal',
      isRung: outcome === null ? null : outcome === 'rung',
      isAnswered: answer !== undefined,
    },
    upto,
    answered: answer?.seen ?? upto,
  }
}

const freeSql = `d.agent_id = @agent AND d.box = 0 AND (d.expires_at IS NULL OR d.expires_at > @now)
  AND (d.held_until IS NULL OR d.held_until <= @now)`

type Asked = {
  /** The agent's last bell. Mail that this bell announced, and mail that was there when the agent answered it, does not ring again. */
  readonly last: RungBell | null
  /** The first message that is asked for. */
  readonly from?: number
  readonly urgentOnly: boolean
  readonly now: number
}

type UnreadRow = { readonly rank: number; readonly thread: number; readonly came: Ringable['came'] }

/** Unread mail that nobody is being handed now, by rank: a few looks along one index. */
export function* unreadSince(
  connection: Connection,
  agent: number,
  { last, from = 0, urgentOnly, now }: Asked,
): Work<readonly Ringable[]> {
  const heads = Array.from({ length: tiers * (urgentOnly ? 1 : priorities.length) }, (_, head) => head)
  const isRung = last?.bell.isRung === true
  const first = isRung ? 'first_after(@upto, @answered)' : '@from'
  const fresh = isRung ? ' AND NOT was_there(m, @upto) AND NOT was_there(m, @answered)' : ''
  const sql = `SELECT d.rank, m.thread_id AS thread, ${cameSql(last)} AS came FROM numbers(@heads) h
CROSS JOIN deliveries d ON ${freeSql} AND d.rank >= h.value * ${idSpan} + ${first} AND d.rank < (h.value + 1) * ${idSpan}
CROSS JOIN messages m ON m.id = (d.rank & ${idSpan - 1})${fresh} ORDER BY d.rank LIMIT ${mostLookedAt}`
  const rows = yield* connection.rows<UnreadRow>(sql, {
    agent,
    now,
    from,
    heads: JSON.stringify(heads),
    upto: last?.upto ?? null,
    answered: last?.answered ?? null,
  })
  const letGo = isRung ? yield* letGoSince(connection, { agent, now, urgentOnly }, last.bell) : []
  const found = letGo.length === 0 ? rows : [...rows, ...letGo].sort((one, other) => one.rank - other.rank)
  return found.map(({ rank, thread, came }) => ({
    message: idOfRank(rank),
    thread,
    came,
    priority: priorities[Math.floor(rank / idSpan / tiers)] ?? 'low',
  }))
}

const letGoSql = `SELECT d.rank, m.thread_id AS thread, CAST(@came AS text) AS came FROM loops l
CROSS JOIN withheld w ON w.loop_id = l.id AND w.agent_id = @agent
CROSS JOIN deliveries d ON ${freeSql} AND d.rank = w.rank CROSS JOIN messages m ON m.id = w.message_id
WHERE l.ending = 'continued' AND l.ended_at > @rung AND d.rank < @end ORDER BY d.rank LIMIT ${mostLookedAt}`

type LetGo = Omit<Asked, 'last' | 'from'> & { readonly agent: number }

/** Mail that was there at the last bell, held back as a loop, and that a person let go on since. */
function* letGoSince(
  connection: Connection,
  { agent, now, urgentOnly }: LetGo,
  { at: rung, isAnswered }: LastBell,
): Work<readonly UnreadRow[]> {
  const came = isAnswered ? 'after-answer' : 'after-bell'
  const end = tiers * idSpan * (urgentOnly ? 1 : priorities.length)
  return yield* connection.rows<UnreadRow>(letGoSql, { agent, now, rung, end, came })
}

/** When a message came, beside the last bell. */
function cameSql(last: RungBell | null): string {
  if (last === null) return "'after-bell'"
  const answered = last.bell.isAnswered ? "WHEN NOT was_there(m, @answered) THEN 'after-answer' " : ''
  return `CASE WHEN was_there(m, @upto) THEN 'before' ${answered}ELSE 'after-bell' END`
}

/** Whether a bell is still needed: its agent has not read its mail since, and equally urgent mail waits. */
export function* standsFor(connection: Connection, row: BellRow, now: number): Work<boolean> {
  if ((yield* answerOf(connection, row)) !== undefined) return false
  const waiting = yield* unreadSince(connection, row.agent_id, {
    last: null,
    from: row.message_id,
    urgentOnly: row.priority === 0,
    now,
  })
  return waiting.some(({ priority }) => priorities.indexOf(priority) <= row.priority)
}
