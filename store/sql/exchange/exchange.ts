import { isMailError } from '../../../src/domain/errors.ts'
import type { Departure, ExchangeStore } from '../../exchange-store.ts'
import type { Doer } from '../../page.ts'
import { messageOrder } from '../arrivals.ts'
import type { Connection, KeptBody, Tx } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { changeRoster } from '../facts.ts'
import { markOtherRole } from '../roster/naming.ts'
import { registerAgent, setAgentState } from '../roster/registering.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { uuidOf } from '../rows/ids.ts'
import { wholeOf } from '../rows/letters.ts'
import { deliveryOf, fullMessageOf, type MessageRow, messageShape } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { flatMapped, mapped, type Work, type Working } from '../work.ts'
import { addForeign, findForeign, foreignIdsOf } from './foreign-ids.ts'
import { parentOf, takeArrivals, threadOf } from './taking.ts'

export function openExchange(connection: Connection): Working<ExchangeStore> {
  const { order } = connection.engine
  return {
    enrol: (registrations, doer, at) =>
      changeRoster(
        connection,
        function* (tx) {
          yield* tx.engine.allowLongChange(tx)
          const added: string[] = []
          for (const one of registrations) if (yield* enrol(tx, one, doer, at)) added.push(one.address)
          return added
        },
        (added) => added.length > 0,
      ),
    take: (format, arrivals, doer, at) => takeArrivals(connection, format, arrivals, doer, at),
    known: (format, ids) =>
      connection.read((at) => sideBySide(at, ids, (each, id) => findForeign(each, format, id))),
    placeOf: (format, links) =>
      connection.read(function* (at) {
        const parent = yield* parentOf(at, format, links)
        const thread = parent?.thread ?? (yield* threadOf(at, format, links.thread))
        return { parent: parent?.id ?? null, thread }
      }),
    name: (format, names) =>
      connection.write(
        function* (tx) {
          for (const { message, id } of names) yield* addForeign(tx, format, id, message)
        },
        () => false,
      ),
    ...openSyncedStates(connection),
    departures(format, { sentSince = 0, since, until }, page) {
      const conditions = [
        // First of all: where a page goes on, it is the nearest place to begin from.
        page.after === null
          ? null
          : { condition: 'm.id > @last', bindings: { last: numberCursor(page.after, 0) } },
        since === undefined ? null : order.cameAfter(since, messageOrder, 'since'),
        until === undefined ? null : order.cameBy(until, messageOrder, 'until'),
        { condition: 'm.sent_at >= @sent', bindings: { sent: sentSince } },
      ].filter((one) => one !== null)
      const where = conditions.map(({ condition }) => condition).join(' AND ')
      const bindings = Object.fromEntries([
        ...conditions.flatMap((one) => Object.entries(one.bindings)),
        ['limit', page.limit + 1],
      ])
      return connection.read(function* (at) {
        const found = yield* at.whole(
          messageShape,
          `messages m WHERE ${where} ORDER BY m.id LIMIT @limit`,
          bindings,
        )
        const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
        return { rows: yield* sideBySide(at, rows, (each, row) => departureOf(each, format, row)), next }
      })
    },
    departuresOf: (format, messages) =>
      connection.read((at) =>
        flatMapped(messages, function* (id) {
          const rows = yield* at.whole(messageShape, 'messages m WHERE m.id = ?', id)
          return yield* sideBySide(at, rows, (each, row) => departureOf(each, format, row))
        }),
      ),
  }
}

type Enrolled = Parameters<ExchangeStore['enrol']>[0][number]

/** Answers whether it was new. */
function* enrol(
  tx: Tx,
  { state, lastSeen, ...registration }: Enrolled,
  doer: Doer,
  at: number,
): Work<boolean> {
  const { address, longForm } = registration
  const known = yield* findAgentRow(tx, address)
  if (known !== undefined) {
    yield* markOtherRole(tx, known, longForm)
    return false
  }
  yield* registerAgent(tx, { ...registration, lookalike: 'mark' }, doer, at)
  // A newcomer was heard from when its own roster says, or never.
  const heard = lastSeen === null ? null : Math.min(lastSeen, at)
  yield* tx.run('UPDATE agents SET last_seen = ? WHERE address = ?', heard, address)
  yield* setAgentState(tx, address, state, doer, at)
  return true
}

type WholeRow = MessageRow & KeptBody

function* departureOf(connection: Connection, format: string, row: WholeRow): Work<Departure> {
  const { message, problem } = yield* readWhole(connection, row)
  const copies = yield* flatMapped(yield* holdersOf(connection, row.id), function* (agent) {
    const copy = yield* findCopyRow(connection, agent, row.rank)
    return copy === undefined ? [] : [yield* deliveryOf(connection, copy)]
  })
  const ids = yield* foreignIdsOf(connection, format, row.id)
  return { message, copies, uuid: yield* uuidOf(connection, message), ids, problem }
}

/** One body that is damaged keeps no other message from leaving. */
function* readWhole(connection: Connection, row: WholeRow): Work<Pick<Departure, 'message' | 'problem'>> {
  try {
    return { message: yield* wholeOf(connection, row, row), problem: null }
  } catch (error) {
    if (!isMailError(error)) throw error
    return { message: yield* fullMessageOf(connection, row, ''), problem: error.message }
  }
}

const lastStateSql = 'SELECT state FROM synced WHERE place = ? AND foreign_id = ?'
const noteStateSql =
  'INSERT INTO synced(place, foreign_id, state) VALUES(?, ?, ?) ON CONFLICT(place, foreign_id) DO UPDATE SET state = excluded.state'

/** States as both sides last had them, by folder. */
function openSyncedStates(connection: Connection): Working<Pick<ExchangeStore, 'synced' | 'noteSynced'>> {
  return {
    synced: (place, ids) =>
      connection.read((at) =>
        mapped(ids, function* (id) {
          return (yield* at.cell<string>(lastStateSql, place, id)) ?? null
        }),
      ),
    *noteSynced(place, states) {
      yield* connection.write(
        function* (tx) {
          for (const { id, state } of states) yield* tx.run(noteStateSql, place, id, state)
        },
        () => false,
      )
    },
  }
}
