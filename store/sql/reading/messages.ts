import { isLost, MailError } from '../../../src/domain/errors.ts'
import type { FullLetter, FullMessage } from '../../../src/domain/message.ts'
import type { MessageStore, Page, PageRequest } from '../../mail-store.ts'
import { messageOrder } from '../arrivals.ts'
import type { Connection, KeptBody } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { findCopy } from '../rows/copies.ts'
import { findIds, uuidOf } from '../rows/ids.ts'
import { findFullLetter, wholeOf } from '../rows/letters.ts'
import { findNumber, numberOf } from '../rows/names.ts'
import { fullMessageOf, learnSenders, type MessageRow, messageShape } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { threadSizeSql } from './mailbox-sql.ts'

type Reading = Pick<
  MessageStore,
  | ('find' | 'read' | 'thread' | 'threadSizes' | 'answeredBy' | 'keyed' | 'uuid')
  | ('newest' | 'cursorAt' | 'arrivedAfter')
>

const sizesSql = `SELECT ${threadSizeSql('t.value')} FROM numbers(?) t`
const keyedSql = 'SELECT id FROM messages WHERE sender_id = ? AND key = ? AND key IS NOT NULL'

export function openMessages(connection: Connection): Working<Reading> {
  const { order } = connection.engine
  return {
    find: (reference) => findIds(connection, reference),
    *read(id, owner) {
      const agent = owner === null ? undefined : yield* findNumber(connection, owner)
      return yield* findFullLetter(connection, id, agent)
    },
    *thread(message, owner, page) {
      const agent = owner === null ? undefined : yield* findNumber(connection, owner)
      return yield* connection.read(function* (at) {
        const root = yield* at.row<Root>(rootSql, message)
        if (root === undefined) throw new MailError('not-found', `There is no message ${message}.`, '')
        return { ...root, ...(yield* threadPage(at, root.thread, agent, page)) }
      })
    },
    threadSizes: (threads) => connection.cells<number>(sizesSql, JSON.stringify(threads)),
    newest: () => order.newestWithCursor(),
    cursorAt: (message, side) => order.cursorBeside(message, side),
    *arrivedAfter(cursor, messages) {
      const { condition, bindings } = order.cameAfter(cursor, messageOrder, 'after')
      const sql = `SELECT m.id FROM numbers(@messages) j CROSS JOIN messages m ON m.id = j.value WHERE ${condition}`
      const later = yield* connection.cells<number>(sql, { ...bindings, messages: JSON.stringify(messages) })
      const isLater = new Set(later)
      return messages.filter((message) => isLater.has(message))
    },
    *answeredBy(address, messages) {
      const agent = yield* numberOf(connection, address)
      return yield* connection.cells<number>(answeredSql, { agent, messages: JSON.stringify(messages) })
    },
    *keyed(from, key) {
      return (yield* connection.cell<number>(keyedSql, yield* numberOf(connection, from), key)) ?? null
    },
    uuid: (message) => uuidOf(connection, message),
  }
}

/** An answer is in the thread of its message. */
const answeredSql = `SELECT m.id FROM numbers(@messages) j CROSS JOIN messages m ON m.id = j.value
WHERE EXISTS(SELECT 1 FROM messages a WHERE a.thread_id = m.thread_id AND a.thread_id <> a.id AND a.id > m.id AND a.reply_to = m.id AND a.sender_id = @agent)`

type Root = { readonly thread: number; readonly subject: string }
const rootSql =
  'SELECT r.id AS thread, r.subject FROM messages m CROSS JOIN messages r ON r.id = m.thread_id WHERE m.id = ?'

/** The first message of a thread has no entry in the index of threads: it is found by its own id. */
export const threadPart = `(SELECT t.id FROM messages t WHERE t.id = @thread AND t.id > @after
UNION ALL SELECT t.id FROM messages t WHERE t.thread_id = @thread AND t.thread_id <> t.id AND t.id > @after
ORDER BY 1 LIMIT @limit) p CROSS JOIN messages m ON m.id = p.id`

function* threadPage(
  connection: Connection,
  thread: number,
  owner: number | undefined,
  page: PageRequest & { readonly bodies: boolean },
): Work<Page<FullLetter>> {
  const bindings = { thread, after: numberCursor(page.after, -1), limit: page.limit + 1 }
  const found: readonly (MessageRow & Partial<KeptBody>)[] = page.bodies
    ? yield* connection.whole(messageShape, threadPart, bindings)
    : yield* connection.wide(messageShape, `SELECT ${messageShape.columns} FROM ${threadPart}`, bindings)
  const inOrder = found.toSorted((one, other) => one.id - other.id)
  const { rows, next } = pageOf(inOrder, page.limit, ({ id }) => id)
  yield* learnSenders(connection, rows)
  return {
    rows: yield* sideBySide(connection, rows, function* (at, row) {
      return {
        message: yield* messageWith(at, row),
        delivery: yield* findCopy(at, owner, row.rank),
      }
    }),
    next,
  }
}

/** With its body where that was read. A body that is lost hides no conversation: in its place stands that it is. */
function* messageWith(connection: Connection, row: MessageRow & Partial<KeptBody>): Work<FullMessage> {
  const { body, body_file = null } = row
  if (body === undefined) return yield* fullMessageOf(connection, row, '')
  try {
    return yield* wholeOf(connection, row, { body, body_file })
  } catch (error) {
    if (!isLost(error)) throw error
    return yield* fullMessageOf(connection, row, `[${error.message}]`)
  }
}
