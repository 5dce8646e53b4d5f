import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rankOf } from '../../src/domain/priority.ts'
import { defaultQueue } from '../../src/domain/queue.ts'
import { openDatabase } from '../../store/sqlite/database/connection.ts'
import { migrations } from '../../store/sqlite/migrations.ts'
import { schemaVersion } from '../../store/sqlite/schema.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { enroll, firstPage, send, start, system } from './fixture.ts'

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

it('the version that a start looks for is what the steps lead to', () => {
  expect(schemaVersion).toBe(migrations.length)
})

it('a store of the first schema is brought up to date with its mail', async () => {
  const old = openDatabase(join(folder.location, 'mail.db'), { durability: 'normal' })
  old.pragma('journal_mode = WAL')
  old.exec(migrations[0] ?? '')
  old.exec(
    "INSERT INTO facts(name, value) VALUES('store', 's'), ('salt', 'x'), ('created_at', '1'), ('roster_version', '0')",
  )
  old.exec("INSERT INTO agents(address, kind, state, registered_at) VALUES('keeper', 'agent', 'alive', 1)")
  const copy = old.prepare('INSERT INTO deliveries(agent_id, box, rank, sender_id) VALUES(1, ?, ?, 1)')
  for (const [at, box] of [0, 0, 1].entries()) copy.run(box, rankOf('high', 5, at + 1))
  old.pragma('user_version = 1')
  old.close()

  const store = await openSqliteStore(folder.location, { create: false, durability: 'normal' })
  expect((await store.facts.read()).schema).toBe(migrations.length)
  expect((await store.roster.list({}, firstPage())).rows.map(({ address }) => address)).toEqual(['keeper'])
  expect(await store.deliveries.count('keeper', start)).toMatchObject({ high: 2, total: 2 })
  await enroll(store, 'worker')
  await store.queues.create({ ...defaultQueue, name: 'work' }, system, start)
  await send(store, { from: 'keeper', to: [{ address: 'queue:work', via: 'queue:work', owes: false }] })
  expect(await store.queues.find('work', start)).toMatchObject({ available: 1 })
  await store.close()
})
