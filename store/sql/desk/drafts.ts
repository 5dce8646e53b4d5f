import type { JsonObject } from '../../../src/domain/json.ts'
import type { Draft, DraftStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { badCursor, pageOf } from '../cursors.ts'
import { addressOf, numberOf, requireNumber } from '../rows/names.ts'
import { drafts } from '../tables/desk.ts'
import { cellsOf, columnsBut, type Row, upsertSql } from '../tables/table.ts'
import { mapped, type Work, type Working } from '../work.ts'

const names = columnsBut(drafts, 'owner_id')
const columns = names.join(', ')
type DraftRow = Row<typeof drafts, (typeof names)[number]>
const findSql = `SELECT ${columns} FROM drafts WHERE owner_id = ? AND id = ?`
const takeSql = `DELETE FROM drafts WHERE owner_id = ? AND id = ? RETURNING ${columns}`
const saveSql = upsertSql(drafts, ['owner_id', ...names])
const listSql = `SELECT ${columns} FROM drafts WHERE owner_id = ? AND (saved_at < ? OR (saved_at = ? AND id > ?)) ORDER BY saved_at DESC, id LIMIT ?`

type DueRow = DraftRow & { readonly owner_id: number }
const dueSql = `SELECT owner_id, ${columns} FROM drafts WHERE send_at <= ? ORDER BY send_at, owner_id, id LIMIT ?`

export function openDrafts(connection: Connection): Working<DraftStore> {
  function* findDraft(owner: string, id: string): Work<Draft | null> {
    const row = yield* connection.row<DraftRow>(findSql, yield* numberOf(connection, owner), id)
    return row === undefined ? null : draftOf(owner, row)
  }

  function* take(owner: string, id: string): Work<Draft | null> {
    if ((yield* findDraft(owner, id)) === null) return null
    return yield* connection.write(
      function* (tx) {
        const row = yield* tx.row<DraftRow>(takeSql, yield* numberOf(tx, owner), id)
        return row === undefined ? null : draftOf(owner, row)
      },
      (taken) => taken !== null && ['places'],
    )
  }

  return {
    *save({ id, owner, operation, fields, savedAt, sendAt }) {
      yield* connection.write(
        function* (tx) {
          const agent = yield* requireNumber(tx, owner)
          const row = { id, operation, fields: JSON.stringify(fields), saved_at: savedAt, send_at: sendAt }
          yield* tx.run(saveSql, agent, ...cellsOf(names, row))
        },
        () => ['places'],
      )
    },
    find: findDraft,
    *list(owner, page) {
      const [savedAt, id] = parseCursor(page.after)
      const agent = yield* numberOf(connection, owner)
      const found = yield* connection.rows<DraftRow>(listSql, agent, savedAt, savedAt, id, page.limit + 1)
      const { rows, next } = pageOf(found, page.limit, (last) => `${last.saved_at}:${last.id}`)
      return { rows: rows.map((row) => draftOf(owner, row)), next }
    },
    *remove(owner, id) {
      return (yield* take(owner, id)) !== null
    },
    take,
    *due(by, most) {
      return yield* mapped(
        yield* connection.rows<DueRow>(dueSql, by, most),
        function* ({ owner_id, ...row }) {
          return draftOf(yield* addressOf(connection, owner_id), row)
        },
      )
    },
  }
}

/** Newest first: a cursor holds the time and id of the last one. */
function parseCursor(after: string | null): readonly [number, string] {
  if (after === null) return [Number.MAX_SAFE_INTEGER, '']
  const colon = after.indexOf(':')
  const savedAt = Number(after.slice(0, colon))
  if (colon < 1 || !Number.isSafeInteger(savedAt)) throw badCursor(after)
  return [savedAt, after.slice(colon + 1)]
}

function draftOf(owner: string, row: DraftRow): Draft {
  return {
    id: row.id,
    owner,
    operation: row.operation,
    fields: JSON.parse(row.fields) as JsonObject,
    savedAt: row.saved_at,
    sendAt: row.send_at,
  }
}
