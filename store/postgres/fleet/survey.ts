import { boxes } from '../../../src/domain/delivery.ts'
import { type AgentKind, idMask } from '../../../src/domain/priority.ts'
import type { AgentState } from '../../../src/domain/roster.ts'
import type { AgentSurvey, FleetStore, SurveyedWork } from '../../fleet-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { namesOf } from '../rows/names.ts'

const [unread, processing, snoozed] = [
  boxes.indexOf('unread'),
  boxes.indexOf('processing'),
  boxes.indexOf('snoozed'),
]

/**
 * Each answer is one JSON text: the driver takes three times as long to hand over the same cells one by one, and a
 * board is asked for after every change.
 */
const asJson = (columns: string, rows: string) =>
  `SELECT coalesce(json_agg(json_build_array(${columns})), '[]')::text FROM (${rows}) x`

/** `retired` is 0 or 1. The clock of a frozen agent's mail stands still. */
const agents = `agents a WHERE a.kind = 'agent' AND (a.state IN ('alive', 'frozen') OR (a.state = 'dead' AND @retired = 1))`
const listed = `o AS MATERIALIZED (SELECT a.id, least(@now, coalesce(a.frozen_at, @now)) AS clock FROM ${agents})`

const agentColumns =
  'a.id, a.address, a.role, a.swarm, a.session, a.pane, a.state, a.registered_at, a.last_seen, a.watched'
const agentsSql = `SELECT coalesce(json_agg(json_build_array(${agentColumns}, (readable(a.meta)::json #>> '{waiting,since}')::bigint, t.owed)), '[]')::text
FROM agents a LEFT JOIN debts t ON t.agent_id = a.id ${agents.slice(agents.indexOf('WHERE'))}`

/** The last of the tiers that a rank can have. */
const lastTier = 6

/** The first lasting unread copy of a priority, in one tier and behind it. */
const head = (from: string, to: string) =>
  `(SELECT d.rank FROM deliveries d WHERE d.agent_id = f.agent_id AND d.box = ${unread} AND d.rank >= ${from} AND d.rank < ${to} AND d.expires_at IS NULL ORDER BY d.rank LIMIT 1)`
const laterHeads = Array.from({ length: lastTier - 1 }, (_, at) => {
  const tier = `(f.priority::bigint * 8 + ${at + 2})`
  return `coalesce(${head(`${tier} << 48`, `(${tier} + 1) << 48`)} & ${idMask}, ${idMask})`
})

/**
 * Unread mail of each agent, and the number of the message that waits longest. Within one priority and tier the ranks follow arrival, so
 * the oldest is one of a few heads; most mail is of the last two tiers, where one or two heads are all. What lasts was
 * counted as it came; what time ends or makes unread is little, and looked at.
 */
const unreadSql = `WITH ${listed}, f AS MATERIALIZED (
  SELECT f.agent_id, f.priority, f.lasting, ${head('f.priority::bigint << 51', '(f.priority::bigint + 1) << 51')} AS first
  FROM o JOIN unread f ON f.agent_id = o.id AND f.lasting > 0)
${asJson(
  'id, counted, oldest',
  `SELECT f.agent_id AS id, f.lasting AS counted,
    CASE (f.first >> 48) & 7 WHEN ${lastTier} THEN f.first & ${idMask}
      WHEN ${lastTier - 1} THEN least(f.first & ${idMask}, ${laterHeads.at(-1)})
      ELSE least(f.first & ${idMask}, ${laterHeads.join(', ')}) END AS oldest FROM f
  UNION ALL SELECT o.id, count(*), min(d.rank & ${idMask}) FROM o JOIN deliveries d
    ON d.agent_id = o.id AND d.box = ${unread} AND d.expires_at > o.clock GROUP BY 1
  UNION ALL SELECT o.id, count(*), min(d.rank & ${idMask}) FROM o JOIN deliveries d
    ON d.agent_id = o.id AND d.box = ${snoozed} AND d.was = ${unread} AND d.snoozed_until <= @now AND (d.expires_at IS NULL OR d.expires_at > o.clock) GROUP BY 1`,
)}`

const arrivalsSql = asJson(
  'id, arrived_at',
  'SELECT m.id, m.arrived_at FROM numbers(@ids) j JOIN messages m ON m.id = j.value',
)

/** An event's change is `[before, after]`; each state begins with its box. */
const takings = (began: string) =>
  `(SELECT t.at FROM events e JOIN deeds t ON t.id = e.deed_id WHERE e.message_id = m.id AND e.agent_id = w.owner
    AND (readable(e.change)::json #>> '{1,0}')::bigint = ${processing}${began} ORDER BY e.seq DESC LIMIT 1)`

