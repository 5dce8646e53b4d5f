import { boxes } from '../../../src/domain/delivery.ts'
import { idSpan } from '../../../src/domain/priority.ts'
import type {
  Content,
  CopiesByAgent,
  Engine,
  KeptBody,
  Mark,
  Places,
  Sealable,
} from '../../sql/connection.ts'
import { hasNothingWaiting } from '../../sql/rows/copies.ts'
import { putAway } from '../../sql/rows/letters.ts'
import { addressOf } from '../../sql/rows/names.ts'
import { unlisted } from '../../sql/tables/agents.ts'
import { step } from '../../sql/work.ts'
import { findPlace, readCold } from '../bodies/archive-lines.ts'
import { openBodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { noteChange, openChange } from './changes.ts'
import { openOrder } from './order.ts'
import { takeSkippedIds } from './restored.ts'
import { toldOf } from './told.ts'

/** Longer bodies lie in files of their own: a long row would hold the lock while it is written. */
const longestInline = 256 * 1024
const nameSql = `INSERT INTO agents(address, kind, state, registered_at) VALUES(?, 'agent', '${unlisted}', 0)`
const reservedSql = 'SELECT 1 FROM reservations LIMIT 1'
const askingSql = 'SELECT 1 FROM asks WHERE agent_id = (SELECT id FROM agents WHERE address = ?) LIMIT 1'

const sealedColumns = {
  deeds:
    'id, actor_id, principal, at, what, session, command, undoable, reverses, newest, about, first_event',
  events: 'seq, deed_id, message_id, agent_id, what, detail, change, later',
}
/** Rows are stored in the order of their numbers, so nothing can come before those that are there. */
const sealable: Sealable = {
  deed: Number.MAX_SAFE_INTEGER,
  event: Number.MAX_SAFE_INTEGER,
  isOver: () => step(() => true),
}

/** The write lock covers the whole file: there is one writer at a time. */
export function openEngine(connection: Connection): Engine {
  const bodies = openBodies(connection.location)

  function contentOf(id: number, { body, body_file: file }: KeptBody): Content {
    if (file !== null) return { body: bodies.read(file) }
    const place = body === '' ? findPlace(connection, id) : undefined
    return place === undefined ? { body } : putAway(readCold(connection, id, place))
  }

  /** Since no change was undone. */
  let skipTaken: Mark | null = null

  function placesFor(at: number): Places {
    const skipped = skipTaken === connection.mark ? 0 : takeSkippedIds(connection)
    skipTaken = connection.mark
    const { id, arrivedAt } = nextPlace(connection, at, skipped)
    let last = id - 1
    return { arrivedAt, nextId: () => step(() => (last += 1)) }
  }

  return {
    fast: null,
    learned: () => undefined,
    newNumber: (_, address) => step(() => Number(connection.statement(nameSql).run(address).lastInsertRowid)),
    contentOf: (message, kept) => step(() => contentOf(message, kept)),
    keepLong: (body) => step(() => (isLong(body) ? bodies.keep(body) : null)),
    copiesByAgent,
    openChange: (tx, request) => openChange({ driver: connection, tx }, request),
    noteChange: (tx, author, what, about) => noteChange({ driver: connection, tx }, author, what, about),
    newestCopies: (...asked) => step(() => newestCopies(connection, ...asked)),
    toldOf: (agent, session, messages) => step(() => toldOf(connection, agent, session, messages)),
    placesFor: (_, at) => step(() => placesFor(at)),
    order: openOrder(connection),
    slicesAtOnce: 1,
    // A change here notes the number itself.
    newestAt: (moment) => step(() => Number(moment)),
    sealedColumns,
    sealable: () => step(() => sealable),
    schemaVersion: () => step(() => Number(connection.database.pragma('user_version', { simple: true }))),
    lockFacts: () => step(() => undefined),
    lockRoster: () => step(() => undefined),
    keepRoster: () => step(() => undefined),
    lockSending: () => step(() => undefined),
    lockMailboxes: () => step(() => undefined),
    // Nobody ends a change that takes long.
    allowLongChange: () => step(() => undefined),
    lockBells: () => step(() => undefined),
    *markWaiting(tx, agent) {
      connection.signals.raise(yield* addressOf(tx, agent))
    },
    markAhead(addresses) {
      for (const address of addresses) connection.signals.raise(address)
    },
    *markKnown(tx, agent) {
      // A hook starts no program where this file is empty, so it is there before the first mail.
      if (yield* hasNothingWaiting(tx, agent)) connection.signals.require(yield* addressOf(tx, agent))
    },
    lockReservations: () => step(() => undefined),
    markReserved: (_, isReserved) => step(() => markReserved(connection, isReserved)),
    markAsking: (_, address, isAsking) => step(() => markAsking(connection, address, isAsking)),
    isMarkedAsking: (address) => step(() => connection.signals.isAsking(address)),
  }
}

function isLong(body: string): boolean {
  return body.length > longestInline / 3 && Buffer.byteLength(body) > longestInline
}

/** An index that is named has the copies of one moment by rank: to name the rank, too, would make SQLite sort all of them. */
function copiesByAgent({ columns, where, by, index }: CopiesByAgent): string {
  const order = ['a.id', ...(by === undefined ? [] : [by]), ...(index === undefined ? ['d.rank'] : [])]
  const from = index === undefined ? 'deliveries d' : `deliveries d INDEXED BY ${index}`
  return `SELECT ${columns} FROM agents a CROSS JOIN ${from} ON d.agent_id = a.id WHERE ${where} ORDER BY ${order.join(', ')}`
}

/** A mark is taken away after the COMMIT: before it, it would be wrong if the process died in it. */
function markAsking(
  { signals, statement, afterwards }: Connection,
  address: string,
  isAsking: boolean,
): void {
  if (isAsking) signals.markAsking(address, true)
  else
    afterwards(() => {
      if (statement(askingSql).get(address) === undefined) signals.markAsking(address, false)
    })
}

/** The same of all reservations. */
function markReserved({ signals, statement, afterwards }: Connection, isReserved: boolean): void {
  if (isReserved) signals.markReserved(true)
  else
    afterwards(() => {
      if (statement(reservedSql).get() === undefined) signals.markReserved(false)
    })
}

type NextPlace = { readonly id: number; readonly arrivedAt: number }

/** Ids follow one another in the order of commits, and arrival never runs backwards. */
function nextPlace(connection: Connection, clock: number, skipped: number): NextPlace {
  const newest = connection
    .statement('SELECT id, arrived_at AS at FROM messages ORDER BY id DESC LIMIT 1')
    .get() as { id: number; at: number } | undefined
  return { id: (newest?.id ?? 0) + 1 + skipped, arrivedAt: Math.max(clock, newest?.at ?? 0) }
}

const orders = Array.from({ length: 32 }, (_, order) => order)

/** Copies lie by box and rank, each a stretch with growing numbers: the newest of each, then the newest of all. */
function newestCopies(
  connection: Connection,
  agent: number,
  before: number,
  most: number,
  which: 'all' | 'unread',
): readonly number[] {
  const stretch = connection.column(
    'SELECT rank FROM deliveries WHERE agent_id = ? AND box = ? AND rank >= ? AND rank < ? ORDER BY rank DESC LIMIT ? + 0',
  )
  const ids = new Set<number>()
  for (const box of which === 'all' ? boxes.keys() : [boxes.indexOf('unread')])
    for (const order of orders) {
      const from = order * idSpan
      const upto = from + Math.min(before, idSpan)
      for (const rank of stretch.all(agent, box, from, upto, most) as number[]) ids.add(rank - from)
    }
  return [...ids].toSorted((one, other) => other - one).slice(0, most)
}
