import { parseId } from '../../../src/domain/id.ts'
import type { Connection } from '../database/connection.ts'
import { findIds } from '../rows/ids.ts'

/** By the id that the format gave, or by the UUID under which we gave it away. */
export async function findForeign(
  connection: Connection,
  format: string,
  id: string,
): Promise<number | null> {
  const sql = 'SELECT message_id FROM foreign_ids WHERE foreign_id = ? AND format = ?'
  const known = (await connection.column(sql).get(id, format)) as number | undefined
  if (known !== undefined) return known
  const reference = parseId(id)
  if (reference.form !== 'uuid') return null
  return (await findIds(connection, reference, 'own'))[0] ?? null
}

/** By another name that the format has for it. */
export async function findAlias(connection: Connection, format: string, id: string): Promise<number | null> {
  const sql =
    "SELECT message_id FROM foreign_ids WHERE foreign_id = ? AND format > ?::text || ' ' AND format < ?::text || '!' AND format NOT LIKE '% thread' LIMIT 1"
  return ((await connection.column(sql).get(id, format, format)) as number | undefined) ?? null
}

/** The foreign id of a message. An id that is already used keeps its message. */
export async function addForeign(
  connection: Connection,
  format: string,
  name: string,
  id: number,
): Promise<void> {
  const sql = 'INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
  await connection.statement(sql).run(format, name, id)
}

export async function foreignIdsOf(
  connection: Connection,
  format: string,
  message: number,
): Promise<readonly string[]> {
  const sql = 'SELECT foreign_id FROM foreign_ids WHERE message_id = ? AND format = ?'
  return (await connection.column(sql).all(message, format)) as string[]
}
