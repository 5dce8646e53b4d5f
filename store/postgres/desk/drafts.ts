import type { JsonObject } from '../../../src/domain/json.ts'
import type { Draft, DraftStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { badCursor, pageOf } from '../database/cursors.ts'
import { mapped } from '../database/sequences.ts'
import { namesOf } from '../rows/names.ts'

type DraftRow = {
  readonly owner_id: number
  readonly id: string
  readonly operation: string
  readonly fields: string
  readonly saved_at: number
  readonly send_at: number | null
}

const columns = 'owner_id, id, operation, fields, saved_at, send_at'

export function openDrafts(connection: Connection): DraftStore {
  const names = namesOf(connection)
  const takeSql = `DELETE FROM drafts WHERE owner_id = ? AND id = ? RETURNING ${columns}`

  async function take(owner: string, id: string): Promise<Draft | null> {
    const sql = `SELECT ${columns} FROM drafts WHERE owner_id = ? AND id = ?`
    if ((await connection.statement(sql).get((await names.find(owner)) ?? -1, id)) === undefined) return null
    const row = await connection.write(
      async () =>
        (await connection.statement(takeSql).get((await names.find(owner)) ?? -1, id)) as
          | DraftRow
          | undefined,
      (taken) => taken !== undefined,
    )
    return row === undefined ? null : await draftOf(connection, row)
  }

  return {
    async save({ id, owner, operation, fields, savedAt, sendAt }) {
      const sql = `INSERT INTO drafts(${columns}) VALUES(?, ?, ?, ?, ?, ?)
ON CONFLICT(owner_id, id) DO UPDATE SET operation = excluded.operation, fields = excluded.fields, saved_at = excluded.saved_at, send_at = excluded.send_at`
      await connection.write(async () =>
        connection
          .statement(sql)
          .run(await names.require(owner), id, operation, JSON.stringify(fields), savedAt, sendAt),
      )
    },
    async find(owner, id) {
      const sql = `SELECT ${columns} FROM drafts WHERE owner_id = ? AND id = ?`
      const row = (await connection.statement(sql).get((await names.find(owner)) ?? -1, id)) as
        | DraftRow
        | undefined
      return row === undefined ? null : await draftOf(connection, row)
    },
    async list(owner, page) {
      const [savedAt, id] = parseCursor(page.after)
      const sql = `SELECT ${columns} FROM drafts WHERE owner_id = ? AND (saved_at < ? OR (saved_at = ? AND id > ?)) ORDER BY saved_at DESC, id LIMIT ?`
      const found = (await connection
        .statement(sql)
        .all((await names.find(owner)) ?? -1, savedAt, savedAt, id, page.limit + 1)) as DraftRow[]
      const { rows, next } = pageOf(found, page.limit, (last) => `${last.saved_at}:${last.id}`)
      return { rows: await mapped(rows, async (row) => draftOf(connection, row)), next }
    },
    async remove(owner, id) {
      return (await take(owner, id)) !== null
    },
    async take(owner, id) {
      return take(owner, id)
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

async function draftOf(connection: Connection, row: DraftRow): Promise<Draft> {
  return {
    id: row.id,
    owner: await namesOf(connection).of(row.owner_id),
    operation: row.operation,
    fields: JSON.parse(row.fields) as JsonObject,
    savedAt: row.saved_at,
    sendAt: row.send_at,
  }
}
