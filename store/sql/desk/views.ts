import type { SavedView, ViewStore } from '../../view-store.ts'
import type { Connection } from '../connection.ts'
import { pageOf } from '../cursors.ts'
import { numberOf, requireNumber } from '../rows/names.ts'
import type { Working } from '../work.ts'

type ViewRow = { readonly name: string; readonly query: string; readonly saved_at: number }

const columns = 'name, query, saved_at'
const saveSql = `INSERT INTO views(owner_id, ${columns}) VALUES(?, ?, ?, ?)
ON CONFLICT(owner_id, name) DO UPDATE SET query = excluded.query, saved_at = excluded.saved_at`
const listSql = `SELECT ${columns} FROM views WHERE owner_id = ? AND name > ? ORDER BY name LIMIT ?`
const removeSql = `DELETE FROM views WHERE owner_id = ? AND name = ? RETURNING ${columns}`

export function openViews(connection: Connection): Working<Omit<ViewStore, 'tally'>> {
  return {
    *save({ owner, name, query, savedAt }) {
      yield* connection.write(
        function* (tx) {
          yield* tx.run(saveSql, yield* requireNumber(tx, owner), name, query, savedAt)
        },
        () => ['places'],
      )
    },
    *list(owner, page) {
      const agent = yield* numberOf(connection, owner)
      const rows = yield* connection.rows<ViewRow>(listSql, agent, page.after ?? '', page.limit + 1)
      return pageOf(
        rows.map((row) => viewOf(owner, row)),
        page.limit,
        ({ name }) => name,
      )
    },
    *remove(owner, name) {
      return yield* connection.write(
        function* (tx) {
          const row = yield* tx.row<ViewRow>(removeSql, yield* numberOf(tx, owner), name)
          return row === undefined ? null : viewOf(owner, row)
        },
        (removed) => removed !== null && ['places'],
      )
    },
  }
}

function viewOf(owner: string, { name, query, saved_at }: ViewRow): SavedView {
  return { owner, name, query, savedAt: saved_at }
}
