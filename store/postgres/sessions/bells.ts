import { type BellWay, bellLimits, bestWay, hour, judgeBell, type Silence } from '../../../src/domain/bell.ts'
import { priorities } from '../../../src/domain/priority.ts'
import type { Bell, BellStore } from '../../bell-store.ts'
import { snapshotNow } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { filtered, flatMapped, mapped } from '../database/sequences.ts'
import { openChange } from '../rows/changes.ts'
import { countUnread } from '../rows/counts.ts'
import { namesOf } from '../rows/names.ts'
import {
  answerOf,
  type BellRow,
  bellColumns,
  findBell,
  lastBell,
  lastRow,
  standsFor,
  unreadSince,
} from './bell-facts.ts'

/** Bells are remembered for so long, ms; the history of their messages keeps them for ever. */
const rememberedFor = 30 * 24 * hour
/** Beside an agent's number: its bells are judged one after the other. */
const bellLock = 7_405
const everyone = 'SELECT id FROM agents'
const reachable = `SELECT agent_id AS id FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL
UNION SELECT id FROM agents WHERE pane IS NOT NULL`

export function openBells(connection: Connection): BellStore {
  const names = namesOf(connection)
  return {
    async due(agents, wake, now) {
      const asked =
        agents === null ? null : await mapped(agents, async (address) => (await names.find(address)) ?? -1)
      return connection.read(async () =>
        flatMapped(await reachableOf(connection, asked), async (agent) => {
          const judged = await judge(connection, { agent, wake, now })
          if (typeof judged === 'string') return []
          return [{ agent: await names.of(agent.id), since: await sentAt(connection, judged.message) }]
        }),
      )
    },
    async judge(address, wake, now) {
      return connection.read(async () => {
        const [agent] = await reachableOf(connection, [(await names.find(address)) ?? -1], everyone)
        const judged = agent === undefined ? 'nothing' : await judge(connection, { agent, wake, now })
        return typeof judged === 'string' ? judged : { since: await sentAt(connection, judged.message) }
      })
    },
    async claim(agent, by, wake, now) {
      return connection.write(
        async () => claim(connection, (await names.find(agent)) ?? -1, by, wake, now),
        () => false,
      )
    },
    async standing(bell, now) {
      return connection.read(async () => {
        const row = await findBell(connection, bell)
        if (row === undefined || !(await standsFor(connection, row, now))) return null
        return countUnread(connection, row.agent_id, now)
      })
    },
    async settle(bell, end, at) {
      await connection.write(async () => {
        const row = await findBell(connection, bell)
        if (row === undefined || row.outcome !== null) return
        if (end === 'silent') await connection.statement('DELETE FROM bells WHERE id = ?').run(bell)
        else await settle(connection, row, end, at)
      })
    },
    async list(agent, most) {
      const sql = `SELECT ${bellColumns} FROM bells WHERE agent_id = ? ORDER BY id DESC LIMIT ?`
      const rows = (await connection.statement(sql).all((await names.find(agent)) ?? -1, most)) as BellRow[]
      return mapped(rows, async (row) => bellOf(connection, row))
    },
    async unanswered(before, now, most) {
      const sql = `SELECT ${bellColumns} FROM bells b WHERE b.id = (SELECT max(id) FROM bells WHERE agent_id = b.agent_id)
AND b.outcome = 'rung' AND b.at < ? AND b.agent_id IN (SELECT id FROM agents WHERE state = 'alive') ORDER BY b.at`
      return connection.read(async () => {
        const rows = (await connection.statement(sql).all(before)) as BellRow[]
        const open = await filtered(rows, async (row) => standsFor(connection, row, now))
        return mapped(open.slice(0, most), async (row) => bellOf(connection, row))
      })
    },
    async ways(agents) {
      const known = new Map<number, BellWay[]>()
      const ids = await mapped(agents, async (address) => (await names.find(address)) ?? -1)
      for (const { id, way } of await waysOf(connection, ids)) known.set(id, [...(known.get(id) ?? []), way])
      return ids.map((id) => bestWay(known.get(id) ?? []))
    },
  }
}

/** One look finds the ways of a whole fleet; a few agents are looked up by themselves. */
async function waysOf(connection: Connection, ids: readonly number[]) {
  const few = ids.length <= 16
  const of = (column: string) => (few ? `AND ${column} IN (SELECT value FROM numbers(@ids))` : '')
  const sql = `SELECT agent_id AS id, way FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL ${of('agent_id')}
UNION SELECT id, 'pane' FROM agents WHERE pane IS NOT NULL ${of('id')}`
  const rows = await connection.statement(sql).all(few ? { ids: JSON.stringify(ids) } : {})
  return rows as { readonly id: number; readonly way: BellWay }[]
}

type Reached = { readonly id: number; readonly wake: Parameters<typeof judgeBell>[0]['wake'] | null }

async function reachableOf(
  connection: Connection,
  asked: readonly number[] | null,
  among = reachable,
): Promise<readonly Reached[]> {
  const some = asked === null ? '' : 'AND a.id IN (SELECT value FROM numbers(@asked))'
  const sql = `SELECT a.id, a.wake FROM (${among}) r JOIN agents a ON a.id = r.id
WHERE a.kind = 'agent' AND a.state = 'alive' ${some}`
  return (await connection
    .statement(sql)
    .all(asked === null ? {} : { asked: JSON.stringify(asked) })) as Reached[]
}

type Judging = {
  readonly agent: Reached
  readonly wake: Exclude<Reached['wake'], null>
  readonly now: number
}

