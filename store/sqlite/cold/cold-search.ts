import type { Letter } from '../../../src/domain/message.ts'
import type { Query } from '../../../src/domain/query/query.ts'
import type { Page, PageRequest } from '../../mail-store.ts'
import { parseCursor } from '../../shared/search-cursor.ts'
import type { Place } from '../bodies/archive-files.ts'
import { readCold } from '../bodies/archive-lines.ts'
import { openBodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { findCopy } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { ask } from '../search/questions.ts'
import { type FacetSource, facetsOf } from '../search/search-facets.ts'
import { openTail } from '../search/search-tail.ts'
import { asIndexed, type Document, openTextIndex, searchedCharacters } from '../search/text-index.ts'

/** Cold files are read, not looked up: so much in one go, and the cursor says where to go on. */
const [batchLines, mostLines, mostBytes] = [256, 10_000, 64 * 2 ** 20]

type Row = FacetSource & Place & { readonly body_file: string | null }

const batchSql = `SELECT m.id, m.thread_id, m.sender_id, m.kind, m.rank, m.task, m.subject, m.written, m.recipients, m.more, m.body_file, c.file, c.position, c.length
FROM cold c CROSS JOIN messages m ON m.id = c.message_id WHERE c.message_id > ? AND c.message_id < ? ORDER BY c.message_id DESC LIMIT ${batchLines}`

/** Matching mail in cold files, newest first, so newest file first. */
export function searchCold(
  connection: Connection,
  query: Query,
  owner: string | null,
  now: number,
  page: PageRequest,
): Page<Letter> {
  const { below } = parseCursor(page.after)
  return connection.read(() => {
    const ownerId = owner === null ? undefined : namesOf(connection).find(owner)
    const questions = ask(connection, query, ownerId, now)
    if (questions.length === 0) return { rows: [], next: null }
    const above = Math.min(...questions.map((question) => question.above))
    const tail = openTail(connection, openTextIndex(connection))
    const hits: number[] = []
    const start = Math.min(below, Math.max(...questions.map((question) => question.below)))
    let [cursor, lines, bytes] = [start, 0, 0]
    while (hits.length <= page.limit && lines < mostLines && bytes < mostBytes) {
      const rows = connection.statement(batchSql).all(above, cursor) as Row[]
      const documents = rows.map((row) => documentOf(connection, row))
      const found = questions.flatMap((question) =>
        tail
          .matching(question.match, documents)
          .filter((id) => id > question.above && id < question.below && question.accept(id)),
      )
      hits.push(...[...new Set(found)].sort((one, other) => other - one))
      cursor = rows.at(-1)?.id ?? 0
      lines += rows.length
      for (const { length } of rows) bytes += length
      if (rows.length < batchLines) cursor = 0
      if (cursor === 0) break
    }
    const shown = hits.slice(0, page.limit)
    const rows = shown.map((id) =>
      findLetter(connection, id, ({ rank }) => findCopy(connection, ownerId, rank)),
    )
    const goesOn = hits.length > page.limit ? shown.at(-1) : cursor
    return { rows: rows.filter((row) => row !== null), next: goesOn ? String(goesOn) : null }
  })
}

/** The same words as in the index. A lost line loses its words, but does not break the search. */
function documentOf(connection: Connection, row: Row): Document {
  const names = namesOf(connection)
  const { id, subject } = row
  try {
    const { body, payload, context, attachments, tags } = readCold(connection, id, row)
    const more = JSON.stringify({ payload, context, attachments, tags })
    const text =
      row.body_file === null
        ? body.slice(0, searchedCharacters)
        : openBodies(connection.location).peek(row.body_file, searchedCharacters)
    return asIndexed({ id, subject, body: text, facets: facetsOf({ ...row, more }, names) })
  } catch {
    return asIndexed({ id, subject, body: '', facets: facetsOf(row, names) })
  }
}
