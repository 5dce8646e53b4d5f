import type { CopiesByAgent, Engine, Tx } from '../../sql/connection.ts'
import { putAway } from '../../sql/rows/letters.ts'
import { step, type Work } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { unlimitedSql } from '../database/pool.ts'
import { noteChange, openChange } from '../fast/changes.ts'
import { openFast } from '../fast/fast.ts'
import { factLock, mailboxLock, rosterLock, taskLock, threadLock } from '../schema/deliver.ts'
import { findCold } from './archive-lines.ts'
import { newestCopies } from './newest-copies.ts'
import { openOrder } from './order.ts'
import { sealable, sealedColumns } from './sealable.ts'
import { toldOf } from './told.ts'

/** Beside an agent's number. */
const bellLock = 7_405
/** Of one number among those that a lock is for. */
const lockBeside = 'SELECT pg_advisory_xact_lock(?::int, (? % 2147483647)::int)'

/** A row's lock is its own, so what must not meet locks more than it changes. */
export function openEngine(connection: Connection): Engine {
  return {
    fast: connection.isFast ? openFast(connection) : null,
    learned: (fact) => connection.opening?.take(fact),
    *newNumber(tx, address) {
      return (yield* tx.cell<number>('SELECT name_number(?)', address)) ?? 0
    },
    *contentOf(id, { body }) {
      const cold = body === '' ? yield* step(() => findCold(connection, id)) : null
      return cold === null ? { body } : putAway(cold)
    },
    // A row keeps any body.
    keepLong: () => step(() => null),
    copiesByAgent,
    openChange,
    noteChange,
    newestCopies: (...asked) => step(() => newestCopies(connection, ...asked)),
    toldOf: (agent, session, messages) => step(() => toldOf(connection, agent, session, messages)),
    *placesFor(tx, at) {
      const arrivedAt = (yield* tx.cell<number>('SELECT arrival_at(?)', at)) ?? at
      return { arrivedAt, nextId: () => nextId(tx) }
    },
    order: openOrder(connection),
    slicesAtOnce: 16,
    newestAt: (moment) =>
      step(async () => ((await connection.column(newestSql).get(moment)) as number | undefined) ?? 0),
    sealedColumns,
    sealable: () => step(() => sealable(connection)),
    schemaVersion: () =>
      step(async () =>
        Number(await connection.column("SELECT value FROM facts WHERE name = 'schema'").get()),
      ),
    lockFacts: (tx) => locked(tx, factLock),
    // Until the change is stored, nobody sends, either.
    lockRoster: (tx) => locked(tx, rosterLock),
    keepRoster,
    *lockSending(tx, { thread, task }) {
      yield* keepRoster(tx)
      // The thread comes first, always.
      if (thread !== null) yield* tx.run(lockBeside, threadLock, thread)
      if (task !== null) yield* tx.run('SELECT pg_advisory_xact_lock(?::int, hashtext(?))', taskLock, task)
    },
    *lockMailboxes(tx, owners) {
      // In one order, so that no two wait for each other.
      const sql = 'SELECT id FROM agents WHERE address IN (SELECT value FROM texts(?)) ORDER BY id'
      for (const id of yield* tx.cells<number>(sql, JSON.stringify(owners)))
        yield* tx.run(lockBeside, mailboxLock, id)
    },
    // Ended by the server, the change would never succeed, and each new try would stop all senders again.
    *allowLongChange(tx) {
      yield* tx.run(unlimitedSql)
    },
    *lockBells(tx, agent) {
      yield* tx.run(lockBeside, bellLock, agent)
    },
    *lockReservations(tx) {
      yield* tx.run('LOCK TABLE reservations IN SHARE ROW EXCLUSIVE MODE')
    },
    // Shells ask the machine's link, which asks the rows.
    markWaiting: () => step(() => undefined),
    markAhead() {},
    markKnown: () => step(() => undefined),
    markReserved: () => step(() => undefined),
    markAsking: () => step(() => undefined),
    isMarkedAsking: () => step(() => false),
  }
}

const newestSql =
  'SELECT id FROM messages WHERE pg_visible_in_snapshot(xact, ?::text::pg_snapshot) ORDER BY id DESC LIMIT 1'

/** Of each agent no more are looked at than are wanted of all. */
function copiesByAgent({ columns, where, by, most }: CopiesByAgent): string {
  const order = by === undefined ? 'd.rank' : `${by}, d.rank`
  return `SELECT ${columns} FROM agents a, LATERAL (SELECT d.agent_id, ${order} FROM deliveries d
  WHERE d.agent_id = a.id AND ${where} ORDER BY ${order} LIMIT ${most}) d ORDER BY a.id, ${order}`
}

function* nextId(tx: Tx): Work<number> {
  return (yield* tx.cell<number>("SELECT nextval('message_ids')")) ?? 0
}

function* keepRoster(tx: Tx): Work<void> {
  yield* tx.run('SELECT pg_advisory_xact_lock_shared(?)', rosterLock)
}

function* locked(tx: Tx, lock: number): Work<void> {
  yield* tx.run('SELECT pg_advisory_xact_lock(?)', lock)
}
