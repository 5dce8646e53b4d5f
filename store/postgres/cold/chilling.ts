import { coldFileOf } from '../../../src/domain/cold.ts'
import type { Doer } from '../../mail-store.ts'
import { type Hand, putHand } from '../../sql/cold/cold-hand.ts'
import { type Candidate, lastEvent, type Question, survey } from '../../sql/cold/cold-survey.ts'
import { inTurn } from '../../sql/work.ts'
import type { Chilled } from '../../upkeep-store.ts'
import type { Connection } from '../database/connection.ts'
import { coldLine } from '../engine/archive-lines.ts'
import { shared } from '../engine/shared.ts'
import { openChange } from '../rows/changes.ts'
import type { More } from '../rows/rows.ts'
import type { TextIndex } from '../search/text-index.ts'

export type ChillingParts = {
  readonly connection: Connection
  readonly index: TextIndex
}

/** Nobody who watches mail sees a difference. */
const silently = () => false
/** The number of rows per lock: senders can write in between. */
const lockedRows = 25
/** A stub keeps what lists show; parts longer than this wait in the line. */
const longestPart = 512

/** Moves one batch: what a message said becomes one line of a table that nobody lists. */
export async function chill(parts: ChillingParts, doer: Doer, question: Question): Promise<Chilled> {
  const { connection, index } = parts
  const { beyond, now } = question
  if (beyond === 0) return { messages: [], more: false }
  // Mail that is not indexed yet would lose its words in the index.
  if ((await index.behind()) > 0) await index.step()
  const { began, hand, more, candidates } = await inTurn(survey(shared(connection), coldLine, question))
  if (candidates.length === 0 && isSame(began, hand)) return { messages: [], more: false }
  const messages: number[] = []
  for (let at = 0; at < candidates.length; at += lockedRows) {
    const slice = candidates.slice(at, at + lockedRows)
    messages.push(...(await connection.write(async () => take(connection, doer, now, slice), silently)))
  }
  await connection.write(async () => inTurn(putHand(shared(connection), hand)), silently)
  return { messages, more }
}

function isSame(one: Hand, other: Hand): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Within the change: what anything happened to since it was looked at stays. */
async function take(
  connection: Connection,
  doer: Doer,
  at: number,
  candidates: readonly Candidate<string>[],
): Promise<readonly number[]> {
  const deed = openChange(connection, { doer, at, what: 'cold' })
  const taken: number[] = []
  for (const { id, event, rank, sender, sentAt, more, line } of candidates) {
    await connection.statement('SELECT 1 FROM messages WHERE id = ? FOR UPDATE').run(id)
    if ((await inTurn(lastEvent(shared(connection), id))) !== event || (await isCold(connection, id)))
      continue
    const number = await deed.note({ agent_id: sender, rank }, 'cold', { file: coldFileOf(sentAt) })
    await connection
      .statement('INSERT INTO cold(message_id, deed_id, line) VALUES(?, ?, ?)')
      .run(id, number, line)
    await connection.statement("UPDATE messages SET body = '', more = ? WHERE id = ?").run(stubOf(more), id)
    await connection.statement('DELETE FROM words WHERE message_id = ?').run(id)
    taken.push(id)
  }
  return taken
}

async function isCold(connection: Connection, id: number): Promise<boolean> {
  return (await connection.statement('SELECT 1 FROM cold WHERE message_id = ?').get(id)) !== undefined
}

function stubOf(more: string | null): string | null {
  if (more === null || more.length <= longestPart) return more
  const parts = Object.entries(JSON.parse(more) as More)
  const short = parts.filter(([, part]) => JSON.stringify(part).length <= longestPart)
  return short.length === 0 ? null : JSON.stringify(Object.fromEntries(short))
}
