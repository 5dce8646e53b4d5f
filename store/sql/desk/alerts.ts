import {
  type AlertPlan,
  type AlertRow,
  type AlertState,
  alertStates,
  isForgotten,
  longestWait,
  mostAttempts,
  planAlerts,
  waitAfter,
} from '../../../src/domain/alerts/alert-plan.ts'
import type { AlertClaim, AlertEnd, AlertStore, FoundItems } from '../../alert-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { numberOf, requireNumber } from '../rows/names.ts'
import type { alerts } from '../tables/desk.ts'
import type { Row } from '../tables/table.ts'
import type { Work, Working } from '../work.ts'

const rowsSql = `SELECT item, state, noted_at, at, due_at, attempts, leads FROM alerts
WHERE person_id = ? AND program = ? ORDER BY item`
type Known = Row<typeof alerts, 'item' | 'state' | 'noted_at' | 'at' | 'due_at' | 'attempts' | 'leads'>

const ofItems = 'person_id = @person AND program = @program AND item IN (SELECT value FROM texts(@items))'
/** Whoever comes second finds the row there, and takes nothing. */
const noteSql = `INSERT INTO alerts(person_id, program, item, state, noted_at, at, due_at, attempts, leads)
SELECT @person, @program, t.value, @state, @now, @now, @due, @attempts, 0 FROM texts(@items) t WHERE TRUE
ON CONFLICT(person_id, program, item) DO NOTHING RETURNING item`
const claimSql = `UPDATE alerts SET state = @state, at = @now, due_at = @due, attempts = attempts + 1, leads = 0
WHERE ${ofItems} AND (state IN (@gathered, @waiting) OR (state = @state AND (due_at <= @now OR due_at > @ahead)))
RETURNING item`
const leadSql = `UPDATE alerts SET leads = 1 WHERE ${ofItems}`
const seenSql = `UPDATE alerts SET state = @seen, at = @now WHERE ${ofItems} AND state IN (@gathered, @waiting)`
const giveUpSql = `UPDATE alerts SET state = @failed, at = @now, error = coalesce(error, @error) WHERE ${ofItems} AND state = @sending`
const forgetSql = `DELETE FROM alerts WHERE ${ofItems}`
const sentSql = `UPDATE alerts SET state = @sent, at = @now, error = NULL WHERE ${ofItems} AND state = @sending`
const backSql = `UPDATE alerts SET state = @gathered, at = @now, attempts = attempts - 1, leads = 0 WHERE ${ofItems} AND state = @sending`
const failSql = `UPDATE alerts SET state = @state, at = @now, due_at = @due, error = @error, leads = 0
WHERE ${ofItems} AND state = @sending AND attempts = @attempts`

const numberOfState = (state: AlertState): number => alertStates.indexOf(state)
const states = {
  gathered: numberOfState('gathered'),
  sending: numberOfState('sending'),
  waiting: numberOfState('waiting'),
  sent: numberOfState('sent'),
  seen: numberOfState('seen'),
  failed: numberOfState('failed'),
}

export function openAlerts(connection: Connection): Working<AlertStore> {
  return {
    *take(of, found, claim) {
      const person = yield* numberOf(connection, of.person)
      const plan = yield* planned(connection, { person, program: of.program }, found, claim)
      // A look that finds nothing new writes nothing.
      if (isIdle(plan)) return nothing
      return yield* connection.write(
        function* (tx) {
          const taker = { person: yield* requireNumber(tx, of.person), program: of.program }
          return yield* take(tx, taker, found, claim)
        },
        () => false,
      )
    },
    *settle(of, items, end, at) {
      yield* connection.write(
        function* (tx) {
          const person = yield* numberOf(tx, of.person)
          yield* settle(tx, { person, program: of.program }, items, end, at)
        },
        () => false,
      )
    },
    *prune(before) {
      if ((yield* connection.cell('SELECT 1 FROM alerts WHERE at < ? LIMIT 1', before)) === undefined)
        return 0
      return yield* connection.write(
        (tx) => tx.run(pruneSql, before, forgottenAtOnce),
        () => false,
      )
    },
  }
}

/** As many leave in one change: nobody waits long for it. */
const forgottenAtOnce = 500
const pruneSql = `DELETE FROM alerts WHERE (person_id, program, item) IN (
  SELECT person_id, program, item FROM alerts WHERE at < ? ORDER BY at LIMIT ?)`

const nothing = { items: [], together: false } as const

type Of = { readonly person: number; readonly program: string }
type Planned = AlertPlan & { readonly forget: readonly string[] }

function isIdle({ seen, gather, send, giveUp, forget }: Planned): boolean {
  return seen.length + gather.length + send.length + giveUp.length + forget.length === 0
}

function* planned(
  at: Connection,
  { person, program }: Of,
  { items, whole }: FoundItems,
  { now, hold, seenUpto, mostAnHour }: AlertClaim,
): Work<Planned> {
  const rows = (yield* at.rows<Known>(rowsSql, person, program)).map(rowOf)
  const present = new Set(items)
  const gone = whole ? rows.filter((row) => !present.has(row.item) && isForgotten(row, now)) : []
  return {
    ...planAlerts(rows, items, { now, hold, seenUpto, mostAnHour }),
    forget: gone.map(({ item }) => item),
  }
}

function* take(tx: Tx, of: Of, found: FoundItems, claim: AlertClaim) {
  const { now, until } = claim
  const { seen, gather, send, giveUp, forget, together } = yield* planned(tx, of, found, claim)
  const about = (items: readonly string[]) => ({ ...of, items: JSON.stringify(items), now })
  if (seen.length > 0) yield* tx.run(seenSql, { ...about(seen), ...states })
  if (giveUp.length > 0)
    yield* tx.run(giveUpSql, { ...about(giveUp), ...states, error: 'the process that started it ended' })
  if (forget.length > 0) yield* tx.run(forgetSql, about(forget))
  if (gather.length > 0)
    yield* tx.run(noteSql, { ...about(gather), state: states.gathered, due: now, attempts: 0 })
  if (send.length === 0) return nothing
  const { gathered, sending: state, waiting } = states
  const claimed = new Set([
    ...(yield* tx.cells<string>(claimSql, {
      ...about(send),
      state,
      gathered,
      waiting,
      due: until,
      ahead: now + longestWait,
    })),
    ...(yield* tx.cells<string>(noteSql, { ...about(send), state, due: until, attempts: 1 })),
  ])
  const items = send.filter((item) => claimed.has(item))
  const leaders = together ? items.slice(0, 1) : items
  if (leaders.length > 0) yield* tx.run(leadSql, about(leaders))
  return { items, together }
}

function* settle(tx: Tx, of: Of, items: readonly string[], end: AlertEnd, now: number): Work<void> {
  const about = { ...of, items: JSON.stringify(items), now, ...states }
  if (end === 'sent') yield* tx.run(sentSql, about)
  else if (end === 'back') yield* tx.run(backSql, about)
  else
    for (let attempts = 1; attempts <= mostAttempts; attempts += 1) {
      const wait = waitAfter(attempts)
      const state = wait === null ? states.failed : states.waiting
      yield* tx.run(failSql, { ...about, state, due: now + (wait ?? 0), error: end.error, attempts })
    }
}

function rowOf({ item, state, noted_at, at, due_at, attempts, leads }: Known): AlertRow {
  return {
    item,
    state: alertStates[state] ?? 'failed',
    notedAt: noted_at,
    at,
    dueAt: due_at,
    attempts,
    leads: leads === 1,
  }
}
