import { begun } from '../../../src/domain/commission.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { runnerPrefix } from '../../../src/domain/session.ts'
import type { CommissionStore, QuietTask } from '../../task-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { beginCommission } from '../rows/commission-rows.ts'
import { shapeOf } from '../shapes.ts'
import type { Work, Working } from '../work.ts'
import { type CommissionRow, commissionColumns, commissionJoins, commissionOf } from './commission-of.ts'
import { runningPage } from './running.ts'
import { openStandings } from './standings.ts'

const shape = shapeOf<CommissionRow>(commissionColumns)
const select = `SELECT ${shape.columns} FROM commissions c ${commissionJoins}`
const findSql = `${select} WHERE c.id = ? OR c.wire = ?`
const listSql = `${select} WHERE CAST(@owner AS text) IS NULL OR c.owner = CAST(@owner AS text) ORDER BY c.started_at DESC, c.id LIMIT @most`
const quietSql = `SELECT c.id, n.sent_at AS since FROM commissions c JOIN tasks t ON t.id = c.id JOIN messages n ON n.id = t.newest
  WHERE c.open = 1 AND t.status = 'running' AND n.sent_at <= @since AND substr(c.owner, length(c.owner) - length(CAST(@tail AS text)) + 1) = CAST(@tail AS text)
  AND EXISTS(SELECT 1 FROM messages m JOIN agents a ON a.id = m.sender_id WHERE m.task = c.id AND m.id > coalesce(t.ended, 0)
    AND c.owner IN ('user:' || a.address || CAST(@tail AS text), 'admin:' || a.address || CAST(@tail AS text)))
  AND NOT EXISTS(SELECT 1 FROM messages m, numbers(m.recipients) r, deliveries d
    WHERE m.task = c.id AND m.id > coalesce(t.ended, 0) AND d.agent_id = r.value AND d.box = ${boxes.indexOf('processing')} AND d.rank = m.rank
      AND starts_with(d.held_by, '${runnerPrefix}') AND d.held_until > @since)
  ORDER BY n.sent_at, c.id LIMIT @most`
const partiesSql = 'SELECT id, contributors FROM commissions WHERE id = ? OR wire = ? FOR UPDATE'

export function openCommissions(connection: Connection): Working<CommissionStore> {
  return {
    open: (task) =>
      connection.write(
        function* (tx) {
          const known = yield* findRow(tx, task.id)
          if (known !== undefined) return { task: commissionOf(known), created: false }
          yield* beginCommission(tx, task)
          return { task: begun(task), created: true }
        },
        () => false,
      ),
    *find(id) {
      const row = yield* findRow(connection, id)
      return row === undefined ? null : commissionOf(row)
    },
    *list(owner, most) {
      return (yield* connection.wide(shape, listSql, { owner, most })).map(commissionOf)
    },
    running: (agent, page) => runningPage(connection, agent, page),
    quiet: (swarm, since, most) => connection.rows<QuietTask>(quietSql, { tail: `@${swarm}`, since, most }),
    *contribute(id, contributors) {
      // Most mail between swarms comes from those that are known to take part.
      const known = yield* findRow(connection, id)
      if (known === undefined || isAmong(known, contributors)) return
      yield* connection.write(
        (tx) => contribute(tx, id, contributors),
        () => false,
      )
    },
    *limit(id, maxSteps) {
      yield* connection.write(
        (tx) => tx.run('UPDATE commissions SET max_steps = ? WHERE id = ?', maxSteps, id),
        () => false,
      )
    },
    ...openStandings(connection),
  }
}

function* findRow(connection: Connection, id: string): Work<CommissionRow | undefined> {
  const [row] = yield* connection.wide(shape, findSql, id, id)
  return row
}

type Parties = Pick<CommissionRow, 'id' | 'contributors'>

function* contribute(tx: Tx, id: string, contributors: readonly string[]): Work<void> {
  const row = yield* tx.row<Parties>(partiesSql, id, id)
  if (row === undefined) return
  const all = new Set([...(JSON.parse(row.contributors) as readonly string[]), ...contributors])
  yield* tx.run('UPDATE commissions SET contributors = ? WHERE id = ?', JSON.stringify([...all]), row.id)
}

function isAmong({ contributors }: CommissionRow, parties: readonly string[]): boolean {
  const known = JSON.parse(contributors) as readonly string[]
  return parties.every((party) => known.includes(party))
}
