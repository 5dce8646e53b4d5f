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
  readonly upto: number
  readonly deed: number
  readonly outcome: string | null
}

const columns = 'id, agent_id, session, at, way, message_id, thread_id, priority, upto, deed, outcome'
/** More are looked at only where threads are worn. */
const mostLookedAt = 20
const tiers = 8

export function findBell(connection: Connection, id: number): BellRow | undefined {
  return connection.statement(`SELECT ${columns} FROM bells WHERE id = ?`).get(id) as BellRow | undefined
}

/** The last bell of an agent, if the session that it was rung in is still there. */
export function lastRow(connection: Connection, agent: number): BellRow | undefined {
  const sql = `SELECT ${columns} FROM bells b WHERE agent_id = ? ORDER BY id DESC LIMIT 1`
  const row = connection.statement(sql).get(agent) as BellRow | undefined
  if (row?.session == null) return row
  const ended = 'SELECT 1 FROM sessions WHERE agent_id = ? AND id = ? AND ended_at > ?'
  return connection.column(ended).get(agent, row.session, row.at) === undefined ? row : undefined
}

/** An agent's own operations on its mail answer a bell; events that happen to it (a lease ends, a name joins) do not. */
const answers = [
  ...['shown', 'told', 'read', 'ack', 'ignored', 'process', 'retry', 'complete', 'fail', 'unread', 'archive'],
  ...['restore', 'snooze', 'pin', 'unpin', 'answered', 'claim', 'release', 'undo', 'redo'],
]
const answerSql = `SELECT at, newest FROM deeds WHERE actor_id = ? AND id > ? AND principal IS NULL
AND what IN (${answers.map((word) => `'${word}'`).join(', ')}) ORDER BY id`

/** When the agent itself turned to its mail after a bell for the first time. */
export function answerOf(
  connection: Connection,
  { agent_id, deed }: BellRow,
): { readonly at: number; readonly newest: number | null } | undefined {
  return connection.statement(`${answerSql} LIMIT 1`).get(agent_id, deed) as
    | { at: number; newest: number | null }
    | undefined
}

/** A bell, and the newest messages that there were when it was rung and when its agent last turned to its mail after it. */
export type RungBell = {
  readonly bell: LastBell
  readonly upto: number
  readonly answered: number
}

/** The session that the bell reached, and the mail that it was for. */
export function lastBell(connection: Connection, row: BellRow): RungBell {
  const { at, priority, upto, outcome, agent_id, deed } = row
  const answer = connection.statement(`${answerSql} DESC LIMIT 1`).get(agent_id, deed) as
    | { newest: number | null }
    | undefined
  return {
    bell: {
      at,
      priority: priorities[priority] ?? 'normal',
      isRung: outcome === null ? null : outcome === 'rung',
      isAnswered: answer !== undefined,
    },
    upto,
    answered: answer?.newest ?? upto,
  }
}

const freeSql = `d.agent_id = @agent AND d.box = 0 AND (d.expires_at IS NULL OR d.expires_at > @now)
  AND (d.held_until IS NULL OR d.held_until <= @now)`

/** Unread mail that nobody is being handed now and that came after a message, by rank: a few looks along one index. */
export function unreadAfter(
  connection: Connection,
  agent: number,
  { after, urgentOnly, now }: { readonly after: number; readonly urgentOnly: boolean; readonly now: number },
): readonly Omit<Ringable, 'came'>[] {
  const heads = Array.from({ length: tiers * (urgentOnly ? 1 : priorities.length) }, (_, head) => head)
  const sql = `SELECT d.rank, m.thread_id AS thread FROM json_each(@heads) h
CROSS JOIN deliveries d ON ${freeSql} AND d.rank > h.value * ${idSpan} + @after AND d.rank < (h.value + 1) * ${idSpan}
CROSS JOIN messages m ON m.id = (d.rank & ${idSpan - 1}) ORDER BY d.rank LIMIT ${mostLookedAt}`
  const rows = connection.statement(sql).all({ agent, after, now, heads: JSON.stringify(heads) })
  return (rows as { rank: number; thread: number }[]).map(({ rank, thread }) => ({
    message: idOfRank(rank),
    thread,
    priority: priorities[Math.floor(rank / idSpan / tiers)] ?? 'low',
  }))
}

/** Whether a bell is still needed: its agent has not read its mail since, and equally urgent mail waits. */
export function standsFor(connection: Connection, row: BellRow, now: number): boolean {
  if (answerOf(connection, row) !== undefined) return false
  const waiting = unreadAfter(connection, row.agent_id, {
    after: row.message_id - 1,
    urgentOnly: row.priority === 0,
    now,
  })
  return waiting.some(({ priority }) => priorities.indexOf(priority) <= row.priority)
}
