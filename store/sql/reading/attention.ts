import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank, idSpan } from '../../../src/domain/priority.ts'
import type {
  AttentionMoment,
  AttentionStore,
  MailConcern,
  TroubledQueue,
  Unattended,
} from '../../attention-store.ts'
import type { Page, PageRequest } from '../../page.ts'
import { firstArrived } from '../arrivals.ts'
import type { Clock } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { badCursor, copyCursor, numberCursor, pageOf } from '../cursors.ts'
import { findCopyRow } from '../rows/copies.ts'
import { unreadOfManySql } from '../rows/counts.ts'
import { findLetter } from '../rows/letters.ts'
import { numberOf } from '../rows/names.ts'
import { availableItems, failedItems } from '../rows/queue-rows.ts'
import { deliveryOf } from '../rows/rows.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { dead, id, noEscalation, owing, snoozed, unread, urgentEnd, visible } from './attention-rows.ts'
import {
  type Asking,
  countedBy,
  escalationRows,
  isOpenEscalation,
  talliesOf,
  tallyMail,
} from './attention-tally.ts'
import { failedTallySql, undealtDead } from './failures.ts'
import { mailboxPage } from './mailbox.ts'
import { seenAt } from './seen.ts'

const none = { count: 0, agents: 0 }
const nobody = {
  escalation: none,
  failed: none,
  dead: none,
  overdue: none,
  unanswered: none,
  urgent: none,
  'request-failed': none,
}

export function openAttention(connection: Connection): Working<AttentionStore> {
  return {
    *tally(owner, moment) {
      return yield* connection.read(function* (at) {
        const [known, system] = yield* eachBeside(
          at,
          (each) => askingOf(each, owner, moment),
          (each) => numberOf(each, 'system'),
        )
        if (known === null) return nobody
        const asking = { ...known, system }
        const [tallies, failures] = yield* eachBeside(
          at,
          (each) => tallyMail(each, asking),
          (each) => countedBy(each, failedTallySql, asking),
        )
        return { ...tallies, 'request-failed': talliesOf(failures) }
      })
    },
    *page(owner, why, moment, page) {
      return yield* connection.read(function* (at) {
        const asking = yield* askingOf(at, owner, moment)
        if (asking === null) return { rows: [], next: null }
        if (why === 'failed')
          return yield* mailboxPage(at, asking.owner, { boxes: ['failed'] }, moment.now, page)
        return yield* copiesPage(at, why, asking, page)
      })
    },
    unattended: (now) => connection.read((at) => unattended(at, now)),
    queues: (now) => connection.rows<TroubledQueue>(queuesSql, { now }),
  }
}

/** The clock of an owner, with its number; `undefined` for a name that the store never met. */
function* clockNamed(
  connection: Connection,
  address: string,
  now: number,
): Work<(Clock & { readonly owner: number }) | undefined> {
  const sql = 'SELECT id AS owner, frozen_at FROM agents WHERE address = ?'
  const row = yield* connection.row<{ owner: number; frozen_at: number | null }>(sql, address)
  return row && { now, clock: Math.min(now, row.frozen_at ?? now), owner: row.owner }
}

/** `null` for a name that the store never met. */
function* askingOf(
  connection: Connection,
  address: string,
  { now, overdueBefore }: AttentionMoment,
): Work<Asking | null> {
  const [owner, bound] = yield* eachBeside(
    connection,
    (at) => clockNamed(at, address, now),
    (at) => firstArrived(at, overdueBefore),
  )
  return owner === undefined ? null : { ...owner, bound }
}

type Copy = { readonly agent_id: number; readonly rank: number }
type Listed = {
  readonly sql: string
  readonly begin: (after: string | null) => Readonly<Record<string, number>>
  readonly placeOf: (copy: Copy) => string
}

const byCopy = {
  begin: copyCursor,
  placeOf: ({ agent_id, rank }: Copy) => `${idOfRank(rank)}.${agent_id}`,
}
const byRank = {
  begin: (after: string | null) => ({ after: numberCursor(after, -1) }),
  placeOf: ({ rank }: Copy) => String(rank),
}
const columns = 'd.agent_id, d.rank'
const afterCopy = `(${id}, d.agent_id) > (@id, @agent)`

