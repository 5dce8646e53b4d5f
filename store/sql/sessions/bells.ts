import { type BellWay, bellLimits, bestWay, hour, judgeBell, type Silence } from '../../../src/domain/bell.ts'
import { priorities } from '../../../src/domain/priority.ts'
import type { Bell, BellStore } from '../../session-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { rankOfMessage } from '../rows/copies.ts'
import { countUnread } from '../rows/counts.ts'
import { addressOf, findNumbers, numberOf } from '../rows/names.ts'
import { sideBySide } from '../side-by-side.ts'
import { filtered, type Work, type Working } from '../work.ts'
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
const everyone = 'SELECT id FROM agents'
/** To merge the two in the order of their ids, SQLite would walk all agents rather than sort the few that have a pane. */
const withPane = 'agents INDEXED BY agents_pane WHERE pane IS NOT NULL'
const reachable = `SELECT agent_id AS id FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL
UNION SELECT id FROM ${withPane}`
const unansweredSql = `SELECT ${bellColumns} FROM bells b WHERE b.id = (SELECT max(id) FROM bells WHERE agent_id = b.agent_id)
AND b.outcome = 'rung' AND b.at < ? AND b.agent_id IN (SELECT id FROM agents WHERE state = 'alive') ORDER BY b.at, b.id`

export function openBells(connection: Connection): Working<BellStore> {
  return {
    *due(agents, wake, now) {
      const asked = agents === null ? null : yield* numbersOf(connection, agents)
      // Mostly nobody is: that is one statement.
      const reached = yield* reachableOf(connection, asked)
      if (reached.length === 0) return []
      return yield* connection.read(function* (at) {
        const due: { readonly agent: string; readonly since: number }[] = []
        for (const agent of reached) {
          const judged = yield* judgeFor(at, { agent, wake, now })
          if (typeof judged === 'string') continue
          due.push({ agent: yield* addressOf(at, agent.id), since: yield* sentAt(at, judged.message) })
        }
        return due
      })
    },
    judge: (address, wake, now) =>
      connection.read(function* (at) {
        const [agent] = yield* reachableOf(at, [yield* numberOf(at, address)], everyone)
        const judged = agent === undefined ? 'nothing' : yield* judgeFor(at, { agent, wake, now })
        return typeof judged === 'string' ? judged : { since: yield* sentAt(at, judged.message) }
      }),
    claim: (address, by, wake, now) =>
      connection.write(
        (tx) => claimBell(tx, address, by, wake, now),
        () => false,
      ),
    standing: (bell, now) =>
      connection.read(function* (at) {
        const row = yield* findBell(at, bell)
        if (row === undefined || !(yield* standsFor(at, row, now))) return null
        return yield* countUnread(at, row.agent_id, now)
      }),
    *settle(bell, end, at) {
      yield* connection.write(function* (tx) {
        const row = yield* findBell(tx, bell)
        if (row === undefined || row.outcome !== null) return
        if (end === 'silent') yield* tx.run('DELETE FROM bells WHERE id = ?', bell)
        else yield* settleBell(tx, row, end, at)
      })
    },
    *list(agent, most) {
      const sql = `SELECT ${bellColumns} FROM bells WHERE agent_id = ? ORDER BY id DESC LIMIT ?`
      const rows = yield* connection.rows<BellRow>(sql, yield* numberOf(connection, agent), most)
      return yield* sideBySide(connection, rows, (each, row) => bellOf(each, row))
    },
    unanswered: (before, now, most) =>
      connection.read(function* (at) {
        const rows = yield* at.rows<BellRow>(unansweredSql, before)
        const open = yield* filtered(rows, (row) => standsFor(at, row, now))
        return yield* sideBySide(at, open.slice(0, most), (each, row) => bellOf(each, row))
      }),
    *ways(agents) {
      const known = new Map<number, BellWay[]>()
      const ids = yield* numbersOf(connection, agents)
      for (const { id, way } of yield* waysOf(connection, ids)) known.set(id, [...(known.get(id) ?? []), way])
      return ids.map((id) => bestWay(known.get(id) ?? []))
    },
  }
}

function* numbersOf(connection: Connection, agents: readonly string[]): Work<readonly number[]> {
  return (yield* findNumbers(connection, agents)).map((id) => id ?? -1)
}

type Way = { readonly id: number; readonly way: BellWay }

/** One look finds the ways of a whole fleet; a few agents are looked up by themselves. */
function waysOf(connection: Connection, ids: readonly number[]): Work<readonly Way[]> {
  const few = ids.length <= 16
  const of = (column: string) => (few ? `AND ${column} IN (SELECT value FROM numbers(@ids))` : '')
  const sql = `SELECT agent_id AS id, way FROM sessions WHERE way IS NOT NULL AND ended_at IS NULL ${of('agent_id')}
UNION SELECT id, 'pane' FROM ${withPane} ${of('id')}`
  return connection.rows<Way>(sql, few ? { ids: JSON.stringify(ids) } : {})
}

type Reached = { readonly id: number; readonly wake: Parameters<typeof judgeBell>[0]['wake'] | null }

function reachableOf(
  connection: Connection,
  asked: readonly number[] | null,
  among = reachable,
): Work<readonly Reached[]> {
  const some = asked === null ? '' : 'AND a.id IN (SELECT value FROM numbers(@asked))'
  const sql = `SELECT a.id, a.wake FROM (${among}) r CROSS JOIN agents a ON a.id = r.id
WHERE a.kind = 'agent' AND a.state = 'alive' ${some} ORDER BY a.id`
  return connection.rows<Reached>(sql, asked === null ? {} : { asked: JSON.stringify(asked) })
}

