import { isMailError } from '../../../src/domain/errors.ts'
import type { Departure, ExchangeStore } from '../../exchange-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { openSyncedStates } from '../../sql/exchange/synced-states.ts'
import { numberBefore } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { partOn } from '../engine/shared.ts'
import { markOtherRole } from '../roster/naming.ts'
import { registerAgent, setAgentState } from '../roster/registering.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { uuidOf } from '../rows/ids.ts'
import { type FullRow, wholeColumns, wholeOf } from '../rows/letters.ts'
import { deliveryOf, fullMessageOf } from '../rows/rows.ts'
import { parentOf, threadOf } from './arrival-links.ts'
import { addForeign, findForeign, foreignIdsOf } from './foreign-ids.ts'
import { takeArrivals } from './taking.ts'

export function openExchange(connection: Connection): ExchangeStore {
  const parts = { connection }

  return {
    async enrol(registrations, doer, at) {
      return connection.write(
        () => {
          const added: string[] = []
          for (const { state, lastSeen, ...registration } of registrations) {
            const known = findAgentRow(connection, registration.address)
            if (known !== undefined) {
              markOtherRole(connection, known, registration.longForm)
              continue
            }
            registerAgent(parts, { ...registration, lookalike: 'mark' }, doer, at)
            if (lastSeen !== null) noteLastSeen(connection, registration.address, Math.min(lastSeen, at))
            setAgentState(parts, registration.address, state, doer, at)
            added.push(registration.address)
          }
          return added
        },
        (added) => added.length > 0,
      )
    },
    async take(format, arrivals, doer, at) {
      return takeArrivals(parts, format, arrivals, doer, at)
    },
    async known(format, ids) {
      return connection.read(() => ids.map((id) => findForeign(connection, format, id)))
    },
    async placeOf(format, links) {
      return connection.read(() => {
        const parent = parentOf(connection, format, links)
        const thread = parent?.thread ?? threadOf(connection, format, links.thread)
        return { parent: parent?.id ?? null, thread }
      })
    },
    async name(format, names) {
      connection.write(
        () => {
          for (const { message, id } of names) addForeign(connection, format, id, message)
        },
        () => false,
      )
    },
    ...partOn(connection, openSyncedStates),
    async departures(format, { sentSince = 0, since = null, until }, page) {
      const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.id > ? AND m.id <= ? AND m.sent_at >= ? ORDER BY m.id LIMIT ? + 0`
      const after = Math.max(numberCursor(page.after, 0), numberBefore(since))
      const last = until === undefined ? Number.MAX_SAFE_INTEGER : numberBefore(until)
      return connection.read(() => {
        const found = connection.statement(sql).all(after, last, sentSince, page.limit + 1) as FullRow[]
        const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
        return { rows: rows.map((row) => departureOf(parts, format, row)), next }
      })
    },
    async departuresOf(format, messages) {
      const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.id = ?`
      return connection.read(() =>
        messages.flatMap((id) => {
          const row = connection.statement(sql).get(id) as FullRow | undefined
          return row === undefined ? [] : [departureOf(parts, format, row)]
        }),
      )
    },
  }
}

/** A newcomer was heard from when its own roster says. */
function noteLastSeen(connection: Connection, address: string, at: number): void {
  connection.statement('UPDATE agents SET last_seen = ? WHERE address = ?').run(at, address)
}

type Parts = { readonly connection: Connection }

function departureOf({ connection }: Parts, format: string, row: FullRow): Departure {
  const { message, problem } = readWhole(connection, row)
  const copies = holdersOf(connection, row.id).flatMap((agent) => {
    const copy = findCopyRow(connection, agent, row.rank)
    return copy === undefined ? [] : [deliveryOf(connection, copy)]
  })
  const ids = foreignIdsOf(connection, format, row.id)
  return { message, copies, uuid: uuidOf(connection, message), ids, problem }
}

/** One body that is damaged keeps no other message from leaving. */
function readWhole(connection: Connection, row: FullRow) {
  try {
    return { message: wholeOf(connection, row), problem: null }
  } catch (error) {
    if (!isMailError(error)) throw error
    return { message: fullMessageOf(connection, row, ''), problem: error.message }
  }
}
