import type { Letter } from '../../../src/domain/message.ts'
import type { Page, PageRequest, StreamLetter } from '../../mail-store.ts'
import { clockOf } from '../clock.ts'
import type { Connection, Tx } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { seenAt } from '../reading/seen.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { deliveryOf, messageOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'

type PostRow = { readonly message_id: number; readonly pinned: number }

/** Posts before a message, the newest of them: oldest first, as a stream is read. */
export function* streamPage(
  connection: Connection,
  channel: number,
  reader: string,
  now: number,
  page: PageRequest,
): Work<Page<StreamLetter>> {
  const sql =
    'SELECT message_id, pinned FROM posts WHERE channel_id = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?'
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const found = yield* connection.rows<PostRow>(sql, channel, before, page.limit + 1)
  const { rows, next } = pageOf(found, page.limit, ({ message_id: id }) => id)
  const agent = yield* findNumber(connection, reader)
  const letters: StreamLetter[] = []
  for (const { message_id, pinned } of rows) {
    const letter = yield* postLetter(connection, message_id, agent, now)
    if (letter !== null) letters.push({ ...letter, pinned: pinned === 1 })
  }
  return { rows: letters.reverse(), next }
}

/** A post with the reader's own copy of it; `null` where the message is gone. */
export function* postLetter(
  connection: Connection,
  id: number,
  reader: number | undefined,
  now: number,
): Work<Letter | null> {
  const message = yield* findMessageRow(connection, id)
  if (message === undefined) return null
  const copy = reader === undefined ? undefined : yield* findCopyRow(connection, reader, message.rank)
  const delivery =
    copy === undefined || reader === undefined
      ? null
      : yield* deliveryOf(connection, seenAt(copy, yield* clockOf(connection, reader, now)))
  return { message: yield* messageOf(connection, message), delivery }
}

const pinnedSql = 'SELECT pinned FROM posts WHERE channel_id = ? AND message_id = ?'
const pinSql = 'UPDATE posts SET pinned = ? WHERE channel_id = ? AND message_id = ?'

type Pinned = { readonly found: readonly number[]; readonly changed: readonly number[] }

/** Returns those of the messages that are in the stream. */
export function* pinPosts(
  tx: Tx,
  channel: number,
  messages: readonly number[],
  pinned: boolean,
): Work<Pinned> {
  const found: number[] = []
  const changed: number[] = []
  for (const message of messages) {
    const was = yield* tx.cell<number>(pinnedSql, channel, message)
    if (was === undefined) continue
    found.push(message)
    if (was === Number(pinned)) continue
    yield* tx.run(pinSql, Number(pinned), channel, message)
    changed.push(message)
  }
  return { found, changed }
}
