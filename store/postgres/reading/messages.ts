import { isLost, MailError } from '../../../src/domain/errors.ts'
import type { FullLetter, FullMessage, Letter } from '../../../src/domain/message.ts'
import type { MessageCursor, MessageStore, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { threadSizeSql } from '../../sql/reading/mailbox-sql.ts'
import { afterBindings, cameAfter, cursorBeside, cursorOfSnapshot } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { findCopy } from '../rows/copies.ts'
import { findIds, uuidOf } from '../rows/ids.ts'
import { type FullRow, findFullLetter, wholeColumns, wholeOf } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { fullMessageOf, type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'

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
      return findFullLetter(connection, id, owner === null ? undefined : await names.find(owner))
    },
    async thread(message, owner, page) {
      const agent = owner === null ? undefined : await names.find(owner)
      return connection.read(async () => {
        const root = (await connection.statement(rootSql).get(message)) as Root | undefined
        if (root === undefined) throw new MailError('not-found', `There is no message ${message}.`, '')
        return { ...root, ...(await threadPage(connection, root.thread, agent, page)) }
      })
    },
    async threadSizes(threads) {
      const sql = `SELECT ${threadSizeSql('t.value')} FROM numbers(?) t`
      return (await connection.column(sql).all(JSON.stringify(threads))) as number[]
    },
    async sent(from, page) {
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
      const found = await sentRows(connection, await names.find(from), before, page.limit + 1)
      const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
      return { rows: await mapped(rows, async (row) => sentLetter(connection, row)), next }
    },
    async newest() {
      const row = (await connection.statement(newestSql).get()) as {
        readonly message: number | null
        readonly snapshot: string
      }
      return { message: row.message, cursor: cursorOfSnapshot<MessageCursor>(row.snapshot) }
    },
    async cursorAt(message, side) {
      const seen = await connection.column('SELECT seen::text FROM messages WHERE id = ?').get(message)
      return typeof seen === 'string' ? cursorBeside(seen, message, side) : null
    },
    async arrivedAfter(cursor, messages) {
      const sql = `SELECT m.id FROM numbers(@messages) j JOIN messages m ON m.id = j.value WHERE ${cameAfter('m', 'm.id')}`
      const bindings = { ...afterBindings(cursor), messages: JSON.stringify(messages) }
      const later = new Set((await connection.column(sql).all(bindings)) as number[])
      return messages.filter((message) => later.has(message))
    },
    async answeredBy(agent, messages) {
      return (await connection.column(answeredSql).all({
        agent: (await names.find(agent)) ?? -1,
        messages: JSON.stringify(messages),
      })) as number[]
    },
    async keyed(from, key) {
      const sql = 'SELECT id FROM messages WHERE sender_id = ? AND key = ?'
      const id = await connection.column(sql).get((await names.find(from)) ?? -1, key)
      return typeof id === 'number' ? id : null
    },
    async uuid(message) {
      return uuidOf(connection, message)
    },
  }
}

const newestSql = 'SELECT (SELECT max(id) FROM messages) AS message, pg_current_snapshot()::text AS snapshot'

async function sentRows(
  connection: Connection,
  sender: number | undefined,
  before: number,
  most: number,
): Promise<readonly MessageRow[]> {
  if (sender === undefined) return []
  const sql = `SELECT ${messageColumns} FROM messages m WHERE m.sender_id = @sender AND m.id < @before ORDER BY m.id DESC LIMIT @most`
  return (await connection.statement(sql).all({ sender, before, most })) as MessageRow[]
}

async function sentLetter(connection: Connection, row: MessageRow): Promise<Letter> {
  return { message: await messageOf(connection, row), delivery: null }
}

/** An answer is in the thread of its message. */
const answeredSql = `SELECT m.id FROM numbers(@messages) j JOIN messages m ON m.id = j.value
WHERE EXISTS(SELECT 1 FROM messages a WHERE a.thread_id = m.thread_id AND a.thread_id <> a.id AND a.id > m.id AND a.reply_to = m.id AND a.sender_id = @agent)`

type Root = { readonly thread: number; readonly subject: string }
const rootSql =
  'SELECT r.id AS thread, r.subject FROM messages m JOIN messages r ON r.id = m.thread_id WHERE m.id = ?'

/** The first message of a thread has no entry in the index of threads: it is found by its own id. */
export function threadSql(bodies: boolean): string {
  const columns = bodies ? wholeColumns : `${messageColumns}, '' AS body`
  return `SELECT ${columns} FROM messages m WHERE m.id = @thread AND m.id > @after
UNION ALL SELECT ${columns} FROM messages m WHERE m.thread_id = @thread AND m.thread_id <> m.id AND m.id > @after
ORDER BY 1 LIMIT @limit`
}

async function threadPage(
  connection: Connection,
  thread: number,
  owner: number | undefined,
  page: PageRequest & { readonly bodies: boolean },
): Promise<Page<FullLetter>> {
  const found = (await connection
    .statement(threadSql(page.bodies))
    .all({ thread, after: numberCursor(page.after, -1), limit: page.limit + 1 })) as FullRow[]
  const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
  return {
    rows: await mapped(rows, async (row) => ({
      message: page.bodies ? await wholeOrTold(connection, row) : await fullMessageOf(connection, row, ''),
      delivery: await findCopy(connection, owner, row.rank),
    })),
    next,
  }
}

/** A body that is lost hides no conversation: in its place stands that it is. */
async function wholeOrTold(connection: Connection, row: FullRow): Promise<FullMessage> {
  try {
    return await wholeOf(connection, row)
  } catch (error) {
    if (!isLost(error)) throw error
    return await fullMessageOf(connection, row, `[${error.message}]`)
  }
}
