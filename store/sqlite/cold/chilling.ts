import { coldFileOf } from '../../../src/domain/cold.ts'
import type { Doer } from '../../mail-store.ts'
import { type Hand, putHand } from '../../sql/cold/cold-hand.ts'
import { type Candidate, firstKept, lastEvent, type Question, survey } from '../../sql/cold/cold-survey.ts'
import type { More } from '../../sql/rows/rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Chilled } from '../../upkeep-store.ts'
import type { ColdFiles, Place } from '../bodies/archive-files.ts'
import { coldLine } from '../bodies/archive-lines.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { openChange } from '../rows/changes.ts'
import type { TextIndex } from '../search/text-index.ts'

export type ChillingParts = {
  readonly connection: Connection
  readonly index: TextIndex
  readonly files: ColdFiles
}

/** Nobody who watches mail sees a difference. */
const silently = () => false
/** The number of rows per lock: senders can write in between. */
const lockedRows = 25
/** A stub keeps what lists show; parts longer than this wait in the file. */
const longestPart = 512

/**
 * Moves one batch: first the lines, synced, then the rows. If the process dies in between, no row refers to the lines,
 * and the next process writes them again.
 */
export function chill(parts: ChillingParts, doer: Doer, question: Question): Chilled {
  const { connection, files, index } = parts
  const { beyond, now } = question
  if (beyond === 0 || connection.readOnly) return { messages: [], more: false }
  // Mail that is not indexed yet would lose its words in the index.
  if (index.upto() < atOnce(firstKept(shared(connection), beyond)) - 1 && index.step())
    return { messages: [], more: true }
  const surveyed = atOnce(survey(shared(connection), coldLine, question))
  const places = new Map<number, Place>()
  for (const [file, candidates] of byFile(surveyed.candidates)) {
    const appended = files.append(
      file,
      candidates.map(({ line }) => line),
    )
    for (const [at, { id }] of candidates.entries()) {
      const place = appended[at]
      if (place !== undefined) places.set(id, place)
    }
  }
  const { began, hand, more } = surveyed
  if (places.size === 0 && isSame(began, hand)) return { messages: [], more: false }
  const messages: number[] = []
  for (let at = 0; at < surveyed.candidates.length; at += lockedRows) {
    const slice = surveyed.candidates.slice(at, at + lockedRows)
    messages.push(...connection.write(() => take(parts, doer, now, slice, places), silently))
  }
  connection.write(() => atOnce(putHand(shared(connection), hand)), silently)
  return { messages, more }
}

function isSame(one: Hand, other: Hand): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function byFile(candidates: readonly Candidate<Buffer>[]): ReadonlyMap<string, readonly Candidate<Buffer>[]> {
  const files = new Map<string, Candidate<Buffer>[]>()
  for (const candidate of candidates) {
    const file = coldFileOf(candidate.sentAt)
    const found = files.get(file)
    if (found) found.push(candidate)
    else files.set(file, [candidate])
  }
  return files
}

/** Under the lock: what anything happened to since it was looked at stays. */
function take(
  { connection, files }: ChillingParts,
  doer: Doer,
  at: number,
  candidates: readonly Candidate<Buffer>[],
  places: ReadonlyMap<number, Place>,
): readonly number[] {
  const deed = openChange(connection, { doer, at, what: 'cold' })
  const taken: number[] = []
  for (const { id, event, rank, sender, more, bodyFile, line } of candidates) {
    const place = places.get(id)
    if (place === undefined || atOnce(lastEvent(shared(connection), id)) !== event || isCold(connection, id))
      continue
    // The file may have been compressed since; the next round writes the line again.
    if (!files.has(place, line)) continue
    const { file, position, length } = place
    const number = deed.note({ agent_id: sender, rank }, 'cold', { file })
    connection
      .statement('INSERT INTO cold(message_id, file, position, length, deed_id) VALUES(?, ?, ?, ?, ?)')
      .run(id, file, position, length, number)
    if (bodyFile === null)
      connection.statement("UPDATE messages SET body = '', more = ? WHERE id = ?").run(stubOf(more), id)
    connection.statement('DELETE FROM messages_text WHERE rowid = CAST(? AS INTEGER)').run(id)
    taken.push(id)
  }
  return taken
}

function isCold(connection: Connection, id: number): boolean {
  return connection.statement('SELECT 1 FROM cold WHERE message_id = ?').get(id) !== undefined
}

function stubOf(more: string | null): string | null {
  if (more === null || more.length <= longestPart) return more
  const parts = Object.entries(JSON.parse(more) as More)
  const short = parts.filter(([, part]) => JSON.stringify(part).length <= longestPart)
  return short.length === 0 ? null : JSON.stringify(Object.fromEntries(short))
}
