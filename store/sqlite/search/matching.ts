import type { Connection } from '../database/connection.ts'
import type { Question } from './questions.ts'
import type { Tail } from './search-tail.ts'
import { integer, type TextIndex } from './text-index.ts'

const largestBatch = 1024

export type Parts = { readonly connection: Connection; readonly index: TextIndex; readonly tail: Tail }

/** The newest messages that answer a question, newest first. */
export function take(parts: Parts, question: Question, before: number, most: number): readonly number[] {
  const below = Math.min(before, question.below)
  const ids: number[] = []
  for (const batch of question.among
    ? batchesAmong(parts, question, question.among, below)
    : batches(parts, question, below, most)) {
    for (const id of batch) {
      if (!question.accept(id)) continue
      ids.push(id)
      if (ids.length >= most) return ids
    }
  }
  return ids
}

/** All that match, newest first: the tail, then the index. Each batch is a short read of its own. */
function* batches(
  { connection, index, tail }: Parts,
  question: Question,
  below: number,
  first: number,
): Generator<readonly number[]> {
  const upto = index.upto()
  const sql = `SELECT rowid AS id FROM messages_text WHERE messages_text MATCH ? AND rowid > ${integer} AND rowid < ${integer} ORDER BY rowid DESC LIMIT ? + 0`
  for (
    let cursor = below, most = first;
    cursor > question.above + 1;
    most = Math.min(most * 2, Math.max(first, largestBatch))
  ) {
    const inTail = cursor > upto + 1
    const above = inTail ? Math.max(upto, question.above) : question.above
    const batch = inTail
      ? tail.match(question.match, above, cursor, most, question.parts)
      : (connection.statement(sql).all(question.match, above, cursor, most) as { id: number }[]).map(
          ({ id }) => id,
        )
    yield batch
    if (batch.length === most) cursor = batch.at(-1) ?? 0
    else if (inTail) cursor = upto + 1
    else return
  }
}

function* batchesAmong(
  { connection, index, tail }: Parts,
  question: Question,
  among: readonly number[],
  below: number,
): Generator<readonly number[]> {
  const upto = index.upto()
  const statement = connection.statement(
    `SELECT rowid FROM messages_text WHERE messages_text MATCH ? AND rowid = ${integer}`,
  )
  for (const id of among) {
    if (id <= question.above || id >= below) continue
    const matches =
      id > upto
        ? tail.match(question.match, id - 1, id + 1, 1).length > 0
        : statement.get(question.match, id) !== undefined
    if (matches) yield [id]
  }
}
