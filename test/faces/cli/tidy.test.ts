import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['critic', 'architect'])
})
afterEach(() => desk.close())

const letters = (count: number, body = 'body') =>
  Array.from({ length: count }, (_, at) => ({
    command: 'send',
    input: { to: ['critic'], subject: `number ${at}`, body },
    as: 'architect',
  }))

/** How far the text index has come, and the newest message. */
function indexed(): { upto: number; newest: number } {
  const database = new Database(join(desk.store, 'mail.db'))
  const row = database
    .prepare('SELECT upto, (SELECT max(id) FROM messages) AS newest FROM text_state')
    .get() as { upto: number; newest: number }
  database.close()
  return row
}

function plant(count: number): void {
  const database = new Database(join(desk.store, 'mail.db'))
  const insert = database.prepare(
    `INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
     VALUES(?, ?, 1, 'request', ?, 0, 0, '{"to":["critic"],"cc":[]}', '[]', 'planted', '', '')`,
  )
  database.transaction(() => {
    for (let id = 1; id <= count; id += 1) insert.run(id, id, id)
  })()
  database.close()
}

describe('upkeep after the answer', () => {
  test('a batch leaves no long tail behind', () => {
    desk.batch(letters(700))
    const { upto, newest } = indexed()
    expect(newest).toBe(700)
    expect(newest - upto).toBeLessThan(256)
  })

  test('a command that writes indexes when much is behind, and one that reads without the index does not', () => {
    plant(600)
    desk.json('inbox', 'critic')
    expect(indexed().upto).toBe(0)
    desk.json('send', 'critic', '-s', 'x', '--as', 'architect')
    expect(indexed().upto).toBeGreaterThanOrEqual(64)
  })

  test('a search shortens the tail that it had to look through, until nothing is worth it', () => {
    plant(2_000)
    expect(desk.json('search', 'planted', '--as', 'critic').messages).not.toEqual([])
    const { upto: once } = indexed()
    expect(once).toBeGreaterThanOrEqual(64)
    for (let search = 0; search < 40; search += 1) desk.json('search', 'planted', '--as', 'critic')
    const { upto, newest } = indexed()
    expect(newest - upto).toBeLessThan(256)
  })

  test('few messages are left for later', () => {
    plant(100)
    desk.json('send', 'critic', '-s', 'x', '--as', 'architect')
    expect(indexed().upto).toBe(0)
  })

  test('a long log is written back, so that the next command need not read it through', () => {
    desk.batch(letters(40, 'x'.repeat(30_000)))
    const log = join(desk.store, 'mail.db-wal')
    expect(existsSync(log) ? statSync(log).size : 0).toBeLessThan(512 * 1024)
  })
})
