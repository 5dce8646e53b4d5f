import type { Letter } from '../../../src/domain/message.ts'
import type { Query } from '../../../src/domain/query/query.ts'
import type { Page, PageRequest } from '../../mail-store.ts'
import { parseCursor } from '../../shared/search-cursor.ts'
import type { Connection } from '../database/connection.ts'
import { filtered, flatMapped, mapped } from '../database/sequences.ts'
import { findCold } from '../engine/archive-lines.ts'
import { findCopy } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { openMatching } from '../search/matching.ts'
import { ask } from '../search/questions.ts'
import { type FacetSource, facetsOf } from '../search/search-facets.ts'
import { asIndexed, openTextIndex, searchedCharacters } from '../search/text-index.ts'
import type { Document } from '../search/vectors.ts'

/** This mail is read, not looked up: so much in one go, and the cursor says where to go on. */
const [batchLines, mostLines, mostBytes] = [256, 10_000, 64 * 2 ** 20]

type Row = FacetSource & { readonly length: number }

const batchSql = `SELECT m.id, m.thread_id, m.sender_id, m.kind, m.rank, m.task, m.subject, m.written, m.recipients, m.more, length(c.line) AS length
FROM cold c JOIN messages m ON m.id = c.message_id WHERE c.message_id > ? AND c.message_id < ? ORDER BY c.message_id DESC LIMIT ${batchLines}`

/** Matching mail among what was put away for good, newest first. */
export async function searchCold(
  connection: Connection,
  query: Query,
  owner: string | null,
  now: number,
  page: PageRequest,
): Promise<Page<Letter>> {
  const { below } = parseCursor(page.after)
  return connection.read(async () => {
    const ownerId = owner === null ? undefined : await namesOf(connection).find(owner)
    const questions = await ask(connection, query, ownerId, now)
    if (questions.length === 0) return { rows: [], next: null }
    const above = Math.min(...questions.map((question) => question.above))
    const { matching } = openMatching(connection, openTextIndex(connection))
    const hits: number[] = []
    const start = Math.min(below, Math.max(...questions.map((question) => question.below)))
    let [cursor, lines, bytes] = [start, 0, 0]
    while (hits.length <= page.limit && lines < mostLines && bytes < mostBytes) {
      const rows = (await connection.statement(batchSql).all(above, cursor)) as Row[]
      const documents = await mapped(rows, async (row) => documentOf(connection, row))
      const found = await flatMapped(questions, async (question) =>
        filtered(
          await matching(question.match, documents),
          async (id) => id > question.above && id < question.below && (await question.accept(id)),
        ),
      )
      hits.push(...[...new Set(found)].sort((one, other) => other - one))
      cursor = rows.at(-1)?.id ?? 0
      lines += rows.length
      for (const { length } of rows) bytes += length
      if (rows.length < batchLines) cursor = 0
      if (cursor === 0) break
    }
    const shown = hits.slice(0, page.limit)
    const rows = await mapped(shown, async (id) =>
      findLetter(connection, id, async ({ rank }) => findCopy(connection, ownerId, rank)),
    )
    const goesOn = hits.length > page.limit ? shown.at(-1) : cursor
    return { rows: rows.filter((row) => row !== null), next: goesOn ? String(goesOn) : null }
  })
}

/** The same words as in the index. A lost line loses its words, but does not break the search. */
async function documentOf(connection: Connection, row: Row): Promise<Document> {
  const names = namesOf(connection)
  const { id, subject } = row
  try {
    const cold = await findCold(connection, id)
    const { body = '', payload, context, attachments, tags } = cold ?? {}
    const more = JSON.stringify({ payload, context, attachments, tags })
    const facets = await facetsOf({ ...row, more }, names)
    return asIndexed({ id, subject, body: body.slice(0, searchedCharacters), facets })
  } catch {
    return asIndexed({ id, subject, body: '', facets: await facetsOf(row, names) })
  }
}
