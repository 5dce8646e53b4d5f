import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import Database from 'better-sqlite3'
import { serveDoor } from '../../../store/door/door-server.ts'
import { openDoorStore } from '../../../store/door/door-store.ts'
import type { MailStore } from '../../../store/mail-store.ts'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import type { Server } from '../../support/postgres.ts'
import { askServer } from '../../support/postgres-server.ts'

/** A mail room on one kind of store, with a folder for its exports. */
export type World = {
  readonly kind: 'SQLite' | 'door' | 'PostgreSQL'
  readonly store: MailStore
  readonly folder: string
  close(): Promise<void>
}

/** Every store draws these for itself; here they are the same, so that ids of any form are. */
const facts = { store: '11'.repeat(16), salt: '22'.repeat(16), created_at: '1800000000000' }
const factsSql = `UPDATE facts SET value = CASE name ${Object.entries(facts)
  .map(([name, value]) => `WHEN '${name}' THEN '${value}'`)
  .join(' ')} ELSE value END`
const swarm = 'swarm_dev'

async function madeFolder(): Promise<{ readonly folder: string; readonly location: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-equality-'))
  const location = join(folder, 'store')
  await (await openSqliteStore(location, { create: true, durability: 'normal', swarm })).close()
  const database = new Database(join(location, 'mail.db'))
  database.exec(factsSql)
  database.close()
  return { folder, location }
}

export async function sqliteWorld(): Promise<World> {
  const { folder, location } = await madeFolder()
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  return {
    kind: 'SQLite',
    store,
    folder,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The far end is in this process as well. */
export async function doorWorld(): Promise<World> {
  const { folder, location } = await madeFolder()
  const [there, back] = [new PassThrough(), new PassThrough()]
  const open = () => openSqliteStore(location, { create: false, durability: 'normal', yields: true })
  const served = serveDoor(open, there, back)
  const channel = { input: back, output: there, said: () => '', close: () => there.end() }
  const store = await openDoorStore(channel, location)
  return {
    kind: 'door',
    store,
    folder,
    async close() {
      await store.close()
      await served
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function postgresWorld(server: Server): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-equality-'))
  const address = await server.fresh()
  await askServer(
    address,
    `SET search_path = watchpost; ${factsSql}; INSERT INTO facts(name, value) VALUES('swarm', '${swarm}')`,
  )
  const store = await openPostgresStore(address, { create: false })
  return {
    kind: 'PostgreSQL',
    store,
    folder,
    async close() {
      await store.close()
      server.recycle(address)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
