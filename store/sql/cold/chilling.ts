import type { Doer } from '../../mail-store.ts'
import type { Chilled } from '../../upkeep-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { More } from '../rows/rows.ts'
import type { Work } from '../work.ts'
import { type Hand, putHand } from './cold-hand.ts'
import {
  type Candidate,
  firstKept,
  type Leaving,
  lastEvent,
  type Question,
  type Sized,
  survey,
} from './cold-survey.ts'

/** Where an engine keeps what was put away for good. */
export type Archive<Line extends Sized> = {
  /** `false` where the store is only read. */
  readonly takes: boolean
  /** What is kept of a message that leaves. */
  readonly lineOf: (leaving: Leaving) => Line
  /** Indexes some of the mail before this one; `true` while more of it is left, which would lose its words in the index. */
  index(before: number): Work<boolean>
  /** Before any row refers to them: keeps lines so that they survive a power cut. */
  keepLines(candidates: readonly Candidate<Line>[]): Work<void>
  /** Within the change: the name of the file that has the line; `null` where it is no longer there, so it is written again. */
  fileOf(candidate: Candidate<Line>): Work<string | null>
  /** Notes where the message lies now, and takes its words out of the index. */
  put(tx: Tx, candidate: Candidate<Line>, deed: number): Work<void>
}

/** Nobody who watches mail sees a difference. */
const silently = () => false
/** The number of rows per lock: senders can write in between. */
const lockedRows = 25
/** A stub keeps what lists show; longer parts wait in the archive. */
const longestPart = 512

/**
 * Moves one batch: first the lines, then the rows. If the process dies in between, no row refers to the lines, and the next
 * process writes them again.
 */
export function* chill<Line extends Sized>(
  connection: Connection,
  archive: Archive<Line>,
  doer: Doer,
  question: Question,
): Work<Chilled> {
  const { beyond, now } = question
  if (beyond === 0 || !archive.takes) return { messages: [], more: false }
  if (yield* archive.index(yield* firstKept(connection, beyond))) return { messages: [], more: true }
  const { began, hand, more, candidates } = yield* survey(connection, archive.lineOf, question)
  if (candidates.length === 0 && isSame(began, hand)) return { messages: [], more: false }
  yield* archive.keepLines(candidates)
  const messages: number[] = []
  for (let at = 0; at < candidates.length; at += lockedRows) {
    const slice = candidates.slice(at, at + lockedRows)
    messages.push(...(yield* connection.write((tx) => take(tx, archive, { doer, at: now }, slice), silently)))
  }
  yield* connection.write((tx) => putHand(tx, hand), silently)
  return { messages, more }
}

function isSame(one: Hand, other: Hand): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Under the lock: what anything happened to since it was looked at stays. */
function* take<Line extends Sized>(
  tx: Tx,
  archive: Archive<Line>,
  by: { readonly doer: Doer; readonly at: number },
  candidates: readonly Candidate<Line>[],
): Work<readonly number[]> {
  const deed = tx.engine.openChange(tx, { ...by, what: 'cold' })
  const taken: number[] = []
  for (const candidate of candidates) {
    const { id, event, rank, sender, more, bodyFile } = candidate
    yield* tx.cell('SELECT id FROM messages WHERE id = ? FOR UPDATE', id)
    if ((yield* lastEvent(tx, id)) !== event || (yield* isCold(tx, id))) continue
    const file = yield* archive.fileOf(candidate)
    if (file === null) continue
    yield* archive.put(tx, candidate, yield* deed.note({ agent_id: sender, rank }, 'cold', { file }))
    if (bodyFile === null)
      yield* tx.run("UPDATE messages SET body = '', more = ? WHERE id = ?", stubOf(more), id)
    taken.push(id)
  }
  return taken
}

function* isCold(connection: Connection, id: number): Work<boolean> {
  return (yield* connection.cell('SELECT 1 FROM cold WHERE message_id = ?', id)) !== undefined
}

function stubOf(more: string | null): string | null {
  if (more === null || more.length <= longestPart) return more
  const parts = Object.entries(JSON.parse(more) as More)
  const short = parts.filter(([, part]) => JSON.stringify(part).length <= longestPart)
  return short.length === 0 ? null : JSON.stringify(Object.fromEntries(short))
}
