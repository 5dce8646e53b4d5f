import type { FactStore, RememberedFact, RememberedFacts } from '../../mail-store.ts'
import type { Connection } from './connection.ts'

export function openFacts(connection: Connection): FactStore {
  return {
    async swarm() {
      return findFact(connection, 'swarm')
    },
    async read() {
      return connection.read(() => ({
        swarm: findFact(connection, 'swarm'),
        store: findFact(connection, 'store') ?? '',
        schema: Number(connection.database.pragma('user_version', { simple: true })),
        createdAt: Number(findFact(connection, 'created_at') ?? 0),
      }))
    },
    async setSwarm(swarm) {
      connection.write(() => setFact(connection, 'swarm', swarm))
    },
    async isForTests() {
      return findFact(connection, 'for_tests') === '1'
    },
    async remember(name, value) {
      connection.write(
        () => setFact(connection, name, value),
        () => false,
      )
    },
    async remembered<F extends RememberedFact>(name: F) {
      return findFact(connection, name) as RememberedFacts[F] | null
    },
    async swap(name, expect, next) {
      return connection.write(
        () => {
          if (findFact(connection, name) !== expect) return false
          setFact(connection, name, next)
          return true
        },
        () => false,
      )
    },
  }
}

export function findFact(connection: Connection, name: string): string | null {
  const value = connection.column('SELECT value FROM facts WHERE name = ?').get(name)
  return typeof value === 'string' ? value : null
}

export function setFact(connection: Connection, name: string, value: string): void {
  connection
    .statement(
      'INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value',
    )
    .run(name, value)
}

/** Rises with every change of the roster that could change where mail goes. */
export function rosterVersion(connection: Connection): number {
  return Number(findFact(connection, 'roster_version') ?? 0)
}

export function raiseRosterVersion(connection: Connection): void {
  setFact(connection, 'roster_version', String(rosterVersion(connection) + 1))
}

/** How often a task was ended. */
export function endingsOf(connection: Connection, task: string): number {
  const endings = connection.column('SELECT endings FROM tasks WHERE id = ?').get(task)
  return typeof endings === 'number' ? endings : 0
}
