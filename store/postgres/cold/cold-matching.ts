import type { ColdMatching } from '../../sql/cold/cold-search.ts'
import type { Connection } from '../../sql/connection.ts'
import { step } from '../../sql/work.ts'
import { messageIn } from '../engine/archive-lines.ts'
import { driverOf } from '../engine/shared.ts'
import { language } from '../search/language.ts'
import { openMatching } from '../search/matching.ts'
import { openTextIndex } from '../search/text-index.ts'

const lineSql = 'SELECT line FROM cold WHERE message_id = ?'

/** The lines of the table `cold`. */
export function coldMatchingOn(at: Connection): ColdMatching {
  const connection = driverOf(at)
  const { matching } = openMatching(connection, openTextIndex(connection))
  return {
    language,
    length: 'length(c.line)',
    messageOf: (id) => step(async () => messageIn(String(await connection.column(lineSql).get(id)), id)),
    matching: (match, documents) => step(() => matching(match, documents)),
  }
}