const urgentArm = (only: string) =>
  `SELECT ${columns} FROM deliveries d INDEXED BY deliveries_urgent WHERE d.box = 0 AND d.rank >> 51 = 0 AND d.agent_id = @owner AND ${only} AND ${visible}`
/** Mail that owes an answer is urgent only while it is young: in each tier it comes after the bound. One bound serves the index. */
const urgentArms = [
  urgentArm('d.owes = 0 AND d.rank > @after'),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((tier) => {
    const [from, to] = [tier * idSpan, (tier + 1) * idSpan]
    return urgentArm(
      `d.owes = 1 AND d.rank >= greatest(@after + 1, @bound + ${from}) AND d.rank < ${to} AND ${noEscalation}`,
    )
  }),
  `SELECT ${columns} FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${snoozed} AND d.was = ${unread} AND d.rank < ${urgentEnd}
AND d.rank > @after AND ${visible} AND (d.owes = 0 OR ${id} >= @bound) AND ${noEscalation}`,
]

/** Each statement walks an index from where the page begins. */
const listed: Readonly<Record<'unanswered' | 'urgent' | 'dead', Listed>> = {
  unanswered: {
    ...byCopy,
    sql: `SELECT ${columns} FROM deliveries d INDEXED BY deliveries_asked WHERE ${owing} AND d.sender_id = @owner AND d.agent_id <> @owner
AND ${afterCopy} AND ${id} < @bound ORDER BY ${id}, d.agent_id LIMIT @limit`,
  },
  urgent: {
    ...byRank,
    sql: `${urgentArms.join('\nUNION ALL ')}\nORDER BY 2 LIMIT @limit`,
  },
  dead: {
    ...byCopy,
    sql: `SELECT ${columns}, ${id} AS id FROM deliveries d WHERE d.agent_id = @owner AND d.box = ${dead} AND ${afterCopy}
UNION ALL SELECT ${columns}, ${id} FROM ${undealtDead} AND ${afterCopy} ORDER BY 3, 1 LIMIT @limit`,
  },
}

function* copiesPage(
  connection: Connection,
  why: Exclude<MailConcern, 'failed'>,
  asking: Asking,
  page: PageRequest,
): Work<Page<Letter>> {
  if (why === 'escalation') return yield* escalationPage(connection, asking, page)
  if (why === 'overdue') return yield* overduePage(connection, asking, page)
  const { sql, begin, placeOf } = listed[why]
  const system = yield* numberOf(connection, 'system')
  const bindings = { ...asking, system, ...begin(page.after), limit: page.limit + 1 }
  const { rows, next } = pageOf(yield* connection.rows<Copy>(sql, bindings), page.limit, placeOf)
  return { rows: yield* lettersOf(connection, rows, asking), next }
}

const overdueOf = (creditor: string) =>
  `FROM deliveries d INDEXED BY deliveries_asked WHERE ${owing} AND d.agent_id = @owner AND d.sender_id = ${creditor}
  AND ${id} > @id AND ${id} < @bound AND ${visible} AND ${noEscalation} ORDER BY ${id}`
const creditorsSql = `SELECT creditor, first FROM (SELECT p.sender_id AS creditor, (SELECT ${id} ${overdueOf('p.sender_id')} LIMIT 1) AS first
  FROM (SELECT DISTINCT sender_id FROM pressing WHERE agent_id = @owner AND what IN (owing_only, owing_and_urgent) AND copies > 0) p) x
WHERE first IS NOT NULL ORDER BY first LIMIT @limit`
const overdueSql = `SELECT ${columns} ${overdueOf('@creditor')} LIMIT @limit`

type Creditor = { readonly creditor: number; readonly first: number }

