import type { FullMessage, Letter } from '../../../src/domain/message.ts'
import type { Query } from '../../../src/domain/query/query.ts'
import type { MessageStore, Page, PageRequest } from '../../mail-store.ts'
import { parseCursor } from '../../shared/search-cursor.ts'
import type { Connection } from '../connection.ts'
import { findCopy } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { type Document, documentOf, searchedCharacters, sourceColumns } from '../search/documents.ts'
import type { Language } from '../search/matching.ts'
import { ask } from '../search/questions.ts'
import type { FacetSource } from '../search/search-facets.ts'
import { sideBySide } from '../side-by-side.ts'
import { flatMapped, type Work, type Working } from '../work.ts'

/** How an engine looks through what was put away for good. */
export type ColdMatching = {
  readonly language: Language
  /** How long the line of `c` is, as its table says it. */
  readonly length: string
  /** @throws MailError where it is lost */
  messageOf(id: number): Work<FullMessage>
  /** Which of these match, wherever they were read. */
  matching(match: string, documents: readonly Document[]): Work<readonly number[]>
}

/** This mail is read, not looked up: so much in one go, and the cursor says where to go on. */
const [batchLines, mostLines, mostBytes] = [256, 10_000, 64 * 2 ** 20]

type Row = FacetSource & { readonly length: number }

const batchSql = (length: string) => `SELECT ${sourceColumns}, ${length} AS length
FROM cold c CROSS JOIN messages m ON m.id = c.message_id WHERE c.message_id > ? AND c.message_id < ? ORDER BY c.message_id DESC LIMIT ${batchLines}`

export function openColdSearch(
  connection: Connection,
  coldOn: (at: Connection) => ColdMatching,
): Working<Pick<MessageStore, 'searchCold'>> {
  return {
    searchCold: (query, owner, now, page) =>
      connection.read((at) => searchCold(at, coldOn(at), { query, owner, now }, page)),
  }
}

type Asked = { readonly query: Query; readonly owner: string | null; readonly now: number }

/** Matching mail among what was put away for good, newest first. */
function* searchCold(
  at: Connection,
  cold: ColdMatching,
  { query, owner: address, now }: Asked,
  page: PageRequest,
): Work<Page<Letter>> {
  const { below } = parseCursor(page.after)
  const owner = address === null ? undefined : yield* findNumber(at, address)
  const questions = yield* ask({ connection: at, language: cold.language, owner, now }, query)
  if (questions.length === 0) return { rows: [], next: null }
  const above = Math.min(...questions.map((question) => question.above))
  const hits: number[] = []
  const start = Math.min(below, Math.max(...questions.map((question) => question.below)))
  let [cursor, lines, bytes] = [start, 0, 0]
  while (hits.length <= page.limit && lines < mostLines && bytes < mostBytes) {
    const rows = yield* at.rows<Row>(batchSql(cold.length), above, cursor)
    const documents = yield* sideBySide(at, rows, (each, row) => coldDocument(each, cold, row))
    const found = yield* flatMapped(questions, function* (question) {
      const matching = yield* cold.matching(question.match, documents)
      const within = matching.filter((id) => id > question.above && id < question.below)
      return yield* question.accepted(within, within.length)
    })
    hits.push(...[...new Set(found)].toSorted((one, other) => other - one))
    cursor = rows.at(-1)?.id ?? 0
    lines += rows.length
    for (const { length } of rows) bytes += length
    if (rows.length < batchLines) cursor = 0
    if (cursor === 0) break
  }
  const shown = hits.slice(0, page.limit)
  const letters = yield* sideBySide(at, shown, (each, id) =>
    findLetter(each, id, ({ rank }) => findCopy(at, owner, rank)),
  )
  const goesOn = hits.length > page.limit ? shown.at(-1) : cursor
  return { rows: letters.filter((letter) => letter !== null), next: goesOn ? String(goesOn) : null }
}

/** The same words as in the index. A lost line loses its words, but does not break the search. */
function* coldDocument(connection: Connection, cold: ColdMatching, row: Row): Work<Document> {
  try {
    const { body, payload, context, attachments, tags } = yield* cold.messageOf(row.id)
    const more = JSON.stringify({ payload, context, attachments, tags })
    return yield* documentOf(connection, { ...row, more }, body.slice(0, searchedCharacters))
  } catch {
    return yield* documentOf(connection, row, '')
  }
}
