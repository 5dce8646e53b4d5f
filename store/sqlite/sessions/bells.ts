import {
  type BellWay,
  bellLimits,
  bestWay,
  hour,
  judgeBell,
  type Ringable,
  type Silence,
} from '../../../src/domain/bell.ts'
import { priorities } from '../../../src/domain/priority.ts'
import type { Bell, BellStore } from '../../bell-store.ts'
import type { Connection } from '../database/connection.ts'
import { openChange } from '../rows/changes.ts'
import { countUnread } from '../rows/counts.ts'
import { namesOf } from '../rows/names.ts'
import {
  answerOf,
  type BellRow,
  findBell,
  lastBell,
  lastRow,
  type RungBell,
  standsFor,
  unreadAfter,
} from './bell-facts.ts'

const columns = 'id, agent_id, session, at, way, message_id, thread_id, priority, upto, deed, outcome'
/** Bells are remembered for so long, ms; the history of their messages keeps them for ever. */
const rememberedFor = 30 * 24 * hour
const everyone = 'SELECT id FROM agents'
/** To merge the two in the order of their ids, SQLite would walk all agents rather than sort the few that have a pane. */
const withPane = 'agents INDEXED BY agents_pane WHERE pane IS NOT NULL'
const reachable = `SELECT agent_id AS id FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL
UNION SELECT id FROM ${withPane}`

export function openBells(connection: Connection): BellStore {
  const names = namesOf(connection)
  return {
    async due(agents, wake, now) {
      const asked = agents?.map((address) => names.find(address) ?? -1)
      return connection.read(() =>
        reachableOf(connection, asked).flatMap((agent) => {
          const judged = judge(connection, { agent, wake, now })
          if (typeof judged === 'string') return []
          return [{ agent: names.of(agent.id), since: sentAt(connection, judged.message) }]
        }),
      )
    },
    async judge(address, wake, now) {
      return connection.read(() => {
        const [agent] = reachableOf(connection, [names.find(address) ?? -1], everyone)
        const judged = agent === undefined ? 'nothing' : judge(connection, { agent, wake, now })
        return typeof judged === 'string' ? judged : { since: sentAt(connection, judged.message) }
      })
    },
    async claim(agent, by, wake, now) {
      return connection.write(
        () => claim(connection, names.find(agent) ?? -1, by, wake, now),
        () => false,
      )
    },
    async standing(bell, now) {
      return connection.read(() => {
        const row = findBell(connection, bell)
        if (row === undefined || !standsFor(connection, row, now)) return null
        return countUnread(connection, row.agent_id, now)
      })
    },
    async settle(bell, end, at) {
      connection.write(() => {
        const row = findBell(connection, bell)
        if (row === undefined || row.outcome !== null) return
        if (end === 'silent') connection.statement('DELETE FROM bells WHERE id = ?').run(bell)
        else settle(connection, row, end, at)
      })
    },
    async list(agent, most) {
      const sql = `SELECT ${columns} FROM bells WHERE agent_id = ? ORDER BY id DESC LIMIT ? + 0`
      const rows = connection.statement(sql).all(names.find(agent) ?? -1, most) as BellRow[]
      return rows.map((row) => bellOf(connection, row))
    },
    async unanswered(before, now, most) {
      const sql = `SELECT ${columns} FROM bells b WHERE b.id = (SELECT max(id) FROM bells WHERE agent_id = b.agent_id)
AND b.outcome = 'rung' AND b.at < ? AND b.agent_id IN (SELECT id FROM agents WHERE state = 'alive') ORDER BY b.at`
      return connection.read(() => {
        const rows = connection.statement(sql).all(before) as BellRow[]
        const open = rows.filter((row) => standsFor(connection, row, now))
        return open.slice(0, most).map((row) => bellOf(connection, row))
      })
    },
    async ways(agents) {
      const known = new Map<number, BellWay[]>()
      const ids = agents.map((address) => names.find(address) ?? -1)
      for (const { id, way } of waysOf(connection, ids)) known.set(id, [...(known.get(id) ?? []), way])
      return ids.map((id) => bestWay(known.get(id) ?? []))
    },
  }
}

/** One look finds the ways of a whole fleet; a few agents are looked up by themselves. */
function waysOf(connection: Connection, ids: readonly number[]) {
  const few = ids.length <= 16
  const of = (column: string) => (few ? `AND ${column} IN (SELECT value FROM json_each(@ids))` : '')
  const sql = `SELECT agent_id AS id, way FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL ${of('agent_id')}
UNION SELECT id, 'pane' FROM ${withPane} ${of('id')}`
  const rows = connection.statement(sql).all(few ? { ids: JSON.stringify(ids) } : {})
  return rows as { readonly id: number; readonly way: BellWay }[]
}

type Reached = { readonly id: number; readonly wake: Parameters<typeof judgeBell>[0]['wake'] | null }

function reachableOf(
  connection: Connection,
  asked: readonly number[] | undefined,
  among = reachable,
): readonly Reached[] {
  const some = asked === undefined ? '' : 'AND a.id IN (SELECT value FROM json_each(@asked))'
  const sql = `SELECT a.id, a.wake FROM (${among}) r CROSS JOIN agents a ON a.id = r.id
WHERE a.kind = 'agent' AND a.state = 'alive' ${some}`
  return connection
    .statement(sql)
    .all(asked === undefined ? {} : { asked: JSON.stringify(asked) }) as Reached[]
}

type Judging = {
  readonly agent: Reached
  readonly wake: Exclude<Reached['wake'], null>
  readonly now: number
}

