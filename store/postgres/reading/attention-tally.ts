import type { Tally } from '../../attention-store.ts'
import type { Connection } from '../database/connection.ts'
import type { Clock } from '../rows/clock.ts'
import {
  type Asked,
  type AskingRow,
  askedBy,
  askingColumns,
  dead,
  failed,
  id,
  owing,
  pressing,
  seenBox,
  snoozed,
  timed,
  urgentEnd,
  visible,
} from './attention-rows.ts'
import { undealtDead } from './dead-sent.ts'

/** Whose mail it is, what time it is, and the first message that is not overdue yet. */
export type Asking = Clock & { readonly owner: number; readonly bound: number }

/** Copies by sender: how many of each ask for something. */
type Counter = Map<number, number>

export function talliesOf(counter: Counter): Tally {
  let [count, agents] = [0, 0]
  for (const copies of counter.values()) {
    if (copies <= 0) continue
    count += copies
    agents += 1
  }
  return { count, agents }
}

function add(counter: Counter, agent: number, copies: number): void {
  counter.set(agent, (counter.get(agent) ?? 0) + copies)
}

type Amount = { readonly what: number; readonly agent: number; readonly copies: number }

async function amounts(connection: Connection, sql: string, bindings: object): Promise<readonly Amount[]> {
  return (await connection.statement(sql).all(bindings)) as Amount[]
}

/** Answers of one pair that are owed since after the bound: the index alone tells. */
const young = (debtor: string, creditor: string, more = '') =>
  `(SELECT count(*) FROM deliveries d WHERE ${owing} AND d.sender_id = ${creditor} AND d.agent_id = ${debtor} AND ${id} >= @bound${more})`

/** Kept by triggers: 0 owes an answer, 1 is urgent and unread, 2 is both. */
const keptSql = 'SELECT what, sender_id AS agent, copies FROM pressing WHERE agent_id = @owner AND copies > 0'
const youngSql = `SELECT p.sender_id AS agent, ${young('@owner', 'p.sender_id')} AS copies
FROM (SELECT DISTINCT sender_id FROM pressing WHERE agent_id = @owner AND what IN (0, 2) AND copies > 0) p`
const youngUrgentSql = `SELECT p.sender_id AS agent, ${young('@owner', 'p.sender_id', ` AND ${pressing}`)} AS copies
FROM pressing p WHERE p.agent_id = @owner AND p.what = 2 AND p.copies > 0`
const timedSql = `SELECT ${askingColumns} FROM deliveries d
WHERE ${timed} AND d.agent_id = @owner AND (d.owes = 1 OR d.rank < ${urgentEnd})`

/**
 * What is overdue and what is urgent, by sender. The triggers count every copy: those that are too young, hidden by time,
 * or escalations, are few and are looked at one by one.
 */
async function countAsked(
  connection: Connection,
  asking: Asking,
  escalations: readonly EscalationRow[],
): Promise<Readonly<Record<Asked, Counter>>> {
  const counters = { overdue: new Map<number, number>(), urgent: new Map<number, number>() }
  for (const { what, agent, copies } of await amounts(connection, keptSql, asking))
    add(what === 1 ? counters.urgent : counters.overdue, agent, copies)
  for (const { agent, copies } of await amounts(connection, youngSql, asking))
    add(counters.overdue, agent, -copies)
  for (const { agent, copies } of await amounts(connection, youngUrgentSql, asking))
    add(counters.urgent, agent, copies)
  for (const row of (await connection.statement(timedSql).all(asking)) as AskingRow[]) {
    const [kept, now] = [askedBy(row, asking.bound), askedNow(row, asking)]
    if (kept === now) continue
    if (kept !== null) add(counters[kept], row.sender_id, -1)
    if (now !== null) add(counters[now], row.sender_id, 1)
  }
  for (const row of escalations) {
    const now = askedNow(row, asking)
    if (now !== null) add(counters[now], row.sender_id, -1)
  }
  return counters
}

function askedNow(row: AskingRow, asking: Asking): Asked | null {
  const box = seenBox(row, asking)
  return box === null ? null : askedBy({ ...row, box }, asking.bound)
}

export type EscalationRow = AskingRow & { readonly deadline: number | null; readonly ack_at: number | null }

const escalationsSql = `SELECT ${askingColumns}, d.ack_at, e.deadline FROM escalations e JOIN deliveries d
  ON d.agent_id = e.agent_id AND d.box IN (0, 1, 2, 6) AND d.rank = e.rank
WHERE e.agent_id = @owner`

/** Every escalation that owes a decision, also those that were acknowledged or are snoozed. */
export async function escalationRows(
  connection: Connection,
  asking: Asking,
): Promise<readonly EscalationRow[]> {
  return (await connection.statement(escalationsSql).all(asking)) as EscalationRow[]
}

/** Acknowledged ones were dealt with: what is still owed is listed by `owed`. */
export function isOpenEscalation(row: EscalationRow, asking: Asking): boolean {
  return row.ack_at === null && seenBox(row, asking) !== null
}

const unansweredSql = `SELECT p.agent_id AS agent, sum(p.copies) - ${young('p.agent_id', '@owner')} AS copies FROM pressing p
WHERE p.sender_id = @owner AND p.what IN (0, 2) AND p.agent_id <> @owner GROUP BY 1`

const failedSql = `SELECT d.sender_id AS agent, count(*) AS copies FROM deliveries d
WHERE d.agent_id = @owner AND d.box IN (${failed}, ${snoozed}) AND (d.box = ${failed} OR d.was = ${failed}) AND ${visible} GROUP BY 1`
const deadSql = `SELECT d.sender_id AS agent, count(*) AS copies FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${dead} GROUP BY 1
UNION ALL SELECT d.agent_id, count(*) FROM ${undealtDead} GROUP BY 1`

export async function countedBy(connection: Connection, sql: string, bindings: object): Promise<Counter> {
  const counter: Counter = new Map()
  for (const { agent, copies } of await amounts(connection, sql, bindings)) add(counter, agent, copies)
  return counter
}

export async function tallyMail(connection: Connection, asking: Asking & { readonly system: number }) {
  const escalations = await escalationRows(connection, asking)
  const { overdue, urgent } = await countAsked(connection, asking, escalations)
  const open: Counter = new Map()
  for (const row of escalations) if (isOpenEscalation(row, asking)) add(open, row.sender_id, 1)
  return {
    escalation: talliesOf(open),
    failed: talliesOf(await countedBy(connection, failedSql, asking)),
    dead: talliesOf(await countedBy(connection, deadSql, asking)),
    overdue: talliesOf(overdue),
    unanswered: talliesOf(await countedBy(connection, unansweredSql, asking)),
    urgent: talliesOf(urgent),
  }
}
