import { isRemote } from '../../../src/domain/addressing/address.ts'
import { boxes, type Delivery, type DeliveryState, stateOf } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Loop, LoopEnding, LoopSort } from '../../../src/domain/loops.ts'
import type { Arrivals, EventCursor } from '../../cursor.ts'
import type { LoopStep, LoopStore } from '../../loop-store.ts'
import type { Author, Page, PageRequest } from '../../mail-store.ts'
import { arrivals, eventOrder } from '../arrivals.ts'
import type { Connection, Tx } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { addressOf, findNumber, requireNumber } from '../rows/names.ts'
import { addParcelOf } from '../rows/parcels.ts'
import { endPostings } from '../rows/postings.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { asItsOwnerIs } from './burying.ts'
import { isAwaited } from './losing-ways.ts'

export function openLoops(connection: Connection): Working<LoopStore> {
  return {
    list: (page) => connection.read((at) => listLoops(at, page)),
    find: (id) =>
      connection.read(function* (at) {
        const row = yield* at.row<Row>(`${selectSql} WHERE l.id = ? AND l.ended_at IS NULL`, id)
        return row === undefined ? null : yield* loopOf(at, row)
      }),
    end: (author, id, ending, most) => connection.write((tx) => endLoop(tx, author, { id, ending, most })),
    *wasLetGo(message) {
      const sql = `SELECT 1 FROM withheld w CROSS JOIN loops l ON l.id = w.loop_id WHERE w.message_id = ? AND l.ending = 'continued' LIMIT 1`
      return (yield* connection.cell(sql, message)) !== undefined
    },
    letGo: (owner, after) => connection.read((at) => letGo(at, owner, after)),
  }
}

type LetGo = { readonly seq: number; readonly message: number }

const bySeq = { ...eventOrder, placeOf: ({ seq }: LetGo) => seq }

function* letGo(
  connection: Connection,
  owner: string,
  after: EventCursor,
): Work<Arrivals<number, EventCursor>> {
  const agent = (yield* findNumber(connection, owner)) ?? 0
  const { rows, ...end } = yield* arrivals(connection, after, bySeq, function* ({ condition, bindings }) {
    const sql = `SELECT e.seq, e.message_id AS message FROM withheld w CROSS JOIN events e ON e.message_id = w.message_id AND e.agent_id = w.agent_id
WHERE w.agent_id = @agent AND e.what = 'let-go' AND ${condition} ORDER BY e.seq`
    return { rows: yield* connection.rows<LetGo>(sql, { ...bindings, agent }), isFull: false }
  })
  return { ...end, rows: rows.map(({ message }) => message) }
}

type Row = {
  readonly id: number
  readonly sort: LoopSort
  readonly one_id: number
  readonly agents: string
  readonly counted: number
  readonly since: number | null
  readonly opened_at: number
  readonly held: number
  readonly first: number | null
}

/** The copies that a loop holds back still: one that was taken back since, or is done, stays as it is. */
const heldSql = `withheld w CROSS JOIN deliveries d ON d.agent_id = w.agent_id AND d.box = ${boxes.indexOf('withheld')} AND d.rank = w.rank WHERE w.loop_id`
/** Of a loop that is open. */
const selectSql = `SELECT l.id, l.sort, l.one_id, l.agents, l.counted, l.since, l.opened_at,
  (SELECT count(DISTINCT w.message_id) FROM ${heldSql} = l.id) AS held, (SELECT min(w.message_id) FROM ${heldSql} = l.id) AS first FROM loops l`

function* listLoops(connection: Connection, { limit, after }: PageRequest): Work<Page<Loop>> {
  const sql = `${selectSql} WHERE l.ended_at IS NULL AND l.id > ? ORDER BY l.id LIMIT ?`
  const found = yield* connection.rows<Row>(sql, numberCursor(after, 0), limit + 1)
  const { rows, next } = pageOf(found, limit, ({ id }) => String(id))
  return { rows: yield* sideBySide(connection, rows, (each, row) => loopOf(each, row)), next }
}

function* loopOf(connection: Connection, row: Row): Work<Loop> {
  const { id, sort, one_id, counted, since, opened_at, held, first } = row
  const agents = JSON.parse(row.agents) as readonly number[]
  return {
    id,
    sort,
    since,
    first,
    held: Number(held),
    count: counted,
    openedAt: opened_at,
    thread: sort === 'thread' ? one_id : null,
    agents: yield* sideBySide(connection, agents, (each, agent) => addressOf(each, agent)),
  }
}

