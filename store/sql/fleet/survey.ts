import { boxes } from '../../../src/domain/delivery.ts'
import { type AgentKind, idMask } from '../../../src/domain/priority.ts'
import type { AgentState } from '../../../src/domain/roster.ts'
import type { AgentSurvey, FleetStore, SurveyedWork } from '../../fleet-store.ts'
import type { Connection, Shape } from '../connection.ts'
import { noteName } from '../rows/names.ts'
import { eachBeside } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { failures } from './failures.ts'

const [unread, processing, snoozed] = [
  boxes.indexOf('unread'),
  boxes.indexOf('processing'),
  boxes.indexOf('snoozed'),
]

/** `retired` is 0 or 1. The clock of a frozen agent's mail stands still. */
const agents = `agents a WHERE a.kind = 'agent' AND (a.state IN ('alive', 'frozen') OR (a.state = 'dead' AND @retired = 1))`
const listed = `o AS MATERIALIZED (SELECT a.id, least(@now, coalesce(a.frozen_at, @now)) AS clock FROM ${agents})`

const agentColumns =
  'a.id, a.address, a.role, a.swarm, a.session, a.pane, a.pane_server, a.state, a.registered_at, a.last_seen, a.watched'
const agentsSql = `SELECT ${agentColumns}, CAST(text_at(a.meta, waiting.since) AS bigint) AS waits_since,
  (SELECT t.owed FROM owed_answers t WHERE t.agent_id = a.id) AS owed FROM ${agents} ORDER BY a.id`

/** The last of the tiers that a rank can have. */
const lastTier = 6

/** The first lasting unread copy of a priority, in one tier and behind it. */
const head = (from: string, to: string) =>
  `(SELECT d.rank FROM deliveries d WHERE d.agent_id = f.agent_id AND d.box = ${unread} AND d.rank >= ${from} AND d.rank < ${to} AND d.expires_at IS NULL ORDER BY d.rank LIMIT 1)`
const priority = 'CAST(f.priority AS bigint)'
const laterHeads = Array.from({ length: lastTier - 1 }, (_, at) => {
  const tier = `(${priority} * 8 + ${at + 2})`
  return `coalesce(${head(`(${tier} << 48)`, `((${tier} + 1) << 48)`)} & ${idMask}, ${idMask})`
})

/**
 * Unread mail of each agent, and the number of the message that waits longest. Within one priority and tier the ranks follow arrival, so
 * the oldest is one of a few heads; most mail is of the last two tiers, where one or two heads are all. Lasting mail was
 * counted as it came. Mail that time ends or makes unread is little, and is read.
 */
const unreadSql = `WITH ${listed}, f AS MATERIALIZED (
  SELECT f.agent_id, f.priority, f.lasting, ${head(`(${priority} << 51)`, `((${priority} + 1) << 51)`)} AS first
  FROM o CROSS JOIN lasting_unread f ON f.agent_id = o.id AND f.lasting > 0)
SELECT f.agent_id AS id, f.lasting AS counted,
  CASE (f.first >> 48) & 7 WHEN ${lastTier} THEN f.first & ${idMask}
    WHEN ${lastTier - 1} THEN least(f.first & ${idMask}, ${laterHeads.at(-1)})
    ELSE least(f.first & ${idMask}, ${laterHeads.join(', ')}) END AS oldest FROM f
UNION ALL SELECT o.id, count(*), min(d.rank & ${idMask}) FROM o CROSS JOIN deliveries d
  ON d.agent_id = o.id AND d.box = ${unread} AND d.expires_at > o.clock GROUP BY 1
UNION ALL SELECT o.id, count(*), min(d.rank & ${idMask}) FROM o CROSS JOIN deliveries d
  ON d.agent_id = o.id AND d.box = ${snoozed} AND d.was = ${unread} AND d.snoozed_until <= @now AND (d.expires_at IS NULL OR d.expires_at > o.clock) GROUP BY 1`

const arrivalsSql = 'SELECT m.id, m.arrived_at FROM numbers(@ids) j CROSS JOIN messages m ON m.id = j.value'

/** An event's change is `[before, after]`; each state begins with its box. */
const takings = (began: string) =>
  `(SELECT t.at FROM events e CROSS JOIN deeds t ON t.id = e.deed_id WHERE e.message_id = m.id AND e.agent_id = w.owner
    AND number_at(e.change, 1, 0) = ${processing}${began} ORDER BY e.seq DESC LIMIT 1)`

