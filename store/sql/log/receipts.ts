import { reversibleWords } from '../../../src/domain/change.ts'
import type { Receipt } from '../../../src/domain/event.ts'
import { outcomeOf } from '../../../src/domain/outcome.ts'
import { placeOf } from '../../../src/domain/places.ts'
import type { Page, PageRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { pageByName } from '../cursors.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { addressOf, knownAddress, learnNames } from '../rows/names.ts'
import { takenBackOf } from '../rows/retractions.ts'
import { deliveryOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'
import { endingsOf } from './outcomes.ts'

type Mark = {
  readonly agent_id: number
  readonly what: string
  readonly at: number
  readonly session: string | null
  readonly command: string | null
}
type Sent = { readonly rank: number; readonly arrived_at: number }

const marksSql = `SELECT e.agent_id, e.what, t.at, t.session, t.command FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what IN ('joined', 'offered', 'shown', 'answered') ORDER BY e.seq`

/** Those who acted for the recipient: under its name, or on its copy under their own. */
const principalsSql = `SELECT e.agent_id, t.principal, t.actor_id FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND (t.principal IS NOT NULL AND t.actor_id = e.agent_id
  OR t.actor_id <> e.agent_id AND e.what IN (${reversibleWords.map((word) => `'${word}'`).join(', ')})) ORDER BY e.seq`

/** The progress that the sender may see for each recipient: the first time of each step. */
export function* receiptsOf(connection: Connection, message: number, page: PageRequest): Work<Page<Receipt>> {
  const sent = yield* connection.row<Sent>('SELECT rank, arrived_at FROM messages WHERE id = ?', message)
  if (sent === undefined) return { rows: [], next: null }
  const holders = yield* namedHolders(connection, message)
  const { rows, next } = pageByName(holders, ({ address }) => address, page.after, page.limit)
  const marks = yield* firstMarks(connection, message)
  const endings = yield* endingsOf(connection, message)
  const principals = yield* principalsOf(connection, message)
  const bells = yield* bellsOf(connection, message)
  const waiting = yield* leavingOf(connection, message)
  const takenBack = yield* takenBackOf(connection, message)
  return {
    rows: yield* sideBySide(connection, rows, function* (at, { id, address }): Work<Receipt> {
      const mark = (what: string) => marks.get(`${id} ${what}`) ?? null
      const shown = mark('shown')
      const copy = yield* findCopyRow(at, id, sent.rank)
      return {
        address,
        principal: principals.get(id) ?? null,
        stored: mark('joined')?.at ?? sent.arrived_at,
        offered: mark('offered')?.at ?? null,
        shown: shown === null ? null : { at: shown.at, session: shown.session, command: shown.command },
        rung: bells.get(id) ?? null,
        waiting: waiting.get(address) ?? null,
        retracted: takenBack?.at ?? null,
        acknowledged: copy?.ack_at ?? null,
        answered: mark('answered')?.at ?? null,
        outcome: copy === undefined ? null : outcomeOf(yield* deliveryOf(at, copy), endings.get(id) ?? {}),
      }
    }),
    next,
  }
}

type Holder = { readonly id: number; readonly address: string }

/** Everyone who was ever given a copy, by name. */
function* namedHolders(connection: Connection, message: number): Work<readonly Holder[]> {
  const ids = yield* holdersOf(connection, message)
  yield* learnNames(connection, ids)
  const holders = yield* mapped(ids, function* (id) {
    return { id, address: knownAddress(connection, id) ?? (yield* addressOf(connection, id)) }
  })
  return holders.sort((one, other) => (one.address < other.address ? -1 : 1))
}

type ActedRow = { readonly agent_id: number; readonly principal: string | null; readonly actor_id: number }

function* principalsOf(connection: Connection, message: number): Work<ReadonlyMap<number, string>> {
  const rows = yield* connection.rows<ActedRow>(principalsSql, message)
  const principals = new Map<number, string>()
  for (const { agent_id, principal, actor_id } of rows) {
    // An item of a queue has no recipient to act for.
    if (principal === null && placeOf(yield* addressOf(connection, agent_id)) !== null) continue
    principals.set(agent_id, principal ?? (yield* addressOf(connection, actor_id)))
  }
  return principals
}

type RungRow = { readonly agent_id: number; readonly at: number; readonly detail: string }

function* bellsOf(
  connection: Connection,
  message: number,
): Work<ReadonlyMap<number, NonNullable<Receipt['rung']>>> {
  const sql = `SELECT e.agent_id, t.at, e.detail FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what = 'rung' ORDER BY e.seq`
  const rows = yield* connection.rows<RungRow>(sql, message)
  return new Map(rows.map(({ agent_id, at, detail }) => [agent_id, { at, ...JSON.parse(detail) }]))
}

type WaitingRow = NonNullable<Receipt['waiting']> & { readonly address: string }

function* leavingOf(
  connection: Connection,
  message: number,
): Work<ReadonlyMap<string, NonNullable<Receipt['waiting']>>> {
  const sql = 'SELECT address, attempts, problem, next_at AS next FROM outbox WHERE message_id = ?'
  const rows = yield* connection.rows<WaitingRow>(sql, message)
  return new Map(rows.map(({ address, ...waiting }) => [address, waiting]))
}

function* firstMarks(connection: Connection, message: number): Work<ReadonlyMap<string, Mark>> {
  const marks = new Map<string, Mark>()
  for (const mark of yield* connection.rows<Mark>(marksSql, message)) {
    const key = `${mark.agent_id} ${mark.what}`
    if (!marks.has(key)) marks.set(key, mark)
  }
  return marks
}
