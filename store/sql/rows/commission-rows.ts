import type { NewCommission } from '../../../src/domain/commission.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Tx } from '../connection.ts'
import { cellsOf, columnsBut, insertSql } from '../tables/table.ts'
import { commissions } from '../tables/tasks.ts'
import type { Work } from '../work.ts'

const knownSql = 'SELECT owner FROM commissions WHERE id = ? OR wire = ?'
const columns = columnsBut(commissions, 'open')
const beginSql = insertSql(commissions, columns)

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
