import type { NewCommission } from '../../../src/domain/commission.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection } from '../database/connection.ts'

/** Notes a task, or leaves the one that is there. @throws `conflict` where that is another's */
export async function beginCommission(connection: Connection, begun: NewCommission): Promise<void> {
  const { id, wire, owner, contributors, entrypoint, maxSteps, startedAt } = begun
  const known = await connection
    .column('SELECT owner FROM commissions WHERE id = ? OR wire = ?')
    .get(id, wire)
  if (known === undefined)
    await connection
      .statement(
        'INSERT INTO commissions(id, wire, owner, contributors, entrypoint, max_steps, started_at) VALUES(?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, wire, owner, JSON.stringify(contributors), entrypoint, maxSteps, startedAt)
  else if (known !== owner)
    throw new MailError('conflict', `The task ${id} belongs to another client.`, 'Choose another id.')
}