async function judge(connection: Connection, { agent, wake, now }: Judging) {
  const row = await lastRow(connection, agent.id)
  const last = row === undefined ? null : await lastBell(connection, row)
  const policy = agent.wake ?? wake
  if (policy === 'off') return 'off'
  const unread = await unreadSince(connection, agent.id, { last, urgentOnly: policy === 'urgent', now })
  const rungSql = "SELECT count(*) FROM bells WHERE agent_id = ? AND outcome = 'rung' AND at > ? AND at <= ?"
  const threads = [...new Set(unread.map(({ thread }) => thread))]
  const worn = new Set(await filtered(threads, async (thread) => isWorn(connection, agent.id, thread)))
  const rungInHour =
    unread.length === 0 ? 0 : Number(await connection.column(rungSql).get(agent.id, now - hour, now))
  return judgeBell(
    {
      wake: policy,
      unread,
      last: last?.bell ?? null,
      rungInHour,
      isWorn: (thread) => worn.has(thread),
    },
    now,
  )
}

/** Whether the last bells of a thread were all rung after what a person wrote in it last. */
async function isWorn(connection: Connection, agent: number, thread: number): Promise<boolean> {
  const sql = `SELECT message_id FROM bells WHERE agent_id = ? AND thread_id = ? AND outcome = 'rung' ORDER BY id DESC LIMIT 1 OFFSET ${bellLimits.perThread - 1}`
  const first = (await connection.column(sql).get(agent, thread)) as number | undefined
  if (first === undefined) return false
  const byPerson = `SELECT 1 FROM messages m JOIN agents a ON a.id = m.sender_id
WHERE m.thread_id = ? AND m.id > ? AND m.principal IS NULL AND a.kind IN ('user', 'admin') LIMIT 1`
  return (await connection.column(byPerson).get(thread, first)) === undefined
}

async function claim(
  connection: Connection,
  id: number,
  by: { readonly session: string | null; readonly way: BellWay },
  wake: Judging['wake'],
  now: number,
): Promise<Bell | Silence> {
  // Of several who come at one moment the others see what the first one did.
  await connection.statement('SELECT pg_advisory_xact_lock(?::int, (? % 2147483647)::int)').run(bellLock, id)
  const [agent] = await reachableOf(connection, [id], everyone)
  if (agent === undefined) return 'nothing'
  const judged = await judge(connection, { agent, wake, now })
  if (typeof judged === 'string') return judged
  const { message, thread, priority } = judged
  // One that reached nobody is rung again, so that a way that is closed for a day leaves one bell.
  const failed = await lastRow(connection, id)
  await connection.statement('DELETE FROM bells WHERE agent_id = ? AND at < ?').run(id, now - rememberedFor)
  const upto = await snapshotNow(connection)
  const deed = await connection.column('SELECT coalesce(max(id), 0) FROM deeds').get()
  const sql = `INSERT INTO bells(id, agent_id, session, at, way, message_id, thread_id, priority, upto, deed)
VALUES(coalesce(@bell, nextval(pg_get_serial_sequence('bells', 'id'))), @id, @session, @now, @way, @message, @thread, @ordinal, @upto::text::pg_snapshot, @deed) ON CONFLICT(id) DO UPDATE SET
session = @session, at = @now, way = @way, message_id = @message, thread_id = @thread, priority = @ordinal, upto = @upto::text::pg_snapshot, deed = @deed, outcome = NULL RETURNING id`
  const ordinal = priorities.indexOf(priority)
  const bell = failed !== undefined && failed.outcome !== 'rung' ? failed.id : null
  const number = await connection
    .column(sql)
    .get({ bell, id, ...by, now, message, thread, ordinal, upto, deed })
  const row = await findBell(connection, number as number)
  if (row === undefined) throw new Error('The bell that was just noted is not there.')
  return bellOf(connection, row)
}

/** The history of a message tells of each way that it went, not of each try. */
async function settle(
  connection: Connection,
  row: BellRow,
  {
    outcome,
    way,
    session,
  }: { readonly outcome: string; readonly way: BellWay; readonly session: string | null },
  at: number,
): Promise<void> {
  const sql = 'UPDATE bells SET outcome = ?, way = ?, session = ? WHERE id = ?'
  await connection.statement(sql).run(outcome, way, session, row.id)
  const copy = { agent_id: row.agent_id, rank: await rankOf(connection, row.message_id) }
  const known = `SELECT detail FROM events WHERE message_id = ? AND agent_id = ? AND what = 'rung' ORDER BY seq DESC LIMIT 1`
  const detail = { way, outcome }
  if (
    outcome !== 'rung' &&
    (await connection.column(known).get(row.message_id, row.agent_id)) === JSON.stringify(detail)
  )
    return
  const doer = { actor: 'system', principal: null, session, command: 'bell' }
  const deed = openChange(connection, { doer, at, what: 'rung' })
  await deed.note(copy, 'rung', detail)
}

async function rankOf(connection: Connection, message: number): Promise<number> {
  return Number(await connection.column('SELECT rank FROM messages WHERE id = ?').get(message))
}

async function sentAt(connection: Connection, message: number): Promise<number> {
  return Number(await connection.column('SELECT sent_at FROM messages WHERE id = ?').get(message))
}

async function bellOf(connection: Connection, row: BellRow): Promise<Bell> {
  return {
    id: row.id,
    agent: await namesOf(connection).of(row.agent_id),
    session: row.session,
    at: row.at,
    way: row.way,
    message: row.message_id,
    thread: row.thread_id,
    priority: priorities[row.priority] ?? 'normal',
    outcome: row.outcome,
    answeredAt: row.outcome === 'rung' ? ((await answerOf(connection, row))?.at ?? null) : null,
  }
}
