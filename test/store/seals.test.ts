import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Finding, SealedLog } from '../../src/domain/finding.ts'
import { readHead } from '../../src/domain/log-head.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore, restorePostgresStore } from '../../store/postgres/postgres-store.ts'
import { upgradeServerStore } from '../../store/postgres/upgrading.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { patience } from '../support/patience.ts'
import { withPostgres } from '../support/postgres.ts'
import { act, doer, enroll, send, start, system } from './fixture.ts'

type Examined = { readonly findings: readonly Finding[]; readonly log: SealedLog | null }
/** A store, and what somebody can do with its database who goes past Watchpost. */
type Place = {
  open(): Promise<MailStore>
  ask(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The same past the triggers. */
  force(sql: string): Promise<void>
  examine(head?: string | null): Promise<Examined>
}

let folder = ''
let opened: MailStore[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-seals-'))
})
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  rmSync(folder, { recursive: true, force: true })
})

async function kept(store: Promise<MailStore>): Promise<MailStore> {
  const one = await store
  opened.push(one)
  return one
}

function judging(head: string | null) {
  let log: SealedLog | null = null
  const asked = {
    head: head === null ? null : readHead(head),
    told(told: SealedLog) {
      log = told
    },
  }
  return { asked, log: () => log }
}

function sqlitePlace(location = join(folder, 'store')): Place {
  const file = location.endsWith('.backup') ? location : join(location, 'mail.db')
  const within = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(file, { timeout: patience })
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  return {
    open: () => kept(openSqliteStore(location, { create: true, durability: 'normal' })),
    ask: async (sql) => within((database) => database.prepare(sql).all() as Record<string, unknown>[]),
    async force(sql) {
      within((database) => {
        const triggers = database
          .prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('deeds', 'events', 'seals')",
          )
          .all() as { name: string; sql: string }[]
        for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
        database.exec(sql)
        for (const one of triggers) database.exec(one.sql)
      })
    },
    async examine(head = null) {
      const { asked, log } = judging(head)
      return { findings: examineStore(location, { repair: false, now: start, log: asked }), log: log() }
    },
  }
}

function postgresPlace(address: string): Place {
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await client.connect()
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  return {
    open: () => kept(openPostgresStore(address, { create: false })),
    ask,
    force: async (sql) => void (await ask(`SET session_replication_role = replica; ${sql}`)),
    async examine(head = null) {
      const { asked, log } = judging(head)
      return { findings: (await examineServer(address, false, asked)).findings, log: log() }
    },
  }
}

/** Some changes with one event, with several, and with none. */
async function live(store: MailStore, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const id = await send(store, { to: ['reader', 'clerk'] })
    for (const reader of ['reader', 'clerk']) {
      await act(store, reader, 'ack', id)
      await act(store, reader, 'archive', id)
    }
  }
}

async function seal(store: MailStore, limit = 500): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1)
    if ((await store.upkeep.seal(limit, start)) === 'done') return
  throw new Error('It never ends.')
}

const wordsOf = ({ findings }: Examined) => findings.map(({ finding }) => finding)
const inLog = (found: Examined) => found.findings.filter(({ finding }) => finding.startsWith('log-'))

