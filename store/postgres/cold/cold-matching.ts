import type { ColdMatching } from '../../sql/cold/cold-search.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { messageIn } from '../engine/archive-lines.ts'
import { language } from '../search/language.ts'
import { openMatching } from '../search/matching.ts'
import { openTextIndex } from '../search/text-index.ts'

const lineSql = 'SELECT line FROM cold WHERE message_id = ?'

/** The lines of the table `cold`. */
export function openColdMatching(connection: Connection): ColdMatching {
  const { matching } = openMatching(connection, openTextIndex(connection))
  return {
    language,
    length: 'length(c.line)',
    messageOf: (id) => step(async () => messageIn(String(await connection.column(lineSql).get(id)), id)),
    matching: (match, documents) => step(() => matching(match, documents)),
  }
}
