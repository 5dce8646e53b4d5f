import type { MessageStore, ViewStore } from '../../mail-store.ts'
import { late } from '../../shared/late.ts'
import { searchedCharacters } from '../../sql/search/documents.ts'
import type { Asked, Hits, Matching } from '../../sql/search/matching.ts'
import { openSearch as openSearching } from '../../sql/search/search.ts'
import { step } from '../../sql/work.ts'
import { findPlace, readCold } from '../bodies/archive-lines.ts'
import { openBodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { partOn } from '../engine/shared.ts'
import { language } from './language.ts'
import { openTail, type Tail } from './search-tail.ts'
import { integer, openTextIndex, type TextIndex } from './text-index.ts'

export type Search = Pick<MessageStore, 'search' | 'searchedBodies' | 'alike' | 'index'> &
  Pick<ViewStore, 'tally'>

export function openSearch(
  connection: Connection,
  index: TextIndex = openTextIndex(connection),
  tail: Tail = openTail(connection, index),
): Search {
  const matching = openMatching(connection, index, tail)
  return {
    ...partOn(connection, (at) => openSearching(at, () => matching)),
    ...late(['alike'], async () => {
      const { openAlike } = await import('../../sql/search/alike.ts')
      return partOn(connection, (at) => openAlike(at, () => matching))
    }),
    async index() {
      return index.step()
    },
  }
}

const newestSql = `SELECT rowid FROM messages_text WHERE messages_text MATCH ? AND rowid > ${integer} AND rowid < ${integer} ORDER BY rowid DESC LIMIT ? + 0`
const oneSql = `SELECT rowid FROM messages_text WHERE messages_text MATCH ? AND rowid = ${integer}`

/** What no index knows yet is newer than all that one knows: first the tail, then the index. */
function openMatching(connection: Connection, index: TextIndex, tail: Tail): Matching {
  function newest({ match, parts, above }: Asked, below: number, most: number): Hits {
    const upto = index.upto()
    const inTail = below > upto + 1
    const ids = inTail
      ? tail.match(match, Math.max(upto, above), below, most, parts)
      : (connection.column(newestSql).all(match, above, below, most) as number[])
    if (ids.length === most) return { ids, rest: ids.at(-1) ?? 0 }
    return { ids, rest: inTail ? upto + 1 : 0 }
  }

  function among(match: string, all: readonly number[], most: number): Hits {
    const upto = index.upto()
    const one = connection.column(oneSql)
    const ids: number[] = []
    for (const id of all) {
      const matches =
        id > upto ? tail.match(match, id - 1, id + 1, 1).length > 0 : one.get(match, id) !== undefined
      if (matches) ids.push(id)
      if (ids.length >= most) return { ids, rest: id }
    }
    return { ids, rest: 0 }
  }

  return {
    language,
    newest: (question, below, most) => step(() => newest(question, below, most)),
    among: (match, ids, most) => step(() => among(match, ids, most)),
    documents: (ids) => step(() => ids.flatMap((id) => index.document(id) ?? [])),
    beginningOf: (message) => step(() => beginningOf(connection, message)),
  }
}

type BodyRow = { readonly body: string; readonly body_file: string | null }

const bodySql = `SELECT body_file, CASE WHEN body_file IS NULL THEN substr(body, 1, ${searchedCharacters}) ELSE '' END AS body
FROM messages WHERE id = ?`

function beginningOf(connection: Connection, id: number): string {
  const row = connection.statement(bodySql).get(id) as BodyRow | undefined
  if (row === undefined) return ''
  if (row.body_file !== null) return openBodies(connection.location).peek(row.body_file, searchedCharacters)
  const place = row.body === '' ? findPlace(connection, id) : undefined
  return place === undefined ? row.body : readCold(connection, id, place).body.slice(0, searchedCharacters)
}