type Judging = {
  readonly agent: Reached
  readonly wake: Exclude<Reached['wake'], null>
  readonly now: number
}

const rungSql = "SELECT count(*) FROM bells WHERE agent_id = ? AND outcome = 'rung' AND at > ? AND at <= ?"

function* judgeFor(
  connection: Connection,
  { agent, wake, now }: Judging,
): Work<ReturnType<typeof judgeBell>> {
  const row = yield* lastRow(connection, agent.id)
  const last = row === undefined ? null : yield* lastBell(connection, row)
  const policy = agent.wake ?? wake
  if (policy === 'off') return 'off'
  const unread = yield* unreadSince(connection, agent.id, { last, urgentOnly: policy === 'urgent', now })
  const rungInHour =
    unread.length === 0 ? 0 : Number(yield* connection.cell<number>(rungSql, agent.id, now - hour, now))
  const threads = [...new Set(unread.map(({ thread }) => thread))]
  const worn = new Set(yield* filtered(threads, (thread) => isWorn(connection, agent.id, thread)))
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

const wornSql = `SELECT message_id FROM bells WHERE agent_id = ? AND thread_id = ? AND outcome = 'rung' ORDER BY id DESC LIMIT 1 OFFSET ${bellLimits.perThread - 1}`
const byPersonSql = `SELECT 1 FROM messages m JOIN agents a ON a.id = m.sender_id
WHERE m.thread_id = ? AND m.id > ? AND m.principal IS NULL AND a.kind IN ('user', 'admin') LIMIT 1`

/** Whether the last bells of a thread were all rung after what a person wrote in it last. */
function* isWorn(connection: Connection, agent: number, thread: number): Work<boolean> {
  const first = yield* connection.cell<number>(wornSql, agent, thread)
  if (first === undefined) return false
  return (yield* connection.cell(byPersonSql, thread, first)) === undefined
}

const insertSql = `INSERT INTO bells(agent_id, session, at, way, message_id, thread_id, priority, upto, deed)
VALUES(@id, @session, @now, @way, @message, @thread, @ordinal, current_moment, @deed) RETURNING id`
const againSql = `UPDATE bells SET session = @session, at = @now, way = @way, message_id = @message, thread_id = @thread, priority = @ordinal,
upto = current_moment, deed = @deed, outcome = NULL WHERE id = @bell RETURNING id`

function* claimBell(
  tx: Tx,
  address: string,
  by: { readonly session: string | null; readonly way: BellWay },
  wake: Judging['wake'],
  now: number,
): Work<Bell | Silence> {
  const id = yield* numberOf(tx, address)
  yield* tx.engine.lockBells(tx, id)
  const [agent] = yield* reachableOf(tx, [id], everyone)
  if (agent === undefined) return 'nothing'
  const judged = yield* judgeFor(tx, { agent, wake, now })
  if (typeof judged === 'string') return judged
  const { message, thread, priority } = judged
  const failed = yield* lastRow(tx, id)
  yield* tx.run('DELETE FROM bells WHERE agent_id = ? AND at < ?', id, now - rememberedFor)
  const deed = (yield* tx.cell<number>('SELECT coalesce(max(id), 0) FROM deeds')) ?? 0
  const { session, way } = by
  const ordinal = priorities.indexOf(priority)
  const noted = { id, session, now, way, message, thread, ordinal, deed }
  // One that reached nobody is rung again, so that a way that is closed for a day leaves one bell.
  const again =
    failed === undefined || failed.outcome === 'rung'
      ? undefined
      : yield* tx.cell<number>(againSql, { ...noted, bell: failed.id })
  const bell = again ?? (yield* tx.cell<number>(insertSql, noted))
  const row = bell === undefined ? undefined : yield* findBell(tx, bell)
  if (row === undefined) throw new Error('The bell that was just noted is not there.')
  return yield* bellOf(tx, row)
}

type Settled = { readonly outcome: string; readonly way: BellWay; readonly session: string | null }

const knownSql =
  "SELECT detail FROM events WHERE message_id = ? AND agent_id = ? AND what = 'rung' ORDER BY seq DESC LIMIT 1"

/** The history of a message has one entry for each way tried, not for each attempt. */
function* settleBell(tx: Tx, row: BellRow, { outcome, way, session }: Settled, at: number): Work<void> {
  const sql = 'UPDATE bells SET outcome = ?, way = ?, session = ? WHERE id = ?'
  yield* tx.run(sql, outcome, way, session, row.id)
  const detail = { way, outcome }
  if (outcome !== 'rung') {
    const known = yield* tx.cell<string>(knownSql, row.message_id, row.agent_id)
    if (known === JSON.stringify(detail)) return
  }
  const doer = { actor: 'system', principal: null, session, command: 'bell' }
  const deed = tx.engine.openChange(tx, { doer, at, what: 'rung' })
  const rank = Number(yield* rankOfMessage(tx, row.message_id))
  yield* deed.note({ agent_id: row.agent_id, rank }, 'rung', detail)
  yield* deed.finish()
}

function* sentAt(connection: Connection, message: number): Work<number> {
  return Number(yield* connection.cell<number>('SELECT sent_at FROM messages WHERE id = ?', message))
}

function* bellOf(connection: Connection, row: BellRow): Work<Bell> {
  const answer = row.outcome === 'rung' ? yield* answerOf(connection, row) : undefined
  return {
    id: row.id,
    agent: yield* addressOf(connection, row.agent_id),
    session: row.session,
    at: row.at,
    way: row.way,
    message: row.message_id,
    thread: row.thread_id,
    priority: priorities[row.priority] ?? 'normal',
    outcome: row.outcome,
    answeredAt: answer?.at ?? null,
  }
}
