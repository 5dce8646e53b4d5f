import type { FactStore, RememberedFact, RememberedFacts } from '../../mail-store.ts'
import { factLock, rosterLock } from '../schema/deliver.ts'
import type { Connection } from './connection.ts'

export function openFacts(connection: Connection): FactStore {
  return {
    async swarm() {
      return findFact(connection, 'swarm')
    },
    async read() {
      return connection.read(async () => ({
        swarm: await findFact(connection, 'swarm'),
        store: (await findFact(connection, 'store')) ?? '',
        schema: Number(await findFact(connection, 'schema')),
        createdAt: Number((await findFact(connection, 'created_at')) ?? 0),
      }))
    },
    async setSwarm(swarm) {
      await connection.write(async () => setFact(connection, 'swarm', swarm))
    },
    async isForTests() {
      return (await findFact(connection, 'for_tests')) === '1'
    },
    async remember(name, value) {
      await connection.write(
        async () => setFact(connection, name, value),
        () => false,
      )
    },
    async remembered<F extends RememberedFact>(name: F) {
      return (await findFact(connection, name)) as RememberedFacts[F] | null
    },
    async swap(name, expect, next) {
      return connection.write(
        async () => {
          await connection.statement('SELECT pg_advisory_xact_lock(?)').run(factLock)
          if ((await findFact(connection, name)) !== expect) return false
          await setFact(connection, name, next)
          return true
        },
        () => false,
      )
    },
  }
}

export async function findFact(connection: Connection, name: string): Promise<string | null> {
  const value = await connection.column('SELECT value FROM facts WHERE name = ?').get(name)
  return typeof value === 'string' ? value : null
}

export async function setFact(connection: Connection, name: string, value: string): Promise<void> {
  await connection
    .statement(
      'INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value',
    )
    .run(name, value)
}

/** From here on, until the change is stored, nobody sends, and nobody else changes where mail goes. */
export async function lockRoster(connection: Connection): Promise<void> {
  await connection.statement('SELECT pg_advisory_xact_lock(?)').run(rosterLock)
}

/** A change of where mail goes. */
export async function changeRoster<T>(
  connection: Connection,
  change: () => Promise<T>,
  rings?: (result: T) => boolean,
): Promise<T> {
  return connection.write(async () => {
    await lockRoster(connection)
    return change()
  }, rings)
}

/** Rises with every change of the roster that could change where mail goes. */
export async function rosterVersion(connection: Connection): Promise<number> {
  return Number((await findFact(connection, 'roster_version')) ?? 0)
}

export async function raiseRosterVersion(connection: Connection): Promise<void> {
  const sql = "UPDATE facts SET value = (value::bigint + 1)::text WHERE name = 'roster_version'"
  await connection.statement(sql).run()
}
