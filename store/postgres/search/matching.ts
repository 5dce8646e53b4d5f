import type { Connection } from '../database/connection.ts'
import type { TextIndex } from './text-index.ts'
import { type Document, vectorOf } from './vectors.ts'

/** Ids that match, newest first. */
export type Matching = {
  /** In the index and beyond it: ids between both bounds (exclusive), at most `most`. */
  newest(expression: string, above: number, below: number, most: number): Promise<readonly number[]>
  /** Which of these messages match. */
  among(expression: string, ids: readonly number[]): Promise<readonly number[]>
  /** Which of these match, wherever they were read. */
  matching(expression: string, documents: readonly Document[]): Promise<readonly number[]>
}

/** So many that are not indexed are read at once. */
const tailBatch = 256
const indexedSql = `SELECT message_id FROM words WHERE words @@ ?::tsquery AND message_id > ? AND message_id < ? ORDER BY message_id DESC LIMIT ?`
const amongSql = `SELECT message_id FROM words WHERE words @@ ?::tsquery AND message_id = ANY(?::bigint[])`
const givenSql = `SELECT id FROM unnest(?::bigint[], ?::tsvector[]) AS x(id, words) WHERE words @@ ?::tsquery ORDER BY id DESC`

/** Two looks that are asked at once: whatever fails, nothing asks the connection any more. */
async function bothOf<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

export function openMatching(connection: Connection, index: TextIndex): Matching {
  async function matching(expression: string, documents: readonly Document[]): Promise<readonly number[]> {
    if (documents.length === 0) return []
    const ids = documents.map(({ id }) => id)
    return (await connection.column(givenSql).all(ids, documents.map(vectorOf), expression)) as number[]
  }

  async function inTail(
    expression: string,
    above: number,
    below: number,
    most: number,
  ): Promise<readonly number[]> {
    const hits: number[] = []
    for (let cursor = below; hits.length < most; ) {
      const documents = await index.tail(above, cursor, tailBatch)
      hits.push(...(await matching(expression, documents)))
      if (documents.length < tailBatch) break
      cursor = documents.at(-1)?.id ?? 0
    }
    return hits.slice(0, most)
  }

  async function newest(
    expression: string,
    above: number,
    below: number,
    most: number,
  ): Promise<readonly number[]> {
    const [tail, found] = await bothOf(
      inTail(expression, above, below, most),
      connection.column(indexedSql).all(expression, above, below, most),
    )
    const indexed = found as readonly number[]
    return [...tail, ...indexed].sort((one, other) => other - one).slice(0, most)
  }

  return {
    newest,
    matching,
    async among(expression, ids) {
      const [least, greatest] = [Math.min(...ids), Math.max(...ids)]
      const [tail, found] = await bothOf(
        inTail(expression, least - 1, greatest + 1, Number.MAX_SAFE_INTEGER),
        connection.column(amongSql).all(expression, ids),
      )
      const indexed = found as readonly number[]
      const wanted = new Set(ids)
      return [...indexed, ...tail.filter((id) => wanted.has(id))].sort((one, other) => other - one)
    },
  }
}