/** The work with the longest lease stands for all of an agent; of work without one, the newest. */
const workSql = `WITH ${listed}, held AS (
  SELECT d.agent_id AS holder, d.agent_id AS owner, d.rank, d.held_until FROM o JOIN deliveries d ON d.agent_id = o.id AND d.box = ${processing}
  UNION ALL SELECT h.id, d.agent_id, d.rank, d.held_until FROM queues q JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing}
    JOIN agents h ON h.address = d.held_by),
w AS MATERIALIZED (SELECT DISTINCT ON (holder) holder, owner, rank & ${idMask} AS id, held_until, count(*) OVER (PARTITION BY holder) AS works
  FROM held ORDER BY holder, coalesce(held_until, 0) DESC, rank & ${idMask} DESC, owner)
${asJson(
  'holder, works, owner, id, thread, task, subject, taken, held_until',
  `SELECT w.holder, w.works, w.owner, w.id, m.thread_id AS thread, m.task, m.subject, w.held_until,
    coalesce(${takings(` AND (readable(e.change)::json #>> '{0,0}')::bigint <> ${processing}`)}, ${takings('')}) AS taken
  FROM w JOIN messages m ON m.id = w.id`,
)}`

/** A change counts as undone as it does for undo. */
const failedSql = asJson(
  'actor_id, failures',
  `SELECT t.actor_id, count(*) AS failures FROM deeds t JOIN events e ON e.deed_id = t.id AND e.what = 'fail'
  WHERE t.what = 'fail' AND t.at >= @since AND NOT EXISTS(
    SELECT 1 FROM deeds u WHERE u.reverses = t.id AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id))
  GROUP BY 1`,
)

type AgentCells = readonly [
  id: number,
  address: string,
  role: string | null,
  swarm: string | null,
  session: string | null,
  pane: string | null,
  state: string,
  registeredAt: number,
  lastSeen: number | null,
  watched: number,
  waitsSince: number | null,
  owed: number | null,
]
type UnreadCells = readonly [id: number, counted: number, oldest: number]
type WorkCells = readonly [
  holder: number,
  works: number,
  owner: number,
  message: number,
  thread: number,
  task: string | null,
  subject: string,
  takenAt: number | null,
  until: number | null,
]
type Asked = Parameters<FleetStore['survey']>[0]

/** Five questions, however many agents there are. */
export async function surveyOf(connection: Connection, asked: Asked): Promise<readonly AgentSurvey[]> {
  const { now, failedSince, retired = false } = asked
  const bindings = { now, retired: Number(retired) }
  const rows = await ask<AgentCells>(connection, agentsSql, { retired: Number(retired) })
  const waiting = await unreadOf(connection, bindings)
  const work = new Map(
    await mapped(await ask<WorkCells>(connection, workSql, bindings), async (cells) => [
      cells[0],
      await workOf(connection, cells),
    ]),
  )
  const failed = new Map(await ask<readonly [number, number]>(connection, failedSql, { since: failedSince }))
  return rows.map(
    ([
      id,
      address,
      role,
      swarm,
      session,
      pane,
      state,
      registeredAt,
      lastSeen,
      watched,
      waitsSince,
      owed,
    ]) => ({
      address,
      kind: 'agent' as AgentKind,
      role,
      swarm,
      session,
      pane,
      state: state as AgentState,
      registeredAt,
      lastSeen,
      watched: watched === 1,
      waitsForMail: waitsSince !== null && waitsSince >= (lastSeen ?? 0),
      unread: waiting.get(id)?.counted ?? 0,
      oldest: waiting.get(id)?.arrivedAt ?? null,
      owed: owed ?? 0,
      failed: failed.get(id) ?? 0,
      works: work.get(id)?.works ?? 0,
      work: work.get(id)?.newest ?? null,
    }),
  )
}

type Waiting = { readonly counted: number; readonly arrivedAt: number | null }

async function unreadOf(
  connection: Connection,
  bindings: { readonly now: number; readonly retired: number },
): Promise<ReadonlyMap<number, Waiting>> {
  const found = new Map<number, { counted: number; oldest: number }>()
  for (const [id, counted, oldest] of await ask<UnreadCells>(connection, unreadSql, bindings)) {
    const known = found.get(id)
    if (known === undefined) found.set(id, { counted, oldest })
    else {
      known.counted += counted
      known.oldest = Math.min(known.oldest, oldest)
    }
  }
  const ids = JSON.stringify([...found.values()].map(({ oldest }) => oldest))
  const arrivals = new Map(await ask<readonly [number, number]>(connection, arrivalsSql, { ids }))
  return new Map(
    [...found].map(([id, { counted, oldest }]) => [id, { counted, arrivedAt: arrivals.get(oldest) ?? null }]),
  )
}

async function workOf(
  connection: Connection,
  [, works, owner, message, thread, task, subject, takenAt, until]: WorkCells,
): Promise<{ readonly works: number; readonly newest: SurveyedWork }> {
  const newest = {
    message,
    thread,
    task,
    subject,
    owner: await namesOf(connection).of(owner),
    takenAt,
    until,
  }
  return { works, newest }
}

async function ask<Cells>(connection: Connection, sql: string, bindings: object): Promise<readonly Cells[]> {
  const text = String(await connection.column(sql).get(bindings))
  // A NUL of a subject is turned back before the text gets here, and JSON has none.
  return JSON.parse(text.replaceAll('\0', '\\u0000')) as readonly Cells[]
}