function sealCases(name: string, make: () => Promise<Place>, isGapless: boolean): void {
  describe(name, () => {
    let place: Place
    let store: MailStore
    beforeEach(async () => {
      place = await make()
      store = await place.open()
      await enroll(store, 'writer', 'reader', 'clerk')
    })

    it('seals what was logged, in steps, and a doctor tells what is left', async () => {
      // Registrations are in the log, and nothing that happened to mail.
      expect((await place.examine()).log).toEqual({ head: null, unsealed: 3, copiedFrom: null })
      await live(store, 4)
      expect((await place.examine()).log).toMatchObject({ head: null, unsealed: 19 })
      expect(await store.upkeep.seal(5, start)).toBe('more')
      expect((await place.examine()).log).toMatchObject({
        head: expect.stringMatching(/^5:5:/u),
        unsealed: 14,
      })
      await seal(store, 5)
      expect(
        (await place.ask('SELECT deed, deeds FROM seals ORDER BY id')).map((row) =>
          Object.values(row).map(Number),
        ),
      ).toEqual([
        [5, 5],
        [10, 5],
        [15, 5],
        [19, 4],
      ])
      const examined = await place.examine()
      expect(examined.log).toMatchObject({
        head: expect.stringMatching(/^19:16:[0-9a-f]{64}$/u),
        unsealed: 0,
      })
      expect(inLog(examined)).toEqual([])
    })

    it('a head is the same however the log was sealed', async () => {
      await live(store, 3)
      await seal(store, 2)
      const { log } = await place.examine()
      await place.force('DELETE FROM seals')
      await seal(store, 7)
      expect((await place.examine()).log?.head).toBe(log?.head)
    })

    describe('finds what was changed past the triggers', () => {
      const tables = [
        ['deeds', 'id'],
        ['events', 'seq'],
      ] as const

      it('any value of any row', async () => {
        await live(store, 2)
        await seal(store, 3)
        for (const [table, key] of tables) {
          const [first = {}] = await place.ask(`SELECT * FROM ${table} LIMIT 1`)
          const keys = (await place.ask(`SELECT ${key} AS key FROM ${table} ORDER BY 1`)).map((row) =>
            Number(row['key']),
          )
          for (const [at, column] of Object.keys(first).entries()) {
            if (column === key) continue
            const row = keys[(at * 3) % keys.length] ?? 0
            const changed = `UPDATE ${table} SET ${column} = ${otherValue(column)} WHERE ${key} = ${row}`
            await place.force(`CREATE TABLE kept AS SELECT * FROM ${table} WHERE ${key} = ${row}`)
            await place.force(changed)
            const found = inLog(await place.examine())
            expect([column, found.map(({ finding, severity }) => [finding, severity])]).toEqual([
              column,
              [['log-changed', 'damage']],
            ])
            expect(found[0]?.why).toMatch(new RegExp(`of ${table} are not as they were sealed`, 'u'))
            await place.force(
              `UPDATE ${table} SET ${column} = (SELECT ${column} FROM kept); DROP TABLE kept`.replace(
                '; DROP',
                ` WHERE ${key} = ${row}; DROP`,
              ),
            )
            expect([column, inLog(await place.examine())]).toEqual([column, []])
          }
        }
      })

      it('any row that is gone, and which was the first', async () => {
        await live(store, 3)
        await seal(store, 4)
        const { log } = await place.examine()
        for (const [table, key] of tables)
          for (const row of [1, 4, 5, 11, 12]) {
            await place.force(
              `CREATE TABLE kept AS SELECT * FROM ${table} WHERE ${key} = ${row}; DELETE FROM ${table} WHERE ${key} = ${row}`,
            )
            const [found] = inLog(await place.examine(log?.head))
            const from = row - ((row - 1) % 4)
            expect(found?.why).toContain(`Rows ${from} to ${from + 3} of ${table} `)
            expect(found?.why).toContain(`1 of 4 is missing${isGapless ? `, the first is ${row}` : ''}.`)
            await place.force(`INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`)
            expect(inLog(await place.examine(log?.head))).toEqual([])
          }
      })

      it('a row among those that were sealed', async () => {
        await live(store, 2)
        await seal(store)
        await place.force(
          'DELETE FROM seals; DELETE FROM events WHERE seq = 3; DELETE FROM deeds WHERE id = 3',
        )
        await seal(store, 4)
        expect(inLog(await place.examine())).toEqual([])
        await place.force("INSERT INTO deeds(id, actor_id, at, what) VALUES(3, 1, 1, 'forged')")
        expect(inLog(await place.examine())[0]?.why).toContain('there are 5 instead of 4')
        await place.force(
          "DELETE FROM deeds WHERE id = 3; INSERT INTO events(seq, deed_id, message_id, agent_id, what) VALUES(3, 1, 1, 1, 'forged')",
        )
        expect(inLog(await place.examine())[0]?.why).toContain('of events are not as')
      })

      it('a seal that does not fit its rows', async () => {
        await live(store, 1)
        await seal(store)
        await place.force('UPDATE seals SET events_digest = deeds_digest WHERE id = 1')
        expect(wordsOf(await place.examine())).toContain('log-changed')
      })

      it('rows that were sealed anew, by a head that was kept elsewhere', async () => {
        await live(store, 2)
        await seal(store)
        const { head } = (await place.examine()).log ?? {}
        await live(store, 1)
        await seal(store)
        expect(inLog(await place.examine(head))).toEqual([])
        await place.force("DELETE FROM seals; UPDATE deeds SET principal = 'nobody' WHERE id = 2")
        // What is not sealed here is held against it, too.
        expect(inLog(await place.examine(head))[0]?.why).toContain(
          'The head that you named is not of this log',
        )
        await seal(store)
        expect(inLog(await place.examine())).toEqual([])
        expect(inLog(await place.examine(head))[0]?.why).toContain(
          'The head that you named is not of this log',
        )
      })

      it('the end of the log that is gone, by such a head', async () => {
        await live(store, 2)
        await seal(store, 3)
        const { head } = (await place.examine()).log ?? {}
        await place.force(
          'DELETE FROM seals WHERE deed > 6 OR event > 6; DELETE FROM deeds WHERE id > 6; DELETE FROM events WHERE seq > 6',
        )
        expect(inLog(await place.examine())).toEqual([])
        expect(wordsOf(await place.examine(head))).toContain('log-changed')
      })
    })

    it('seals cannot be changed or removed by accident', async () => {
      await live(store, 1)
      await seal(store)
      await expect(place.ask('DELETE FROM seals RETURNING id')).rejects.toThrow('seals')
      await expect(place.ask('UPDATE seals SET at = 1 RETURNING id')).rejects.toThrow('seals')
    })

    it('programs that seal at once seal each row once', async () => {
      await live(store, 6)
      const others = await Promise.all([place.open(), place.open(), place.open()])
      await Promise.all([store, ...others].map((one) => seal(one, 2)))
      const rows = await place.ask('SELECT sum(deeds) AS deeds, sum(events) AS events FROM seals')
      expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[27, 24]])
      expect(inLog(await place.examine())).toEqual([])
    })

    it('undo, redo and cold mail leave it as it is', async () => {
      await live(store, 2)
      await seal(store)
      await store.log.reverse(doer('clerk'), 'undo', start)
      await store.log.reverse(doer('clerk'), 'redo', start)
      while (await store.messages.index());
      const chilled = await store.upkeep.chill(system, 10, start, 1)
      expect(chilled.messages.length).toBeGreaterThan(0)
      await seal(store)
      expect(await place.examine()).toMatchObject({ log: { unsealed: 0 }, findings: [] })
    })

    it('a backup has the head of the store, and is sealed whole', async () => {
      await live(store, 2)
      await store.upkeep.seal(3, start)
      const made = await store.backups.make(join(folder, 'mail.backup'), false)
      expect(made).toMatchObject({ head: expect.stringMatching(/^11:8:/u), unsealed: 0 })
      await live(store, 1)
      await seal(store)
      expect(inLog(await place.examine(made.head))).toEqual([])
      const copy = sqlitePlace(join(folder, 'mail.backup'))
      const examined = await copy.examine(made.head)
      expect(inLog(examined)).toEqual([])
      expect(examined.log).toMatchObject({ unsealed: 0 })
      await place.force("UPDATE events SET what = 'read' WHERE seq = 5")
      expect(inLog(await place.examine(made.head))).toHaveLength(1)
    })
  })
}

