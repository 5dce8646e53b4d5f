import type { SavedView, ViewStore } from '../../view-store.ts'
import type { Connection } from '../database/connection.ts'
import { pageOf } from '../database/cursors.ts'
import { mapped } from '../database/sequences.ts'
import { namesOf } from '../rows/names.ts'

type ViewRow = {
  readonly owner_id: number
  readonly name: string
  readonly query: string
  readonly saved_at: number
}

const columns = 'owner_id, name, query, saved_at'

export function openViews(connection: Connection): Omit<ViewStore, 'tally'> {
  const names = namesOf(connection)
  const viewOf = async (row: ViewRow): Promise<SavedView> => ({
    owner: await names.of(row.owner_id),
    name: row.name,
    query: row.query,
    savedAt: row.saved_at,
  })
  return {
    async save({ owner, name, query, savedAt }) {
      const sql = `INSERT INTO views(${columns}) VALUES(?, ?, ?, ?)
ON CONFLICT(owner_id, name) DO UPDATE SET query = excluded.query, saved_at = excluded.saved_at`
      await connection.write(async () =>
        connection.statement(sql).run(await names.require(owner), name, query, savedAt),
      )
    },
    async list(owner, page) {
      const sql = `SELECT ${columns} FROM views WHERE owner_id = ? AND name > ? ORDER BY name LIMIT ?`
      const rows = (await connection
        .statement(sql)
        .all((await names.find(owner)) ?? -1, page.after ?? '', page.limit + 1)) as ViewRow[]
      return pageOf(await mapped(rows, viewOf), page.limit, ({ name }) => name)
    },
    async remove(owner, name) {
      const sql = `DELETE FROM views WHERE owner_id = ? AND name = ? RETURNING ${columns}`
      const row = await connection.write(
        async () =>
          (await connection.statement(sql).get((await names.find(owner)) ?? -1, name)) as ViewRow | undefined,
        (removed) => removed !== undefined,
      )
      return row === undefined ? null : await viewOf(row)
    },
  }
}
