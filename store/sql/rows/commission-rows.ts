import type { Commission, NewCommission } from '../../../src/domain/commission.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { TaskStatus } from '../../../src/domain/task.ts'
import type { Tx } from '../connection.ts'
import { cellsOf, columnsBut, insertSql, type Row } from '../tables/table.ts'
import { commissions } from '../tables/tasks.ts'
import type { Work } from '../work.ts'

const knownSql = 'SELECT owner FROM commissions WHERE id = ? OR wire = ?'
const columns = columnsBut(commissions, 'open')
const beginSql = insertSql(commissions, columns)

/** A commission `c` with how its task stands. */
export type CommissionRow = Omit<Row<typeof commissions>, 'open'> & {
  readonly status: TaskStatus | null
  readonly messages: number | null
  readonly ended: number | null
  readonly ended_at: number | null
}

export const commissionColumns = [
  ...columns.map((name) => `c.${name}`),
  ...['t.status', 't.messages', 't.ended', 'm.sent_at AS ended_at'],
].join(', ')
/** How a task stands is noted as its messages come; one without any waits for its first. */
export const commissionJoins = 'LEFT JOIN tasks t ON t.id = c.id LEFT JOIN messages m ON m.id = t.ended'

export function commissionOf(row: CommissionRow): Commission {
  const status = row.status ?? 'running'
  return {
    id: row.id,
    wire: row.wire,
    owner: row.owner,
    contributors: JSON.parse(row.contributors) as readonly string[],
    entrypoint: row.entrypoint,
    maxSteps: row.max_steps,
    startedAt: row.started_at,
    status,
    completedAt: status === 'completed' ? row.ended_at : null,
    ended: row.ended,
    messages: row.messages ?? 0,
  }
}

/** Notes a task, or leaves the one that is there. @throws `conflict` where that is another's */
export function* beginCommission(tx: Tx, begun: NewCommission): Work<void> {
  const { id, wire, owner, contributors, entrypoint, maxSteps, startedAt } = begun
  const known = yield* tx.cell<string>(knownSql, id, wire)
  if (known === undefined) {
    const parties = { owner, contributors: JSON.stringify(contributors) }
    const row = { id, wire, ...parties, entrypoint, max_steps: maxSteps, started_at: startedAt }
    yield* tx.run(beginSql, ...cellsOf(columns, row))
  } else if (known !== owner)
    throw new MailError('conflict', `The task ${id} belongs to another client.`, 'Choose another id.')
}
