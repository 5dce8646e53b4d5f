import { placeAddress } from '../../../src/domain/places.ts'
import type { Claimed, ClaimRequest, Doer } from '../../mail-store.ts'
import type { Connection } from '../../sql/connection.ts'
import { noteName } from '../../sql/rows/names.ts'
import { admittingOf, type QueueRow, queueColumns } from '../../sql/rows/queue-rows.ts'
import type { Work } from '../../sql/work.ts'
import { readableJson } from '../database/readable-json.ts'
import { deedOf } from './changes.ts'
import { type TakenRow, takenLetter, takenSource, takenSql } from './remembered.ts'

/** With what decides who may claim from it, in short. */
type MarkedRow = QueueRow & { readonly mark: string }

const markedSql = `SELECT ${queueColumns}, queue_mark(q) AS mark FROM queues q WHERE CAST(@queue AS text) IS NULL OR q.name = @queue ORDER BY q.name`
const claimSql = `SELECT c.outcome, c.queue, ${takenSql} FROM claim_item(?::json, ?::json) c ${takenSource}`

type ClaimedRow = TakenRow & {
  readonly outcome: 'claimed' | 'none' | 'changed' | 'rest'
  readonly queue: string
}

type Marked = Map<string | null, readonly MarkedRow[]>
const markedOf = new WeakMap<object, Marked>()

/** A claim asks with what the queues were when they were looked at, and is told where they are so no more. */
export function* claimAtOnce(
  connection: Connection,
  doer: Doer,
  { queue: name, lease, forms }: ClaimRequest,
  at: number,
): Work<Claimed | null | undefined> {
  const known: Marked = markedOf.get(connection.store) ?? new Map()
  markedOf.set(connection.store, known)
  const deed = deedOf({ doer, at, what: 'claim' })
  for (let anew = false; ; anew = true) {
    let rows = anew ? undefined : known.get(name)
    if (rows === undefined) {
      rows = yield* connection.rows<MarkedRow>(markedSql, { queue: name })
      known.set(name, rows)
      // The owner of what is claimed is its queue.
      for (const row of rows) noteName(connection, row.agent_id, placeAddress('queue', row.name))
    }
    const marks = rows.length === 0 ? null : rows.map(({ mark }) => mark).join(',')
    const queues = admittingOf(rows, forms).map(({ agent_id }) => agent_id)
    const asked = readableJson({ at, lease, holder: doer.actor, name, marks, queues })
    const row = yield* connection.call<ClaimedRow>(claimSql, asked, deed)
    if (row === undefined || row.outcome === 'rest') return undefined
    if (row.outcome === 'none') return null
    if (row.outcome === 'changed') continue
    const letter = yield* takenLetter(connection, row)
    return { queue: row.queue, attempt: row.attempts, letter, lost: [] }
  }
}
