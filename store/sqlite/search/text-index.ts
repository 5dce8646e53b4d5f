import { type Document, documentOf, searchedCharacters, sourceColumns } from '../../sql/search/documents.ts'
import type { FacetSource } from '../../sql/search/search-facets.ts'
import { atOnce } from '../../sql/work.ts'
import { type Bodies, openBodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export { asIndexed, type Document, searchedCharacters } from '../../sql/search/documents.ts'

export type TextIndex = {
  /** The newest id that is indexed; what came after is the tail. */
  upto(): number
  /** How many ids lie beyond the index, at most. */
  behind(): number
  /** Indexes the oldest slice of the tail; `true` while more is left. */
  step(): boolean
  /** Documents of ids `from` ≤ id < `to`, oldest first; the same text whether indexed or not. */
  documents(from: number, to: number): readonly Document[]
  document(id: number): Document | null
}

/** JavaScript's numbers are bound as REAL, and the index ignores a bound on `rowid` that is not an integer. */
export const integer = 'CAST(? AS INTEGER)'

const sliceRows = 64
/** Holds the write lock for some ten milliseconds at most, as a slice of rows does. */
const sliceCharacters = 250_000

const columns = `${sourceColumns}, m.body_file,
  CASE WHEN m.body_file IS NULL THEN substr(m.body, 1, ${searchedCharacters}) ELSE '' END AS body`

const warm = 'NOT EXISTS(SELECT 1 FROM cold c WHERE c.message_id = m.id)'

/** Nothing that anybody watches has changed. */
const silently = () => false

type Source = FacetSource & { readonly body_file: string | null; readonly body: string }

export function openTextIndex(connection: Connection): TextIndex {
  const bodies = openBodies(connection.location)
  const number = (sql: string, ...values: readonly number[]) =>
    connection.column(sql).get(...values) as number
  const upto = () => number('SELECT upto FROM text_state')
  const newest = () => number('SELECT coalesce(max(id), 0) FROM messages')

  const indexed = (source: Source): Document => {
    const body = source.body_file === null ? source.body : beginningOf(bodies, source.body_file)
    return atOnce(documentOf(shared(connection), source, body))
  }

  return {
    upto,
    behind: () => Math.max(0, newest() - upto()),
    step() {
      if (connection.readOnly) return false
      const known = upto()
      const slice = nextSlice(known)
      if (slice.length === 0) {
        if (known < newest()) connection.write(() => skipCold(known), silently)
        return false
      }
      connection.write(() => {
        // Somebody else may have been quicker.
        if (upto() === known) indexSlice(slice)
      }, silently)
      connection.write(
        () =>
          connection.statement("INSERT INTO messages_text(messages_text, rank) VALUES('merge', 25)").run(),
        silently,
      )
      return newest() > upto()
    },
    documents: (from, to) => read(`m.id >= ? AND m.id < ? AND ${warm} ORDER BY m.id`, from, to).map(indexed),
    document: (id) => read('m.id = ?', id).map(indexed)[0] ?? null,
  }

  function read(where: string, ...values: readonly number[]): readonly Source[] {
    return connection.statement(`SELECT ${columns} FROM messages m WHERE ${where}`).all(...values) as Source[]
  }

  /** Read before the lock is taken: what is written once can be read at any time. */
  function nextSlice(after: number): readonly Document[] {
    const slice: Document[] = []
    let characters = 0
    for (let last = after; slice.length < sliceRows && characters < sliceCharacters; ) {
      const [source] = read(`m.id > ? AND ${warm} ORDER BY m.id LIMIT 1`, last)
      if (source === undefined) break
      const document = indexed(source)
      slice.push(document)
      last = document.id
      characters += document.body.length
    }
    return slice
  }

  /** What is cold is found by reading its files, so the index ends where only that is left. */
  function skipCold(known: number): void {
    const next = number(`SELECT coalesce(min(m.id), 0) FROM messages m WHERE m.id > ? AND ${warm}`, known)
    if (next === 0 && upto() === known) connection.statement('UPDATE text_state SET upto = ?').run(newest())
  }

  function indexSlice(slice: readonly Document[]): void {
    const insert = connection.statement(
      'INSERT INTO messages_text(rowid, subject, body, facets) VALUES(?, ?, ?, ?)',
    )
    for (const { id, subject, body, facets } of slice) insert.run(id, subject, body, facets)
    connection.statement('UPDATE text_state SET upto = ?').run(slice.at(-1)?.id)
  }
}

/** A body that is gone costs its words, not everybody's search. */
function beginningOf(bodies: Bodies, file: string): string {
  try {
    return bodies.peek(file, searchedCharacters)
  } catch {
    return ''
  }
}

/** From all mail that is not cold. */
export function rebuildTextIndex(connection: Connection): void {
  connection.write(() => {
    connection.database.exec("INSERT INTO messages_text(messages_text) VALUES('delete-all')")
    connection.database.exec('DELETE FROM text_state; INSERT INTO text_state VALUES(1, 0)')
  })
  while (openTextIndex(connection).step());
}
