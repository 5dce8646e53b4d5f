import { isLost } from '../../../src/domain/errors.ts'
import type { Letter } from '../../../src/domain/message.ts'
import type { DeliveryStore, Entry, MessageStore, Page } from '../../mail-store.ts'
import { clockOf } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { findFullMessage } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { letterShape, messageOf, messageShape } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { mapped, type Work, type Working } from '../work.ts'
import { learnSenders, letterOf } from './mailbox.ts'

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

const sentSql = `SELECT ${messageShape.columns} FROM messages m WHERE m.sender_id = @sender AND m.id < @before ORDER BY m.id DESC LIMIT @most`
const chosenSql = `SELECT ${messageShape.columns} FROM messages m WHERE m.id ${chosen} AND m.sender_id = @sender ORDER BY m.id DESC`
const lyingSql = `SELECT ${letterShape.columns} FROM messages m
CROSS JOIN deliveries d ON d.agent_id = @owner AND d.box = box_of(@owner, m.rank) AND d.rank = m.rank
WHERE m.id ${chosen} ORDER BY m.rank`

const nothing: Page<Entry> = { rows: [], next: null }

/** What somebody sent, and chosen messages of that and of a mailbox. */
export function openEntries(
  connection: Connection,
): Working<Pick<MessageStore, 'sent'> & Pick<DeliveryStore, 'page'>> {
  return {
    *sent(from, { entries, after, limit }) {
      const before = numberCursor(after, Number.MAX_SAFE_INTEGER)
      const sender = yield* findNumber(connection, from)
      if (sender === undefined) return nothing
      const asked = entries && { sender, ids: JSON.stringify(entries) }
      const found = asked
        ? yield* connection.wide(messageShape, chosenSql, asked)
        : yield* connection.wide(messageShape, sentSql, { sender, before, most: limit + 1 })
      const { rows, next } = pageOf(found, asked ? found.length : limit, ({ id }) => id)
      const letters = yield* mapped(rows, function* (row): Work<Letter> {
        return { message: yield* messageOf(connection, row), delivery: null }
      })
      return { rows: asked ? yield* entriesOf(connection, sender, letters) : letters, next }
    },
    *page(address, { boxes }, now, { entries = [] }) {
      const owner = yield* findNumber(connection, address)
      if (owner === undefined) return nothing
      const { clock } = yield* clockOf(connection, owner, now)
      const found = yield* connection.wide(letterShape, lyingSql, { owner, ids: JSON.stringify(entries) })
      const rows = found.map((row) => ({ ...row, clock }))
      yield* learnSenders(connection, rows)
      const letters = yield* sideBySide(connection, rows, (each, row) => letterOf(each, row, now))
      const lying = letters.filter(({ delivery }) => delivery !== null && boxes.includes(delivery.box))
      return { rows: yield* entriesOf(connection, owner, lying), next: null }
    },
  }
}

/**
 * Letters with what a list of e-mail says beside each. Bodies stay where they are: their engine counts their characters. A column with
 * the size would need an upgrade that reads every body.
 */
function* entriesOf(
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
