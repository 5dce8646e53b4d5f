import type { Letter } from '../../../src/domain/message.ts'
import type { Page, PageRequest, StreamLetter } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { seenAt } from '../../sql/reading/seen.ts'
import type { Connection } from '../database/connection.ts'
import { filtered, flatMapped } from '../database/sequences.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf, messageOf } from '../rows/rows.ts'

type PostRow = { readonly message_id: number; readonly pinned: number }

/** Posts before a message, the newest of them: oldest first, as a stream is read. */
export async function streamPage(
  connection: Connection,
  channel: number,
  reader: string,
  now: number,
  page: PageRequest,
): Promise<Page<StreamLetter>> {
  const sql =
    'SELECT message_id, pinned FROM posts WHERE channel_id = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?'
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const found = (await connection.statement(sql).all(channel, before, page.limit + 1)) as PostRow[]
  const { rows, next } = pageOf(found, page.limit, ({ message_id: id }) => id)
  const agent = await namesOf(connection).find(reader)
  return {
    rows: (await flatMapped(rows, async (row) => streamLetter(connection, row, agent, now))).reverse(),
    next,
  }
}

async function streamLetter(
  connection: Connection,
  { message_id, pinned }: PostRow,
  reader: number | undefined,
  now: number,
): Promise<readonly StreamLetter[]> {
  return (await postLetter(connection, message_id, reader, now)).map((letter) => ({
    ...letter,
    pinned: pinned === 1,
  }))
}

/** A post with the reader's own copy of it; none where the message is gone. */
export async function postLetter(
  connection: Connection,
  id: number,
  reader: number | undefined,
  now: number,
): Promise<readonly Letter[]> {
  const message = await findMessageRow(connection, id)
  if (message === undefined) return []
  const copy = reader === undefined ? undefined : await findCopyRow(connection, reader, message.rank)
  const delivery =
    copy === undefined || reader === undefined
      ? null
      : await deliveryOf(connection, seenAt(copy, await clockOf(connection, reader, now)))
  return [{ message: await messageOf(connection, message), delivery }]
}

/** Tells which of the messages are in the stream at all. */
export async function pinPosts(
  connection: Connection,
  channel: number,
  messages: readonly number[],
  pinned: boolean,
): Promise<{ readonly found: readonly number[]; readonly changed: readonly number[] }> {
  const known = connection.column('SELECT pinned FROM posts WHERE channel_id = ? AND message_id = ?')
  const put = connection.statement('UPDATE posts SET pinned = ? WHERE channel_id = ? AND message_id = ?')
  const found = await filtered(messages, async (message) => (await known.get(channel, message)) !== undefined)
  const changed = await filtered(
    found,
    async (message) => (await known.get(channel, message)) !== Number(pinned),
  )
  for (const message of changed) await put.run(Number(pinned), channel, message)
  return { found, changed }
}
