import { breakpointSubject } from '../../../src/domain/task.ts'
import { systemEnds, type TaskState } from '../../../src/domain/task-state.ts'
import type { CommissionStore, StandingFilter, TaskStanding } from '../../task-store.ts'
import type { Connection, Value } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { shapeOf } from '../shapes.ts'
import type { Working } from '../work.ts'
import { type CommissionRow, commissionColumns, commissionJoins, commissionOf } from './commission-of.ts'
import { wasHanded } from './traffic.ts'

/** A breakpoint is no end. Only a task that was ended several times is looked through for its first end. */
const final = `CASE t.endings WHEN 0 THEN NULL
  WHEN 1 THEN (SELECT e.id FROM messages e WHERE e.id = t.ended AND e.subject <> '${breakpointSubject}')
  ELSE (SELECT e.id FROM messages e WHERE e.task = t.id AND e.kind = 'complete' AND e.subject <> '${breakpointSubject}'
    ORDER BY e.id LIMIT 1) END`

const endedBySystem = [...systemEnds]
  .map(([subject, state]) => `WHEN e.subject = '${subject}' THEN '${state}'`)
  .join(' ')
const finalState = `(SELECT CASE WHEN a.address <> 'system' THEN 'completed' ${endedBySystem} ELSE 'completed' END
  FROM messages e JOIN agents a ON a.id = e.sender_id WHERE e.id = o.final)`
const isBegun = `EXISTS(SELECT 1 FROM messages m WHERE m.task = o.id AND (m.sender_id <> f.sender_id
  OR EXISTS(SELECT 1 FROM events e WHERE e.message_id = m.id AND ${wasHanded})))`

/** The tasks `o` of an owner, or one of them. `latest` is the message that their state comes from. */
const standingsOf = (
  one: string,
) => `(SELECT o.id, o.endings, f.thread_id AS thread, o.latest, l.sent_at AS changed_at,
    CASE WHEN o.final IS NOT NULL THEN ${finalState} WHEN o.status = 'breakpoint' THEN 'input-required'
      WHEN ${isBegun} THEN 'working' ELSE 'submitted' END AS state
  FROM (SELECT p.*, coalesce(p.final, CASE p.status WHEN 'breakpoint' THEN p.ended ELSE p.newest END) AS latest
    FROM (SELECT t.id, t.first, t.newest, t.status, t.ended, t.endings, ${final} AS final
      FROM commissions c JOIN tasks t ON t.id = c.id WHERE c.owner = @owner${one}) p) o
  JOIN messages f ON f.id = o.first JOIN messages l ON l.id = o.latest) s`

type StandingRow = CommissionRow & {
  readonly thread: number
  readonly state: TaskState
  readonly latest: number
  readonly changed_at: number
  readonly endings: number
}

const shape = shapeOf<StandingRow>(
  `${commissionColumns}, s.thread, s.state, s.latest, s.changed_at, s.endings`,
)
const joined = `JOIN commissions c ON c.id = s.id ${commissionJoins}`
const oneSql = `SELECT ${shape.columns} FROM ${standingsOf(' AND c.id = @id')} ${joined}`

export function openStandings(
  connection: Connection,
): Working<Pick<CommissionStore, 'standing' | 'standings'>> {
  return {
    *standing(owner, id) {
      const [row] = yield* connection.wide(shape, oneSql, { owner, id })
      return row === undefined ? null : standingOf(row)
    },
    standings: (owner, filter, page) =>
      connection.read(function* (at) {
        const { condition, bindings } = conditionOf(filter)
        const from = `${standingsOf('')} ${joined} WHERE ${condition}`
        const sql = `SELECT ${shape.columns} FROM ${from} AND s.latest < @before ORDER BY s.latest DESC LIMIT @limit`
        const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
        const found = yield* at.wide(shape, sql, { ...bindings, owner, before, limit: page.limit + 1 })
        const total = yield* at.cell<number>(`SELECT count(*) FROM ${from}`, { ...bindings, owner })
        const { rows, next } = pageOf(found, page.limit, ({ latest }) => latest)
        return { rows: rows.map(standingOf), next, total: total ?? 0 }
      }),
  }
}

function conditionOf({ thread, state, since }: StandingFilter) {
  const asked: readonly (readonly [string, string, Value | undefined])[] = [
    ['thread', 's.thread = @thread', thread],
    ['state', 's.state = @state', state],
    ['since', 's.changed_at >= @since', since],
  ]
  const given = asked.flatMap(([name, sql, value]) => (value === undefined ? [] : [{ name, sql, value }]))
  return {
    condition: ['TRUE', ...given.map(({ sql }) => sql)].join(' AND '),
    bindings: Object.fromEntries(given.map(({ name, value }) => [name, value])),
  }
}

function standingOf(row: StandingRow): TaskStanding {
  const { thread, state, latest: by, changed_at: changedAt, endings } = row
  return { task: commissionOf(row), thread, state, by, changedAt, endings }
}
