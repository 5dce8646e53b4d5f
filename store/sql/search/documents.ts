import { parted } from '../../../src/domain/query/unspaced.ts'
import { isSealed } from '../../../src/domain/seal.ts'
import type { Connection } from '../connection.ts'
import { addressOf } from '../rows/names.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { type FacetSource, facetsOf, recipientsOf } from './search-facets.ts'

/** The parts of a message in the index. */
export type Document = {
  readonly id: number
  readonly subject: string
  readonly body: string
  readonly facets: string
}

/** More than this is never found by a word: a body's end is read, not searched. */
export const searchedCharacters = 65_536

/** Of a message, for its document; the body comes apart. */
export const sourceColumns =
  'm.id, m.thread_id, m.sender_id, m.kind, m.rank, m.task, m.subject, m.written, m.recipients, m.more'

/** In words, whatever it is written in. A sealed body has none. */
export function asIndexed(document: Document): Document {
  const body = isSealed(document.body) ? '' : document.body
  return { ...document, subject: parted(document.subject), body: parted(body) }
}

export function* documentOf(connection: Connection, source: FacetSource, body: string): Work<Document> {
  const sender = yield* addressOf(connection, source.sender_id)
  const recipients = yield* sideBySide(connection, recipientsOf(source), (each, id) => addressOf(each, id))
  const { id, subject } = source
  return asIndexed({ id, subject, body, facets: facetsOf(source, sender, recipients) })
}
