import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { act, enroll, send, start, system } from './fixture.ts'

/** Columns that may change once a message is put away, each with the reason. All others never change. */
const mayChange = {
  // A list shows its short parts; the long ones lie beside the body.
  more: 'what is put away leaves the row',
}

/** A table's columns as its database knows them, and one statement for each that would change it. */
type Table = {
  columns(): Promise<readonly string[]>
  change(column: string, message: number): Promise<void>
}

/** A message that was put away, and one that was not. */
async function twoMessages(store: MailStore): Promise<{ readonly cold: number; readonly hot: number }> {
  await enroll(store, 'writer', 'reader')
  const cold = await send(store)
  await act(store, 'reader', 'archive', cold)
  const hot = await send(store)
  while (await store.messages.index());
  expect((await store.upkeep.chill(system, 100, start, 1)).messages).toEqual([cold])
  return { cold, hot }
}

async function changeable(table: Table, message: number): Promise<readonly string[]> {
  const changed: string[] = []
  for (const column of await table.columns())
    await table.change(column, message).then(
      () => changed.push(column),
      (error: Error) => expect(error.message, column).toContain('messages are never changed'),
    )
  return changed
}

async function expectKept(store: MailStore, table: Table): Promise<void> {
  const { cold, hot } = await twoMessages(store)
  const columns = await table.columns()
  expect(columns).toEqual(expect.arrayContaining(['id', 'subject', 'more', 'body']))
  expect(await changeable(table, hot)).toEqual([])
  const known = Object.keys(mayChange).filter((name) => columns.includes(name))
  expect(await changeable(table, cold)).toEqual(known)
}

test('SQLite: no column of a message ever changes but those that are named', async () => {
  const location = mkdtempSync(join(tmpdir(), 'watchpost-written-'))
  const store = await openSqliteStore(location, { create: true, durability: 'normal' })
  const database = new Database(join(location, 'mail.db'))
  await expectKept(store, {
    async columns() {
      return database.prepare("SELECT name FROM pragma_table_info('messages')").pluck().all() as string[]
    },
    async change(name, message) {
      const sql = "SELECT type FROM pragma_table_info('messages') WHERE name = ?"
      const isText = database.prepare(sql).pluck().get(name) === 'TEXT'
      const other = isText ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1000`
      database.prepare(`UPDATE messages SET ${name} = ${other} WHERE id = ?`).run(message)
    },
  })
  database.close()
  await store.close()
  rmSync(location, { recursive: true, force: true })
})

/** Another value, by type. */
const others: Readonly<Record<string, (name: string) => string>> = {
  bigint: (name) => `coalesce(${name}, 0) + 1000`,
  integer: (name) => `coalesce(${name}, 0) + 1`,
  smallint: (name) => `coalesce(${name}, 0) + 1`,
  text: (name) => `coalesce(${name}, '') || 'x'`,
  xid8: () => "'3'",
  pg_snapshot: () => "'1:1:'",
}

await withPostgres((server) => {
  test('PostgreSQL: no column of a message ever changes but those that are named', async () => {
    const address = await server.fresh()
    const store = await openPostgresStore(address, { create: false })
    const client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await client.connect()
    const { rows } = await client.query(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = 'watchpost' AND table_name = 'messages' ORDER BY ordinal_position",
    )
    const types = new Map((rows as { name: string; type: string }[]).map(({ name, type }) => [name, type]))
    await expectKept(store, {
      columns: async () => [...types.keys()],
      async change(name, message) {
        const other = others[types.get(name) ?? '']?.(name)
        if (other === undefined) throw new Error(`No other value of type ${types.get(name)} for ${name}`)
        await client.query(`UPDATE messages SET ${name} = ${other} WHERE id = $1`, [message])
      },
    })
    await client.end()
    await store.close()
    server.recycle(address)
  })
})
