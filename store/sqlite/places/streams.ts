import type { Letter } from '../../../src/domain/message.ts'
import type { Page, PageRequest, StreamLetter } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { seenAt } from '../../sql/reading/seen.ts'
import type { Connection } from '../database/connection.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf, messageOf } from '../rows/rows.ts'

type PostRow = { readonly message_id: number; readonly pinned: number }

/** Posts before a message, the newest of them: oldest first, as a stream is read. */
export function streamPage(
  connection: Connection,
  channel: number,
  reader: string,
  now: number,
  page: PageRequest,
): Page<StreamLetter> {
  const sql =
    'SELECT message_id, pinned FROM posts WHERE channel_id = ? AND message_id < ? ORDER BY message_id DESC LIMIT ? + 0'
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const found = connection.statement(sql).all(channel, before, page.limit + 1) as PostRow[]
  const { rows, next } = pageOf(found, page.limit, ({ message_id: id }) => id)
  const agent = namesOf(connection).find(reader)
  return { rows: rows.flatMap((row) => streamLetter(connection, row, agent, now)).reverse(), next }
}

function streamLetter(
  connection: Connection,
  { message_id, pinned }: PostRow,
  reader: number | undefined,
  now: number,
): readonly StreamLetter[] {
  return postLetter(connection, message_id, reader, now).map((letter) => ({
    ...letter,
    pinned: pinned === 1,
  }))
}

/** A post with the reader's own copy of it; none where the message is gone. */
export function postLetter(
  connection: Connection,
  id: number,
  reader: number | undefined,
  now: number,
): readonly Letter[] {
  const message = findMessageRow(connection, id)
  if (message === undefined) return []
  const copy = reader === undefined ? undefined : findCopyRow(connection, reader, message.rank)
  const delivery =
    copy === undefined || reader === undefined
      ? null
      : deliveryOf(connection, seenAt(copy, clockOf(connection, reader, now)))
  return [{ message: messageOf(connection, message), delivery }]
}

/** Returns those of the messages that are in the stream. */
export function pinPosts(
  connection: Connection,
  channel: number,
  messages: readonly number[],
  pinned: boolean,
): { readonly found: readonly number[]; readonly changed: readonly number[] } {
  const known = connection.column('SELECT pinned FROM posts WHERE channel_id = ? AND message_id = ?')
  const put = connection.statement('UPDATE posts SET pinned = ? WHERE channel_id = ? AND message_id = ?')
  const found = messages.filter((message) => known.get(channel, message) !== undefined)
  const changed = found.filter((message) => known.get(channel, message) !== Number(pinned))
  for (const message of changed) put.run(Number(pinned), channel, message)
  return { found, changed }
}
