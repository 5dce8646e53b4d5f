import type { MailConcern, Tally } from '../../attention-store.ts'
import type { Clock } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { eachBeside } from '../side-by-side.ts'
import type { Work } from '../work.ts'
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
import { undealtDead } from './failures.ts'

/** The owner of the mail, the time, and the first message that is not overdue yet. */
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

type Amount = { readonly agent: number; readonly copies: number }

/** Answers of one pair owed since after the bound, from the index alone. */
const young = (debtor: string, creditor: string, more = '') =>
  `(SELECT count(*) FROM deliveries d INDEXED BY deliveries_asked WHERE ${owing} AND d.sender_id = ${creditor} AND d.agent_id = ${debtor} AND ${id} >= @bound${more})`

/** As the triggers keep it. */
const keptSql = `SELECT what = urgent_only AS "isUrgent", sender_id AS agent, copies FROM pressing WHERE agent_id = @owner AND what IN (owing_only, urgent_only, owing_and_urgent) AND copies > 0`
const youngSql = `SELECT p.sender_id AS agent, ${young('@owner', 'p.sender_id')} AS copies
FROM (SELECT DISTINCT sender_id FROM pressing WHERE agent_id = @owner AND what IN (owing_only, owing_and_urgent) AND copies > 0) p`
const youngUrgentSql = `SELECT p.sender_id AS agent, ${young('@owner', 'p.sender_id', ` AND ${pressing}`)} AS copies
FROM pressing p WHERE p.agent_id = @owner AND p.what = owing_and_urgent AND p.copies > 0`
const timedSql = `SELECT ${askingColumns} FROM deliveries d INDEXED BY deliveries_timed
WHERE ${timed} AND d.agent_id = @owner AND (d.owes = 1 OR d.rank < ${urgentEnd})`

/**
 * Overdue and urgent copies by sender. The triggers count every copy: those that are too young, hidden by time,
 * or escalations, are few and are looked at one by one.
 */
function* countAsked(
  connection: Connection,
  asking: Asking,
): Work<Readonly<Record<Asked, Counter>> & { readonly escalations: readonly EscalationRow[] }> {
  const counters = { overdue: new Map<number, number>(), urgent: new Map<number, number>() }
  // A comparison is a number on SQLite, and a boolean on PostgreSQL.
  type Kept = Amount & { readonly isUrgent: number | boolean }
  const [kept, tooYoung, youngUrgent, hiddenByTime, escalations] = yield* eachBeside(
    connection,
    (at) => at.rows<Kept>(keptSql, asking),
    (at) => at.rows<Amount>(youngSql, asking),
    (at) => at.rows<Amount>(youngUrgentSql, asking),
    (at) => at.rows<AskingRow>(timedSql, asking),
    (at) => escalationRows(at, asking),
  )
  for (const { isUrgent, agent, copies } of kept)
    add(isUrgent ? counters.urgent : counters.overdue, agent, copies)
  for (const { agent, copies } of tooYoung) add(counters.overdue, agent, -copies)
  for (const { agent, copies } of youngUrgent) add(counters.urgent, agent, copies)
  for (const row of hiddenByTime) {
    const [before, now] = [askedBy(row, asking.bound), askedNow(row, asking)]
    if (before === now) continue
    if (before !== null) add(counters[before], row.sender_id, -1)
    if (now !== null) add(counters[now], row.sender_id, 1)
  }
  for (const row of escalations) {
    const now = askedNow(row, asking)
    if (now !== null) add(counters[now], row.sender_id, -1)
  }
  return { ...counters, escalations }
}

function askedNow(row: AskingRow, asking: Asking): Asked | null {
  const box = seenBox(row, asking)
  return box === null ? null : askedBy({ ...row, box }, asking.bound)
}

export type EscalationRow = AskingRow & { readonly deadline: number | null; readonly ack_at: number | null }

const escalationsSql = `SELECT ${askingColumns}, d.ack_at, e.deadline FROM escalations e CROSS JOIN deliveries d
  ON d.agent_id = e.agent_id AND d.box IN (0, 1, 2, 6) AND d.rank = e.rank
WHERE e.agent_id = @owner`

/** Every escalation that owes a decision, also those that were acknowledged or are snoozed. */
export function escalationRows(connection: Connection, asking: Asking): Work<readonly EscalationRow[]> {
  return connection.rows<EscalationRow>(escalationsSql, asking)
}

/** Acknowledged ones were dealt with: what is still owed is listed by `owed`. */
export function isOpenEscalation(row: EscalationRow, asking: Asking): boolean {
  return row.ack_at === null && seenBox(row, asking) !== null
}

const unansweredSql = `SELECT p.agent_id AS agent, sum(p.copies) - ${young('p.agent_id', '@owner')} AS copies FROM pressing p INDEXED BY tallies_sender
WHERE p.sender_id = @owner AND p.sender_id > 0 AND p.what IN (owing_only, owing_and_urgent) AND p.agent_id <> @owner GROUP BY 1`

const failedSql = `SELECT d.sender_id AS agent, count(*) AS copies FROM deliveries d
WHERE d.agent_id = @owner AND d.box IN (${failed}, ${snoozed}) AND (d.box = ${failed} OR d.was = ${failed}) AND ${visible} GROUP BY 1`
const deadSql = `SELECT d.sender_id AS agent, count(*) AS copies FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${dead} GROUP BY 1
UNION ALL SELECT d.agent_id, count(*) FROM ${undealtDead} GROUP BY 1`

export function* countedBy(connection: Connection, sql: string, asking: Asking): Work<Counter> {
  const counter: Counter = new Map()
  for (const { agent, copies } of yield* connection.rows<Amount>(sql, asking)) add(counter, agent, copies)
  return counter
}

export function* tallyMail(
  connection: Connection,
  asking: Asking & { readonly system: number },
): Work<Readonly<Record<MailConcern, Tally>>> {
  const [{ overdue, urgent, escalations }, failures, deaths, unanswered] = yield* eachBeside(
    connection,
    (at) => countAsked(at, asking),
    (at) => countedBy(at, failedSql, asking),
    (at) => countedBy(at, deadSql, asking),
    (at) => countedBy(at, unansweredSql, asking),
  )
  const open: Counter = new Map()
  for (const row of escalations) if (isOpenEscalation(row, asking)) add(open, row.sender_id, 1)
  return {
    escalation: talliesOf(open),
    failed: talliesOf(failures),
    dead: talliesOf(deaths),
    overdue: talliesOf(overdue),
    unanswered: talliesOf(unanswered),
    urgent: talliesOf(urgent),
  }
}