/** The work with the longest lease stands for all of an agent; of work without one, the newest. */
const workSql = `WITH ${listed}, held AS (
  SELECT d.agent_id AS holder, d.agent_id AS owner, d.rank, d.held_until FROM o CROSS JOIN deliveries d ON d.agent_id = o.id AND d.box = ${processing}
  UNION ALL SELECT h.id, d.agent_id, d.rank, d.held_until FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing}
    CROSS JOIN agents h ON h.address = d.held_by),
w AS MATERIALIZED (SELECT holder, owner, id, held_until, works FROM (
  SELECT holder, owner, rank & ${idMask} AS id, held_until, count(*) OVER (PARTITION BY holder) AS works,
    row_number() OVER (PARTITION BY holder ORDER BY coalesce(held_until, 0) DESC, rank & ${idMask} DESC, owner) AS turn FROM held) x WHERE turn = 1)
SELECT w.holder, w.works, (SELECT a.address FROM agents a WHERE a.id = w.owner) AS owner, w.id, m.thread_id AS thread, m.task, m.subject,
  coalesce(${takings(` AND number_at(e.change, 0, 0) <> ${processing}`)}, ${takings('')}) AS taken, w.held_until
FROM w CROSS JOIN messages m ON m.id = w.id`

const failedSql = `SELECT t.actor_id, count(*) AS failures ${failures} GROUP BY 1`

type AgentCells = readonly [
  id: number,
  address: string,
  role: string | null,
  swarm: string | null,
  session: string | null,
  pane: string | null,
  paneServer: string | null,
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
  owner: string,
  message: number,
  thread: number,
  task: string | null,
  subject: string,
  takenAt: number | null,
  until: number | null,
]
type Asked = Parameters<FleetStore['survey']>[0]

/** Rows of a board, which is asked for after every change, by their places: see `Shape`. */
function bare<Row extends readonly unknown[]>(columns: string): Shape<Row> {
  return { columns, rowOf: (cells) => cells as unknown as Row }
}

const agentShape = bare<AgentCells>(`${agentColumns}, waits_since, owed`)
const unreadShape = bare<UnreadCells>('id, counted, oldest')
const arrivalShape = bare<readonly [id: number, arrivedAt: number]>('id, arrived_at')
const workShape = bare<WorkCells>('holder, works, owner, id, thread, task, subject, taken, held_until')
const failedShape = bare<readonly [actor: number, failures: number]>('actor_id, failures')

export function openSurvey(connection: Connection): Working<Pick<FleetStore, 'survey'>> {
  return { survey: (asked) => connection.read((at) => surveyOf(at, asked)) }
}

/** Five questions, however many agents there are. */
function* surveyOf(connection: Connection, asked: Asked): Work<readonly AgentSurvey[]> {
  const { now, failedSince: since, retired = false } = asked
  const bindings = { now, retired: Number(retired) }
  const [rows, waiting, works, failures] = yield* eachBeside(
    connection,
    (at) => at.wide(agentShape, agentsSql, { retired: Number(retired) }),
    (at) => waitingMail(at, bindings),
    (at) => at.wide(workShape, workSql, bindings),
    (at) => at.wide(failedShape, failedSql, { since }),
  )
  for (const [id, address] of rows) noteName(connection, id, address)
  const work = new Map(works.map((cells) => [cells[0], workOf(cells)]))
  const failed = new Map(failures)
  return rows.map(
    ([
      id,
      address,
      role,
      swarm,
      session,
      pane,
      paneServer,
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
      paneServer,
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

function* waitingMail(
  connection: Connection,
  bindings: { readonly now: number; readonly retired: number },
): Work<ReadonlyMap<number, Waiting>> {
  const found = new Map<number, { counted: number; oldest: number }>()
  for (const [id, counted, oldest] of yield* connection.wide(unreadShape, unreadSql, bindings)) {
    const known = found.get(id)
    if (known === undefined) found.set(id, { counted, oldest })
    else {
      known.counted += counted
      known.oldest = Math.min(known.oldest, oldest)
    }
  }
  const ids = JSON.stringify([...found.values()].map(({ oldest }) => oldest))
  const arrivals = new Map(yield* connection.wide(arrivalShape, arrivalsSql, { ids }))
  return new Map(
    [...found].map(([id, { counted, oldest }]) => [id, { counted, arrivedAt: arrivals.get(oldest) ?? null }]),
  )
}

type Busy = { readonly works: number; readonly newest: SurveyedWork }

function workOf([, works, owner, message, thread, task, subject, takenAt, until]: WorkCells): Busy {
  return { works, newest: { message, thread, task, subject, owner, takenAt, until } }
}
