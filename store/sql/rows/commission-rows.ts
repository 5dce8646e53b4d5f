import type { NewCommission } from '../../../src/domain/commission.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'

const knownSql = 'SELECT owner FROM commissions WHERE id = ? OR wire = ?'
const beginSql =
  'INSERT INTO commissions(id, wire, owner, contributors, entrypoint, max_steps, started_at) VALUES(?, ?, ?, ?, ?, ?, ?)'

/** Notes a task, or leaves the one that is there. @throws `conflict` where that is another's */
export function* beginCommission(tx: Tx, begun: NewCommission): Work<void> {
  const { id, wire, owner, contributors, entrypoint, maxSteps, startedAt } = begun
  const known = yield* tx.cell<string>(knownSql, id, wire)
  if (known === undefined) {
    const parties = JSON.stringify(contributors)
    yield* tx.run(beginSql, id, wire, owner, parties, entrypoint, maxSteps, startedAt)
  } else if (known !== owner)
    throw new MailError('conflict', `The task ${id} belongs to another client.`, 'Choose another id.')
}
