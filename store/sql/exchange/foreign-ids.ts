import { parseId } from '../../../src/domain/id.ts'
import type { Connection, Tx } from '../connection.ts'
import { findIds } from '../rows/ids.ts'
import type { Work } from '../work.ts'

/** By the id that the format gave, or by the UUID under which we gave it away. */
export function* findForeign(connection: Connection, format: string, id: string): Work<number | null> {
  const sql = 'SELECT message_id FROM foreign_ids WHERE foreign_id = ? AND format = ?'
  const known = yield* connection.cell<number>(sql, id, format)
  if (known !== undefined) return known
  const reference = parseId(id)
  if (reference.form !== 'uuid') return null
  return (yield* findIds(connection, reference, 'own'))[0] ?? null
}

const aliasSql =
  "SELECT message_id FROM foreign_ids WHERE foreign_id = ? AND format > ? AND format < ? AND format NOT LIKE '% thread' LIMIT 1"

/** By another name that the format has for it. */
export function* findAlias(connection: Connection, format: string, id: string): Work<number | null> {
  return (yield* connection.cell<number>(aliasSql, id, `${format} `, `${format}!`)) ?? null
}

/** The foreign id of a message. An id that is already used keeps its message. */
export function* addForeign(tx: Tx, format: string, name: string, id: number): Work<void> {
  const sql = 'INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
  yield* tx.run(sql, format, name, id)
}

export function foreignIdsOf(
  connection: Connection,
  format: string,
  message: number,
): Work<readonly string[]> {
  const sql = 'SELECT foreign_id FROM foreign_ids WHERE message_id = ? AND format = ? ORDER BY foreign_id'
  return connection.cells<string>(sql, message, format)
}
