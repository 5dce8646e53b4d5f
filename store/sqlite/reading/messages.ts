import { isLost, MailError } from '../../../src/domain/errors.ts'
import type { FullLetter, FullMessage, Letter } from '../../../src/domain/message.ts'
import type { MessageStore, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { messageCursor, numberBefore } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { findCopy } from '../rows/copies.ts'
import { findIds, uuidOf } from '../rows/ids.ts'
import { type FullRow, findFullLetter, newestMessage, wholeColumns, wholeOf } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { fullMessageOf, type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'
import { threadSizes } from '../rows/thread-sizes.ts'
import { cellReader, messageRowOf } from '../rows/wide-rows.ts'

type Reading = Pick<
  MessageStore,
  | ('find' | 'read' | 'thread' | 'threadSizes' | 'sent' | 'answeredBy' | 'keyed' | 'uuid')
  | ('newest' | 'cursorAt' | 'arrivedAfter')
>

export function openMessages(connection: Connection): Reading {
  const names = namesOf(connection)
  return {
    async find(reference) {
      return findIds(connection, reference)
    },
    async read(id, owner) {
      return connection.read(() =>
        findFullLetter(connection, id, owner === null ? undefined : names.find(owner)),
      )
    },
    async thread(message, owner, page) {
      const agent = owner === null ? undefined : names.find(owner)
      return connection.read(() => {
        const root = connection.statement(rootSql).get(message) as Root | undefined
        if (root === undefined) throw new MailError('not-found', `There is no message ${message}.`, '')
        return { ...root, ...threadPage(connection, root.thread, agent, page) }
      })
    },
    async threadSizes(threads) {
      return threadSizes(connection, threads)
    },
    async sent(from, page) {
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
      const found = sentRows(connection, names.find(from), before, page.limit + 1)
      const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
      return { rows: rows.map((row) => sentLetter(connection, row)), next }
    },
    async newest() {
      const newest = newestMessage(connection)
      return { message: newest === 0 ? null : newest, cursor: messageCursor(newest) }
    },
    async cursorAt(message, side) {
      const isThere = connection.column('SELECT 1 FROM messages WHERE id = ?').get(message) !== undefined
      return isThere ? messageCursor(side === 'after' ? message : message - 1) : null
    },
    async arrivedAfter(cursor, messages) {
      const known = numberBefore(cursor)
      return messages.filter((message) => message > known)
    },
    async answeredBy(agent, messages) {
      return connection.column(answeredSql).all({
        agent: names.find(agent) ?? -1,
        messages: JSON.stringify(messages),
      }) as number[]
    },
    async keyed(from, key) {
      const sql = 'SELECT id FROM messages WHERE sender_id = ? AND key = ? AND key IS NOT NULL'
      const id = connection.column(sql).get(names.find(from) ?? -1, key) as number | undefined
      return id ?? null
    },
    async uuid(message) {
      return uuidOf(connection, message)
    },
  }
}

function sentRows(
  connection: Connection,
  sender: number | undefined,
  before: number,
  most: number,
): readonly MessageRow[] {
  if (sender === undefined) return []
  const sql = `SELECT ${messageColumns} FROM messages m WHERE m.sender_id = @sender AND m.id < @before ORDER BY m.id DESC LIMIT @most + 0`
  return cellReader(connection, messageColumns, sql)({ sender, before, most }).map(messageRowOf)
}

function sentLetter(connection: Connection, row: MessageRow): Letter {
  return { message: messageOf(connection, row), delivery: null }
}

/** An answer is in the thread of its message. */
const answeredSql = `SELECT m.id FROM json_each(@messages) j CROSS JOIN messages m ON m.id = j.value
WHERE EXISTS(SELECT 1 FROM messages a WHERE a.thread_id = m.thread_id AND a.thread_id <> a.id AND a.id > m.id AND a.reply_to = m.id AND a.sender_id = @agent)`

type Root = { readonly thread: number; readonly subject: string }
const rootSql =
  'SELECT r.id AS thread, r.subject FROM messages m JOIN messages r ON r.id = m.thread_id WHERE m.id = ?'

/** The first message of a thread has no entry in the index of threads: it is found by its own id. */
export function threadSql(bodies: boolean): string {
  const columns = bodies ? wholeColumns : `${messageColumns}, NULL AS body_file, '' AS body`
  return `SELECT ${columns} FROM messages m WHERE m.id = @thread AND m.id > @after
UNION ALL SELECT ${columns} FROM messages m WHERE m.thread_id = @thread AND m.thread_id <> m.id AND m.id > @after
ORDER BY 1 LIMIT @limit + 0`
}

function threadPage(
  connection: Connection,
  thread: number,
  owner: number | undefined,
  page: PageRequest & { readonly bodies: boolean },
): Page<FullLetter> {
  const found = connection
    .statement(threadSql(page.bodies))
    .all({ thread, after: numberCursor(page.after, -1), limit: page.limit + 1 }) as FullRow[]
  const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
  return {
    rows: rows.map((row) => ({
      message: page.bodies ? wholeOrTold(connection, row) : fullMessageOf(connection, row, ''),
      delivery: findCopy(connection, owner, row.rank),
    })),
    next,
  }
}

/** A body that is lost hides no conversation: in its place stands that it is. */
function wholeOrTold(connection: Connection, row: FullRow): FullMessage {
  try {
    return wholeOf(connection, row)
  } catch (error) {
    if (!isLost(error)) throw error
    return fullMessageOf(connection, row, `[${error.message}]`)
  }
}
