import { isLost } from '../../../src/domain/errors.ts'
import type { Letter } from '../../../src/domain/message.ts'
import type { Entry } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { findFullMessage } from '../rows/letters.ts'
import type { Work } from '../work.ts'

type SizeRow = { readonly id: number; readonly size: number }
type ArchivedRow = { readonly id: number; readonly at: number }

const chosen = 'IN (SELECT value FROM numbers(@ids))'
/** No engine counts these characters as people do: one of them stops at the first, and one writes the other for both. */
const uncounted = { nul: '\0', mark: '\u{10fffd}' }
const sizesSql = `SELECT m.id, CASE WHEN strpos(m.body, @nul) > 0 OR strpos(m.body, @mark) > 0 THEN 0 ELSE length(m.body) END AS size
FROM messages m WHERE m.id ${chosen}`
const archivedSql = `SELECT e.message_id AS id, t.at FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id ${chosen} AND e.agent_id = @agent AND e.what = 'archive' ORDER BY e.seq`
const waitingSql = `SELECT DISTINCT message_id FROM outbox WHERE message_id ${chosen}`

/** Letters with what a list of e-mail says beside each. Bodies stay where they are: their engine counts their characters. */
export function* entriesOf(
  connection: Connection,
  agent: number,
  letters: readonly Letter[],
): Work<readonly Entry[]> {
  const asked = { ids: JSON.stringify(letters.map(({ message }) => message.id)) }
  const sizes = new Map<number, number>()
  for (const { id, size } of yield* connection.rows<SizeRow>(sizesSql, { ...asked, ...uncounted }))
    sizes.set(id, size > 0 ? size : yield* sizeElsewhere(connection, id))
  const archived = new Map<number, number>()
  for (const { id, at } of yield* connection.rows<ArchivedRow>(archivedSql, { ...asked, agent }))
    archived.set(id, at)
  const waiting = new Set(yield* connection.cells<number>(waitingSql, asked))
  return letters.map((letter) => {
    const { id } = letter.message
    const beside = {
      size: sizes.get(id) ?? 0,
      archivedAt: archived.get(id) ?? null,
      isWaiting: waiting.has(id),
    }
    return { ...letter, beside }
  })
}

/** Of a body that is empty, or does not lie in its row: long, or put away. One of them is in memory at a time. */
function* sizeElsewhere(connection: Connection, id: number): Work<number> {
  try {
    const { body = '' } = (yield* findFullMessage(connection, id)) ?? {}
    return charactersOf(body)
  } catch (error) {
    if (isLost(error)) return 0
    throw error
  }
}

/** As `[...text].length`, without a list of them: a pair of surrogates is one. */
function charactersOf(text: string): number {
  let pairs = 0
  for (let at = 1; at < text.length; at += 1)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs += 1
  return text.length - pairs
}