function judge(connection: Connection, { agent, wake, now }: Judging) {
  const row = lastRow(connection, agent.id)
  const last = row === undefined ? null : lastBell(connection, row)
  const policy = agent.wake ?? wake
  if (policy === 'off') return 'off'
  const after = last?.bell.isRung === true ? Math.max(last.upto, last.answered) : 0
  const waiting = unreadAfter(connection, agent.id, { after, urgentOnly: policy === 'urgent', now })
  const unread = waiting.map((one): Ringable => ({ ...one, came: whenCame(one.message, last) }))
  const rungSql = "SELECT count(*) FROM bells WHERE agent_id = ? AND outcome = 'rung' AND at > ? AND at <= ?"
  const rungInHour =
    unread.length === 0 ? 0 : Number(connection.column(rungSql).get(agent.id, now - hour, now))
  return judgeBell(
    {
      ...{ wake: policy, unread, last: last?.bell ?? null, rungInHour },
      isWorn: (thread) => isWorn(connection, agent.id, thread),
    },
    now,
  )
}

function whenCame(message: number, last: RungBell | null): Ringable['came'] {
  if (last === null) return 'after-bell'
  if (message <= last.upto) return 'before'
  return last.bell.isAnswered && message > last.answered ? 'after-answer' : 'after-bell'
}

/** Whether the last bells of a thread were all rung after what a person wrote in it last. */
function isWorn(connection: Connection, agent: number, thread: number): boolean {
  const sql = `SELECT message_id FROM bells WHERE agent_id = ? AND thread_id = ? AND outcome = 'rung' ORDER BY id DESC LIMIT 1 OFFSET ${bellLimits.perThread - 1}`
  const first = connection.column(sql).get(agent, thread) as number | undefined
  if (first === undefined) return false
  const byPerson = `SELECT 1 FROM messages m JOIN agents a ON a.id = m.sender_id
WHERE m.thread_id = ? AND m.id > ? AND m.principal IS NULL AND a.kind IN ('user', 'admin') LIMIT 1`
  return connection.column(byPerson).get(thread, first) === undefined
}

function claim(
  connection: Connection,
  id: number,
  by: { readonly session: string | null; readonly way: BellWay },
  wake: Judging['wake'],
  now: number,
): Bell | Silence {
  const [agent] = reachableOf(connection, [id], everyone)
  if (agent === undefined) return 'nothing'
  const judged = judge(connection, { agent, wake, now })
  if (typeof judged === 'string') return judged
  const { message, thread, priority } = judged
  // One that reached nobody is rung again, so that a way that is closed for a day leaves one bell.
  const failed = lastRow(connection, id)
  connection.statement('DELETE FROM bells WHERE agent_id = ? AND at < ?').run(id, now - rememberedFor)
  const upto = connection.column('SELECT coalesce(max(id), 0) FROM messages').get()
  const deed = connection.column('SELECT coalesce(max(id), 0) FROM deeds').get()
  const sql = `INSERT INTO bells(id, agent_id, session, at, way, message_id, thread_id, priority, upto, deed)
VALUES(@bell, @id, @session, @now, @way, @message, @thread, @ordinal, @upto, @deed) ON CONFLICT(id) DO UPDATE SET
session = @session, at = @now, way = @way, message_id = @message, thread_id = @thread, priority = @ordinal, upto = @upto, deed = @deed, outcome = NULL`
  const ordinal = priorities.indexOf(priority)
  const bell = failed !== undefined && failed.outcome !== 'rung' ? failed.id : null
  const { lastInsertRowid } = connection
    .statement(sql)
    .run({ bell, id, ...by, now, message, thread, ordinal, upto, deed })
  const row = findBell(connection, bell ?? Number(lastInsertRowid))
  if (row === undefined) throw new Error('The bell that was just noted is not there.')
  return bellOf(connection, row)
}

/** The history of a message has one entry for each way tried, not for each attempt. */
function settle(
  connection: Connection,
  row: BellRow,
  {
    outcome,
    way,
    session,
  }: { readonly outcome: string; readonly way: BellWay; readonly session: string | null },
  at: number,
): void {
  const sql = 'UPDATE bells SET outcome = ?, way = ?, session = ? WHERE id = ?'
  connection.statement(sql).run(outcome, way, session, row.id)
  const copy = { agent_id: row.agent_id, rank: rankOf(connection, row.message_id) }
  const known = `SELECT detail FROM events WHERE message_id = ? AND agent_id = ? AND what = 'rung' ORDER BY seq DESC LIMIT 1`
  const detail = { way, outcome }
  if (
    outcome !== 'rung' &&
    connection.column(known).get(row.message_id, row.agent_id) === JSON.stringify(detail)
  )
    return
  const doer = { actor: 'system', principal: null, session, command: 'bell' }
  const deed = openChange(connection, { doer, at, what: 'rung' })
  deed.note(copy, 'rung', detail)
  deed.finish()
}

function rankOf(connection: Connection, message: number): number {
  return Number(connection.column('SELECT rank FROM messages WHERE id = ?').get(message))
}

function sentAt(connection: Connection, message: number): number {
  return Number(connection.column('SELECT sent_at FROM messages WHERE id = ?').get(message))
}

function bellOf(connection: Connection, row: BellRow): Bell {
  return {
    id: row.id,
    agent: namesOf(connection).of(row.agent_id),
    session: row.session,
    at: row.at,
    way: row.way,
    message: row.message_id,
    thread: row.thread_id,
    priority: priorities[row.priority] ?? 'normal',
    outcome: row.outcome,
    answeredAt: row.outcome === 'rung' ? (answerOf(connection, row)?.at ?? null) : null,
  }
}
