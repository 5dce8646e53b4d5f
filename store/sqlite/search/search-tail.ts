import type { Connection } from '../database/connection.ts'
import { type Database, openFile, type Statement } from '../database/driver.ts'
import { type Document, integer, type TextIndex } from './text-index.ts'

/** The messages that no index knows yet, matched by the same tokenizer in memory. */
export type Tail = {
  /**
   * Ids between both bounds (exclusive) that match, newest first, at most `most`. `parts`: what each of them has in its text,
   * in whatever case, as far as that is ASCII.
   */
  match(
    expression: string,
    above: number,
    below: number,
    most: number,
    parts?: readonly string[],
  ): readonly number[]
  /** Which of these match, newest first, wherever they were read. */
  matching(expression: string, documents: readonly Document[]): readonly number[]
}

/** A slice is read at once, and kept; more than the limits are never kept together. */
const span = 256
const mostDocuments = 8192
const mostCharacters = 2 ** 25

/** @param longTail from this many messages on, those that cannot match are left out before their words are read */
export function openTail(connection: Connection, index: TextIndex, longTail = 1024): Tail {
  const memory = openMemory()
  const slices = openSlices(memory, index)

  return {
    match(expression, above, below, most, parts = []) {
      if (parts.length > 0 && newestBelow(below) - above >= longTail)
        return matchSifted(expression, { above, below, most, parts })
      const hits: number[] = []
      for (let cursor = below; hits.length < most; ) {
        const newest = newestBelow(cursor)
        if (newest <= above) break
        const start = newest - (newest % span)
        const from = Math.max(start, above + 1)
        slices.fill(start, from, newest)
        hits.push(...memory.newest(expression, from, cursor, most - hits.length))
        cursor = start
      }
      return hits
    },
    matching,
  }

  /** After a burst the tail is long: the tokenizer reads only the messages that have every part somewhere. */
  function matchSifted(expression: string, { above, below, most, parts }: Sifting): readonly number[] {
    const patterns = parts.slice(0, mostParts).map((part) => `%${part.slice(0, longestPart)}%`)
    const sift = connection.column(siftSql(patterns.length))
    const values = patterns.flatMap((pattern) => [pattern, pattern])
    const hits: number[] = []
    let size = Math.min(most, span)
    for (let cursor = below; hits.length < most; size = Math.min(size * 2, span)) {
      const ids = sift.all(above, cursor, ...values, size) as number[]
      const documents = ids.map((id) => index.document(id)).filter((document) => document !== null)
      hits.push(...matching(expression, documents))
      cursor = ids.at(-1) ?? 0
      if (ids.length < size) break
    }
    return hits.slice(0, most)
  }

  function matching(expression: string, documents: readonly Document[]): readonly number[] {
    memory.clear('hits')
    memory.insert('hits', documents)
    return memory.hits(expression)
  }

  function newestBelow(id: number): number {
    const row = connection.statement('SELECT max(id) AS id FROM messages WHERE id < ?').get(id) as {
      id: number | null
    }
    return row.id ?? 0
  }
}

type Sifting = {
  readonly above: number
  readonly below: number
  readonly most: number
  readonly parts: readonly string[]
}

/** Each further part would only leave out a few more. */
const mostParts = 4
const longestPart = 100
/** Text beyond ASCII, and text that lies elsewhere, may hide a part from a plain look. */
const siftSql = (parts: number) => `SELECT m.id FROM messages m WHERE m.id > ? AND m.id < ? AND (
  ${Array.from({ length: parts }, () => '(m.subject LIKE ? OR m.body LIKE ?)').join(' AND ')}
  OR octet_length(m.body) <> length(m.body) OR octet_length(m.subject) <> length(m.subject) OR m.body_file IS NOT NULL OR m.body = '')
ORDER BY m.id DESC LIMIT ? + 0`

/** Messages never change, so what was once read here stays true, however far the index has come since. */
function openSlices(
  memory: Memory,
  index: TextIndex,
): { fill(start: number, from: number, to: number): void } {
  /** From the first id of a slice to the ids of it that are in memory. */
  const filled = new Map<number, { readonly from: number; readonly to: number }>()
  let documents = 0
  let characters = 0

  return {
    fill(start, from, to) {
      const known = filled.get(start)
      if (known && known.from <= from && known.to >= to) return
      if (documents > mostDocuments || characters > mostCharacters) forget()
      // A tail begins later and later: missing messages are at the newer end, or the slice is read again.
      const kept = filled.get(start)
      const base = kept && kept.from <= from ? kept : null
      if (kept && !base) memory.remove(start, start + span)
      const read = index.documents(base ? base.to + 1 : from, to + 1)
      memory.insert('tail', read)
      filled.set(start, { from: base?.from ?? from, to })
      documents += read.length
      for (const { subject, body } of read) characters += subject.length + body.length
    },
  }

  function forget(): void {
    memory.clear('tail')
    filled.clear()
    documents = 0
    characters = 0
  }
}

type Memory = {
  insert(into: 'tail' | 'hits', read: readonly Document[]): void
  remove(from: number, to: number): void
  clear(name: 'tail' | 'hits'): void
  newest(expression: string, from: number, below: number, most: number): readonly number[]
  hits(expression: string): readonly number[]
}

/** The index's own tables once more, in memory; opened when a search first needs them. */
function openMemory(): Memory {
  let opened: Database | null = null
  const open = () => {
    opened ??= openFile(':memory:').exec(tableOf('tail')).exec(tableOf('hits'))
    return opened
  }
  const statements = new Map<string, Statement>()
  const ids = (sql: string, ...values: readonly (string | number)[]) => {
    let statement = statements.get(sql)
    if (statement === undefined) statements.set(sql, (statement = open().prepare(sql).pluck()))
    return statement.all(...values) as number[]
  }

  return {
    insert(into, read) {
      const statement = open().prepare(`INSERT INTO ${into}(rowid, subject, body, facets) VALUES(?, ?, ?, ?)`)
      open().transaction(() => {
        for (const { id, subject, body, facets } of read) statement.run(id, subject, body, facets)
      })()
    },
    remove: (from, to) =>
      void open().prepare(`DELETE FROM tail WHERE rowid >= ${integer} AND rowid < ${integer}`).run(from, to),
    clear: (name) => void open().exec(tableOf(name)),
    newest: (expression, from, below, most) =>
      ids(
        `SELECT rowid FROM tail WHERE tail MATCH ? AND rowid >= ${integer} AND rowid < ${integer} ORDER BY rowid DESC LIMIT ? + 0`,
        expression,
        from,
        below,
        most,
      ),
    hits: (expression) => ids('SELECT rowid FROM hits WHERE hits MATCH ? ORDER BY rowid DESC', expression),
  }
}

function tableOf(name: 'tail' | 'hits'): string {
  return `DROP TABLE IF EXISTS ${name}; CREATE VIRTUAL TABLE ${name} USING fts5(subject, body, facets, content='', contentless_delete=1);`
}