function otherValue(column: string): string {
  if (column === 'xact') return "'3'"
  if (column === 'seen') return "'3:3:'"
  if (['principal', 'what', 'session', 'command', 'about', 'login', 'detail', 'change'].includes(column))
    return "'other'"
  return column === 'undoable' || column === 'later' ? `1 - ${column}` : '99'
}

sealCases('the log in SQLite', async () => sqlitePlace(), true)

await withPostgres((server) => {
  sealCases('the log in PostgreSQL', async () => postgresPlace(await server.fresh()), false)

  it('a change that is stored late does not come between rows that were sealed', async () => {
    const address = await server.fresh()
    const place = postgresPlace(address)
    const store = await place.open()
    await enroll(store, 'writer', 'reader', 'clerk')
    const slow = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await slow.connect()
    await slow.query(
      `BEGIN; SELECT log_deed('{"actor":"reader","at":1,"what":"joined","undoable":0,"seen":false}')`,
    )
    await live(store, 1)
    expect(await store.upkeep.seal(500, start)).toBe('waits')
    expect((await place.examine()).log).toMatchObject({ head: null })
    await slow.query('COMMIT')
    await seal(store)
    expect(await place.examine()).toMatchObject({
      log: { head: expect.stringMatching(/^8:4:/u), unsealed: 0 },
    })
    // A change that was given up leaves a number without a row.
    await slow.query(
      `BEGIN; SELECT log_deed('{"actor":"reader","at":1,"what":"joined","undoable":0,"seen":false}'); ROLLBACK`,
    )
    await slow.end()
    await live(store, 1)
    await seal(store)
    expect(inLog(await place.examine())).toEqual([])
  })

  it('a copy to another kind of store begins anew, and knows the head that it came from', async () => {
    const source = await sqlitePlace().open()
    await enroll(source, 'writer', 'reader', 'clerk')
    await live(source, 2)
    const address = await server.bare()
    let head: string | null = null
    await restorePostgresStore(address, async () => {
      const made = await source.backups.make(join(folder, 'on-the-way'), false)
      head = made.head
      return made.file
    })
    const there = postgresPlace(address)
    const store = await there.open()
    expect(await there.examine(head)).toMatchObject({
      findings: [],
      log: { head: null, unsealed: 11, copiedFrom: head },
    })
    await seal(store)
    const own = (await there.examine()).log?.head
    const back = await store.backups.make(join(folder, 'back.backup'), false)
    expect(back.head).toBe(own)
    expect(await sqlitePlace(back.file).examine()).toMatchObject({ log: { copiedFrom: own, unsealed: 0 } })
    const next = await server.bare()
    await restorePostgresStore(next, async () => back.file)
    expect(await postgresPlace(next).examine(own)).toMatchObject({ findings: [], log: { copiedFrom: own } })
  })

  it('only the owner seals, and others may read that, after an upgrade, too', async () => {
    const address = await server.bare()
    await (await openPostgresStore(address, { create: true })).close()
    const place = postgresPlace(address)
    const role = `sealer_${process.pid}`
    await place.ask(`CREATE ROLE ${role} LOGIN; SELECT admit('${role}')`)
    try {
      await place.ask("DROP TABLE seals; UPDATE facts SET value = '6' WHERE name = 'schema'")
      await upgradeServerStore(address, async () => undefined)
      const store = await place.open()
      await enroll(store, 'writer', 'reader', 'clerk')
      await live(store, 1)
      const theirs = new URL(address)
      theirs.username = role
      const other = await kept(openPostgresStore(theirs.href, { create: false }))
      expect(await other.upkeep.seal(500, start)).toBe('done')
      expect(await place.ask('SELECT id FROM seals')).toEqual([])
      await seal(store)
      expect(await place.examine()).toMatchObject({ findings: [], log: { unsealed: 0 } })
      expect(await postgresPlace(theirs.href).examine()).toMatchObject({ findings: [], log: { unsealed: 0 } })
    } finally {
      await place.ask(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })
})
