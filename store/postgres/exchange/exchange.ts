import { isMailError } from '../../../src/domain/errors.ts'
import type { Departure, ExchangeStore } from '../../exchange-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { openSyncedStates } from '../../sql/exchange/synced-states.ts'
import { afterBindings, cameAfter } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { partOn } from '../engine/shared.ts'
import { markOtherRole } from '../roster/naming.ts'
import { registerAgent, setAgentState } from '../roster/registering.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { changeRoster } from '../rows/facts.ts'
import { uuidOf } from '../rows/ids.ts'
import { type FullRow, wholeColumns, wholeOf } from '../rows/letters.ts'
import { allowLongChange } from '../rows/long-change.ts'
import { deliveryOf, fullMessageOf } from '../rows/rows.ts'
import { parentOf, threadOf } from './arrival-links.ts'
import { addForeign, findForeign, foreignIdsOf } from './foreign-ids.ts'
import { takeArrivals } from './taking.ts'

export function openExchange(connection: Connection): ExchangeStore {
  const parts = { connection }

  return {
    async enrol(registrations, doer, at) {
      return changeRoster(
        connection,
        async () => {
          await allowLongChange(connection)
          const added: string[] = []
          for (const { state, lastSeen, ...registration } of registrations) {
            const known = await findAgentRow(connection, registration.address)
            if (known !== undefined) {
              await markOtherRole(connection, known, registration.longForm)
              continue
            }
            await registerAgent(parts, { ...registration, lookalike: 'mark' }, doer, at)
            if (lastSeen !== null)
              await noteLastSeen(connection, registration.address, Math.min(lastSeen, at))
            await setAgentState(parts, registration.address, state, doer, at)
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
      return connection.read(async () => mapped(ids, async (id) => findForeign(connection, format, id)))
    },
    async placeOf(format, links) {
      return connection.read(async () => {
        const parent = await parentOf(connection, format, links)
        const thread = parent?.thread ?? (await threadOf(connection, format, links.thread))
        return { parent: parent?.id ?? null, thread }
      })
    },
    async name(format, names) {
      await connection.write(
        async () => {
          for (const { message, id } of names) await addForeign(connection, format, id, message)
        },
        () => false,
      )
    },
    ...partOn(connection, openSyncedStates),
    async departures(format, { sentSince = 0, since, until }, page) {
      const came = since === undefined ? '' : ` AND ${cameAfter('m', 'm.id', 'since')}`
      const had = until === undefined ? '' : ` AND NOT ${cameAfter('m', 'm.id', 'until')}`
      const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.id > @last AND m.sent_at >= @sent${came}${had} ORDER BY m.id LIMIT @limit`
      const bindings = {
        ...{ last: numberCursor(page.after, 0), sent: sentSince, limit: page.limit + 1 },
        ...(since === undefined ? {} : afterBindings(since, 'since')),
        ...(until === undefined ? {} : afterBindings(until, 'until')),
      }
      return connection.read(async () => {
        const found = (await connection.statement(sql).all(bindings)) as FullRow[]
        const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
        return { rows: await mapped(rows, async (row) => departureOf(parts, format, row)), next }
      })
    },
    async departuresOf(format, messages) {
      const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.id = ?`
      return connection.read(async () =>
        flatMapped(messages, async (id) => {
          const row = (await connection.statement(sql).get(id)) as FullRow | undefined
          return row === undefined ? [] : [await departureOf(parts, format, row)]
        }),
      )
    },
  }
}

/** A newcomer was heard from when its own roster says. */
async function noteLastSeen(connection: Connection, address: string, at: number): Promise<void> {
  await connection.statement('UPDATE agents SET last_seen = ? WHERE address = ?').run(at, address)
}

type Parts = { readonly connection: Connection }

async function departureOf({ connection }: Parts, format: string, row: FullRow): Promise<Departure> {
  const { message, problem } = await readWhole(connection, row)
  const copies = await flatMapped(await holdersOf(connection, row.id), async (agent) => {
    const copy = await findCopyRow(connection, agent, row.rank)
    return copy === undefined ? [] : [await deliveryOf(connection, copy)]
  })
  const ids = await foreignIdsOf(connection, format, row.id)
  return { message, copies, uuid: await uuidOf(connection, message), ids, problem }
}

/** One body that is damaged keeps no other message from leaving. */
async function readWhole(connection: Connection, row: FullRow) {
  try {
    return { message: await wholeOf(connection, row), problem: null }
  } catch (error) {
    if (!isMailError(error)) throw error
    return { message: await fullMessageOf(connection, row, ''), problem: error.message }
  }
}
