import type { BellWay, LastBell, Ringable } from '../../../src/domain/bell.ts'
import { idOfRank, idSpan, priorities } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'

export type BellRow = {
  readonly id: number
  readonly agent_id: number
  readonly session: string | null
  readonly at: number
  readonly way: BellWay
  readonly message_id: number
  readonly thread_id: number
  readonly priority: number
  /** What had been stored when it was rung, as a snapshot. */
  readonly upto: string
  readonly deed: number
  readonly outcome: string | null
}

export const bellColumns =
  'id, agent_id, session, at, way, message_id, thread_id, priority, upto::text AS upto, deed, outcome'
/** More are looked at only where threads are worn. */
const mostLookedAt = 20
const tiers = 8

export async function findBell(connection: Connection, id: number): Promise<BellRow | undefined> {
  return (await connection.statement(`SELECT ${bellColumns} FROM bells WHERE id = ?`).get(id)) as
    | BellRow
    | undefined
}

/** The last bell of an agent, if the session that it was rung in is still there. */
export async function lastRow(connection: Connection, agent: number): Promise<BellRow | undefined> {
  const sql = `SELECT ${bellColumns} FROM bells b WHERE agent_id = ? ORDER BY id DESC LIMIT 1`
  const row = (await connection.statement(sql).get(agent)) as BellRow | undefined
  if (row?.session == null) return row
  const ended = 'SELECT 1 FROM sessions WHERE agent_id = ? AND id = ? AND ended_at > ?'
  return (await connection.column(ended).get(agent, row.session, row.at)) === undefined ? row : undefined
}

/** What an agent does with its mail; what is done to it (a lease ends, a name joins) answers nothing. */
const answers = [
  ...['shown', 'told', 'read', 'ack', 'ignored', 'process', 'retry', 'complete', 'fail', 'unread', 'archive'],
  ...['restore', 'snooze', 'pin', 'unpin', 'answered', 'claim', 'release', 'undo', 'redo'],
]
const answerSql = `SELECT at, seen::text AS seen FROM deeds WHERE actor_id = ? AND id > ? AND principal IS NULL
AND what IN (${answers.map((word) => `'${word}'`).join(', ')}) ORDER BY id`

/** When the agent itself turned to its mail after a bell for the first time. */
export async function answerOf(
  connection: Connection,
  { agent_id, deed }: BellRow,
): Promise<{ readonly at: number; readonly seen: string } | undefined> {
  return (await connection.statement(`${answerSql} LIMIT 1`).get(agent_id, deed)) as
    | { at: number; seen: string }
    | undefined
}

/** A bell, and what had been stored when it was rung and when its agent last turned to its mail after it. */
export type RungBell = { readonly bell: LastBell; readonly upto: string; readonly answered: string | null }

/** Whom it reached, and what it told of. */
export async function lastBell(connection: Connection, row: BellRow): Promise<RungBell> {
  const { at, priority, upto, outcome, agent_id, deed } = row
  const answer = (await connection.statement(`${answerSql} DESC LIMIT 1`).get(agent_id, deed)) as
    | { seen: string }
    | undefined
  return {
    bell: {
      at,
      priority: priorities[priority] ?? 'normal',
      isRung: outcome === null ? null : outcome === 'rung',
      isAnswered: answer !== undefined,
    },
    upto,
    answered: answer?.seen ?? null,
  }
}

const freeSql = `d.agent_id = @agent AND d.box = 0 AND (d.expires_at IS NULL OR d.expires_at > @now)
  AND (d.held_until IS NULL OR d.held_until <= @now)`

type Asked = {
  /** The last bell of the agent; where it was rung, mail that it told of is left out, and so is what lay there at its answer. */
  readonly last: RungBell | null
  readonly urgentOnly: boolean
  readonly now: number
}

const toldSql = 'pg_visible_in_snapshot(m.xact, @upto::text::pg_snapshot)'
const answeredSql = 'pg_visible_in_snapshot(m.xact, @answered::text::pg_snapshot)'
/** Nothing was ever stored by then. */
const nothing = '1:1:'

/** Unread mail that nobody is being handed now, by rank: a few looks along one index. */
export async function unreadSince(
  connection: Connection,
  agent: number,
  { last, urgentOnly, now }: Asked,
): Promise<readonly Ringable[]> {
  const heads = Array.from({ length: tiers * (urgentOnly ? 1 : priorities.length) }, (_, head) => head)
  const fresh = last?.bell.isRung === true ? ` AND NOT ${toldSql} AND NOT ${answeredSql}` : ''
  const sql = `SELECT d.rank, m.thread_id AS thread, CASE WHEN ${toldSql} THEN 'before'
  WHEN @is_answered = 1 AND NOT ${answeredSql} THEN 'after-answer' ELSE 'after-bell' END AS came FROM numbers(@heads) h
JOIN deliveries d ON ${freeSql} AND d.rank >= h.value * ${idSpan} AND d.rank < (h.value + 1) * ${idSpan}
JOIN messages m ON m.id = (d.rank & ${idSpan - 1})${fresh} ORDER BY d.rank LIMIT ${mostLookedAt}`
  const rows = await connection.statement(sql).all({
    ...{ agent, now, heads: JSON.stringify(heads), upto: last?.upto ?? nothing },
    ...{ answered: last?.answered ?? nothing, is_answered: Number(last?.bell.isAnswered === true) },
  })
  return (rows as { rank: number; thread: number; came: Ringable['came'] }[]).map(
    ({ rank, thread, came }) => ({
      ...{ message: idOfRank(rank), thread, came },
      priority: priorities[Math.floor(rank / idSpan / tiers)] ?? 'low',
    }),
  )
}

/** Whether a bell still has something to tell: its agent has not turned to its mail, and some that is as pressing waits. */
export async function standsFor(connection: Connection, row: BellRow, now: number): Promise<boolean> {
  if ((await answerOf(connection, row)) !== undefined) return false
  const waiting = await unreadSince(connection, row.agent_id, {
    last: null,
    urgentOnly: row.priority === 0,
    now,
  })
  return waiting.some(
    ({ message, priority }) => message >= row.message_id && priorities.indexOf(priority) <= row.priority,
  )
}