/** The oldest of all are among the oldest of as many creditors, those who have waited longest. */
function* overduePage(connection: Connection, asking: Asking, page: PageRequest): Work<Page<Letter>> {
  const bindings = { ...asking, ...byCopy.begin(page.after), limit: page.limit + 1 }
  const creditors = yield* connection.rows<Creditor>(creditorsSql, bindings)
  // With as many creditors as wanted rows, nothing after the last creditor's first message is on the page.
  const end = creditors.length > page.limit ? (creditors.at(-1)?.first ?? 0) + 1 : asking.bound
  const owed = yield* sideBySide(connection, creditors, (at, { creditor }) =>
    at.rows<Copy>(overdueSql, { ...bindings, creditor, bound: end }),
  )
  const oldest = owed.flat().toSorted((one, other) => idOfRank(one.rank) - idOfRank(other.rank))
  const { rows, next } = pageOf(oldest, page.limit, byCopy.placeOf)
  return { rows: yield* lettersOf(connection, rows, asking), next }
}

/** Without a deadline it comes after all that have one. */
function* escalationPage(connection: Connection, asking: Asking, page: PageRequest): Work<Page<Letter>> {
  const placeOf = ({ deadline, rank }: { readonly deadline: number | null; readonly rank: number }) =>
    [deadline ?? Number.MAX_SAFE_INTEGER, idOfRank(rank)] as const
  const [due, last] = page.after === null ? [-Infinity, -Infinity] : escalationCursor(page.after)
  const open = (yield* escalationRows(connection, asking))
    .filter((row) => isOpenEscalation(row, asking))
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place: [deadline, message] }) => deadline > due || (deadline === due && message > last))
    .toSorted(({ place: one }, { place: other }) => one[0] - other[0] || one[1] - other[1])
  const { rows, next } = pageOf(open, page.limit, ({ place }) => place.join('.'))
  const copies = rows.map(({ row: { rank } }) => ({ agent_id: asking.owner, rank }))
  return { rows: yield* lettersOf(connection, copies, asking), next }
}

function escalationCursor(after: string): readonly [number, number] {
  const [deadline = Number.NaN, message = Number.NaN] = after.split('.').map(Number)
  if (Number.isSafeInteger(deadline) && Number.isSafeInteger(message)) return [deadline, message]
  throw badCursor(after)
}

function* lettersOf(
  connection: Connection,
  copies: readonly Copy[],
  asking: Asking,
): Work<readonly Letter[]> {
  const letters = yield* sideBySide(connection, copies, (each, copy) => letterOf(each, copy, asking))
  return letters.filter((letter) => letter !== null)
}

/** Its owner's copy as it is seen now; of others' copies as it lies. */
function* letterOf(connection: Connection, { agent_id, rank }: Copy, asking: Asking): Work<Letter | null> {
  const row = yield* findCopyRow(connection, agent_id, rank)
  if (row === undefined) return null
  return yield* findLetter(connection, idOfRank(rank), () =>
    deliveryOf(connection, agent_id === asking.owner ? seenAt(row, asking) : row),
  )
}

type Frozen = { readonly id: number; readonly address: string; readonly since: number }

function* unattended(connection: Connection, now: number): Work<readonly Unattended[]> {
  // An agent that was only named by another system had no session that could end.
  const sql =
    "SELECT id, address, last_seen AS since FROM agents WHERE state = 'frozen' AND last_seen IS NOT NULL ORDER BY since, id"
  const frozen = yield* connection.rows<Frozen>(sql)
  if (frozen.length === 0) return []
  const owners = JSON.stringify(frozen.map(({ id }) => id))
  const counts = new Map<number, number>()
  type Counted = { readonly owner: number; readonly counted: number }
  for (const { owner, counted } of yield* connection.rows<Counted>(unreadOfManySql, { owners, now }))
    counts.set(owner, (counts.get(owner) ?? 0) + counted)
  return frozen
    .map(({ id, address, since }) => ({ address, since, unread: counts.get(id) ?? 0 }))
    .filter((agent) => agent.unread > 0)
}

const queuesSql = `SELECT * FROM (SELECT q.name, q.status, ${failedItems} AS failed, CASE WHEN q.status = 'paused' THEN ${availableItems} ELSE 0 END AS available FROM queues q) x
WHERE failed > 0 OR available > 0 ORDER BY name`
