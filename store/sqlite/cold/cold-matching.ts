import type { FullMessage } from '../../../src/domain/message.ts'
import type { ColdMatching } from '../../sql/cold/cold-search.ts'
import { searchedCharacters } from '../../sql/search/documents.ts'
import { step } from '../../sql/work.ts'
import type { Place } from '../bodies/archive-files.ts'
import { readCold } from '../bodies/archive-lines.ts'
import { openBodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { language } from '../search/language.ts'
import { openTail } from '../search/search-tail.ts'
import { openTextIndex } from '../search/text-index.ts'

const placeSql = `SELECT c.file, c.position, c.length, m.body_file
FROM cold c CROSS JOIN messages m ON m.id = c.message_id WHERE c.message_id = ?`

/** Cold files. */
export function openColdMatching(connection: Connection): ColdMatching {
  const tail = openTail(connection, openTextIndex(connection))
  const bodies = openBodies(connection.location)

  function messageOf(id: number): FullMessage {
    const place = connection.statement(placeSql).get(id) as Place & { readonly body_file: string | null }
    const message = readCold(connection, id, place)
    const { body_file: file } = place
    return file === null ? message : { ...message, body: bodies.peek(file, searchedCharacters) }
  }

  return {
    language,
    length: 'c.length',
    messageOf: (id) => step(() => messageOf(id)),
    matching: (match, documents) => step(() => tail.matching(match, documents)),
  }
}