type Copy = {
  readonly agent_id: number
  readonly rank: number
  readonly message_id: number
  readonly owes: number
}

const copiesSql = `SELECT w.agent_id, w.rank, w.message_id, w.owes FROM ${heldSql} = ? ORDER BY w.message_id, w.agent_id LIMIT ?`

/** For so long it is known of a message that it was let go on: no chain of answers lasts longer, nor does a bell. */
const remembered = 24 * 3_600_000
const forgetSql = 'DELETE FROM withheld WHERE loop_id IN (SELECT id FROM loops WHERE ended_at < ?)'

type Step = { readonly id: number; readonly ending: LoopEnding; readonly most: number }

function* endLoop(tx: Tx, { doer, at }: Author, { id, ending, most }: Step): Work<LoopStep> {
  // A sender who found it open is stored before it ends.
  yield* tx.engine.lockRoster(tx)
  const open = yield* tx.cell<number>('SELECT id FROM loops WHERE id = ? AND ended_at IS NULL', id)
  if (open === undefined)
    throw new MailError('not-found', `There is no open loop ${id}.`, 'List them with `watchpost loop list`.')
  // Known from the first part on: what answers that begins a new chain.
  yield* tx.run('UPDATE loops SET ending = ? WHERE id = ?', ending, id)
  const copies = yield* tx.rows<Copy>(copiesSql, id, most + 1)
  const what = ending === 'continued' ? 'let-go' : 'stopped'
  const deed = tx.engine.openChange(tx, { doer, at, what })
  const agents = new Set<string>()
  const messages = new Set<number>()
  for (const copy of copies.slice(0, most)) {
    agents.add(yield* endCopy(tx, deed, copy, { ending, at }))
    messages.add(copy.message_id)
  }
  const more = copies.length > most
  if (!more) {
    const by = yield* requireNumber(tx, doer.actor)
    yield* tx.run('UPDATE loops SET ended_at = ?, ended_by = ? WHERE id = ?', at, by, id)
    yield* tx.run(forgetSql, at - remembered)
  }
  yield* deed.finish()
  return { agents: [...agents], messages: messages.size, more }
}

const arrivedSql = 'SELECT arrived_at FROM messages WHERE id = ?'

type End = { readonly ending: LoopEnding; readonly at: number }

/** Whose copy it was. */
function* endCopy(tx: Tx, deed: OpenChange, copy: Copy, { ending, at }: End): Work<string> {
  const row = yield* findCopyRow(tx, copy.agent_id, copy.rank)
  const owner = yield* addressOf(tx, copy.agent_id)
  if (row === undefined) return owner
  // Who read it by its id may have answered it.
  const owes = copy.owes === 1 && (yield* isAwaited(tx, row))
  const delivery = yield* deliveryOf(tx, row)
  if (ending === 'stopped') {
    yield* deed.change({ row, next: putAway(delivery, owes), what: 'stopped' })
    // Nor do agents that join get it.
    yield* endPostings(tx, copy.message_id, at)
    return owner
  }
  const arrivedAt = (yield* tx.cell<number>(arrivedSql, copy.message_id)) ?? at
  const lasting = yield* lengthened(tx, row, at - arrivedAt)
  const back = yield* deed.change({ row: lasting, next: delivered(delivery, owes), what: 'let-go' })
  if (isRemote(owner)) yield* addParcelOf(tx, copy.message_id, owner)
  else yield* asItsOwnerIs(tx, deed, back, { at, isKnown: false })
  return owner
}

/** Its time did not pass while it was held back. */
function* lengthened(tx: Tx, row: CopyRow, by: number): Work<CopyRow> {
  if (row.ends_at === null || by <= 0) return row
  const ends = row.ends_at + by
  const sql = 'UPDATE deliveries SET expires_at = ? WHERE agent_id = ? AND box = ? AND rank = ?'
  yield* tx.run(sql, ends, row.agent_id, row.box, row.rank)
  return { ...row, ends_at: ends }
}

function delivered(delivery: Delivery, owes: boolean): DeliveryState {
  return { ...stateOf(delivery), box: 'unread', was: null, owes }
}

function putAway(delivery: Delivery, owes: boolean): DeliveryState {
  return { ...stateOf(delivery), box: 'archived', was: 'unread', owes }
}
