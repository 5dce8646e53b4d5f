import type { TaskStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import type { Bodies } from '../rows/bodies.ts'
import { type FullRow, wholeColumns, wholeOf } from '../rows/letters.ts'
import { type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'

/** What is written in tasks, as it comes, for whoever follows it. */
export function openTraffic(
  connection: Connection,
  bodies: Bodies,
): Pick<TaskStore, 'history' | 'traffic' | 'steps'> {
  return {
    async history(id, after, most) {
      const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.task = ? AND m.id > ? ORDER BY m.id LIMIT ? + 0`
      return connection.read(() =>
        (connection.statement(sql).all(id, after, most) as FullRow[]).map((row) =>
          wholeOf(connection, bodies, row),
        ),
      )
    },
    async traffic(after, most) {
      const sql = `SELECT ${messageColumns} FROM messages m WHERE m.id > ? AND m.task IS NOT NULL ORDER BY m.id LIMIT ? + 0`
      return connection.read(() =>
        (connection.statement(sql).all(after, most) as MessageRow[]).map((row) => messageOf(connection, row)),
      )
    },
    async steps(id, since) {
      const sql = `SELECT count(DISTINCT e.message_id || ' ' || e.agent_id) FROM messages m JOIN events e ON e.message_id = m.id
WHERE m.task = ? AND m.id >= ? AND e.what IN ('shown', 'read', 'process', 'claim', 'ack')`
      return Number(connection.column(sql).get(id, since))
    },
  }
}
