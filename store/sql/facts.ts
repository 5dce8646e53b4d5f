import type { FactStore, RememberedFact, RememberedFacts } from '../mail-store.ts'
import type { Connection, Tx } from './connection.ts'
import type { Rings } from './rung.ts'
import type { Work, Working } from './work.ts'

export function openFacts(connection: Connection): Working<FactStore> {
  return {
    swarm: () => earlyFact(connection, 'swarm'),
    read: () =>
      connection.read(function* (at) {
        return {
          swarm: yield* findFact(at, 'swarm'),
          store: (yield* findFact(at, 'store')) ?? '',
          schema: yield* at.engine.schemaVersion(),
          createdAt: Number((yield* findFact(at, 'created_at')) ?? 0),
        }
      }),
    *setSwarm(swarm) {
      yield* connection.write((tx) => setFact(tx, 'swarm', swarm))
    },
    *isForTests() {
      return (yield* earlyFact(connection, 'for_tests')) === '1'
    },
    *remember(name, value) {
      yield* connection.write(
        (tx) => setFact(tx, name, value),
        () => false,
      )
    },
    *remembered(name) {
      return (yield* earlyFact(connection, name)) as RememberedFacts[RememberedFact] | null
    },
    swap: (name, expect, next) =>
      connection.write(
        function* (tx) {
          yield* tx.engine.lockFacts(tx)
          if ((yield* findFact(tx, name)) !== expect) return false
          yield* setFact(tx, name, next)
          return true
        },
        () => false,
      ),
  }
}

/** As opening the store found it, the first time that it is asked for. */
function* earlyFact(connection: Connection, name: string): Work<string | null> {
  const learned = connection.engine.learned(name)
  return learned === undefined ? yield* findFact(connection, name) : learned
}

export function* findFact(connection: Connection, name: string): Work<string | null> {
  return (yield* connection.cell<string>('SELECT value FROM facts WHERE name = ?', name)) ?? null
}

export function* setFact(tx: Tx, name: string, value: string): Work<void> {
  const sql =
    'INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value'
  yield* tx.run(sql, name, value)
  // What was found before is so no more.
  tx.engine.learned(name)
}

/** Rises with every change of the roster that could change where mail goes. */
export function* rosterVersion(connection: Connection): Work<number> {
  return Number((yield* findFact(connection, 'roster_version')) ?? 0)
}

export function* raiseRosterVersion(tx: Tx): Work<void> {
  const sql = `INSERT INTO facts(name, value) VALUES('roster_version', '1')
ON CONFLICT(name) DO UPDATE SET value = CAST(CAST(facts.value AS bigint) + 1 AS text)`
  yield* tx.run(sql)
}

/** A change of where mail goes. */
export function changeRoster<T>(
  connection: Connection,
  change: (tx: Tx) => Work<T>,
  rings?: Rings<T>,
): Work<T> {
  return connection.write(function* (tx) {
    yield* tx.engine.lockRoster(tx)
    return yield* change(tx)
  }, rings)
}
