import type { Connection } from '../database/connection.ts'
import { unlimitedSql } from '../database/pool.ts'

/**
 * Lets the transaction take as long as its change needs. Nobody limits how much mail a roster, an import or an undo touches: ended
 * by the server, the change would never succeed, and each new try would stop all senders again.
 */
export async function allowLongChange(connection: Connection): Promise<void> {
  await connection.statement(unlimitedSql).run()
}
