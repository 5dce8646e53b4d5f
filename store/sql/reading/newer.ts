import { boxes } from '../../../src/domain/delivery.ts'
import type { MessageStore, Newer } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { addressOf, numberOf } from '../rows/names.ts'
import { mapped, type Work, type Working } from '../work.ts'

/** So far back is newer mail counted: what a sender writes to others is not among its reader's. */
const mostNewer = 50

/** The newer mail of one sort, as far as its reader has it. */
const newerOf = (
  sort: string,
) => `(SELECT m.id, m.rank FROM messages m WHERE ${sort} AND m.sender_id <> @system AND m.id > o.id ORDER BY m.id DESC LIMIT ${mostNewer}) n
CROSS JOIN deliveries d ON d.agent_id = @agent AND d.box = box_of(@agent, n.rank) AND d.rank = n.rank AND d.box < ${boxes.indexOf('retracted')}`
const bySender = newerOf('m.sender_id = o.sender_id')
const inThread = newerOf('m.thread_id = o.thread_id AND m.thread_id <> m.id')
const newerSql = `SELECT o.id, (SELECT count(*) FROM ${bySender}) AS sent, (SELECT max(n.id) FROM ${bySender}) AS "newestSent",
(SELECT count(*) FROM ${inThread}) AS said, (SELECT max(n.id) FROM ${inThread}) AS "newestSaid"
FROM numbers(@ids) j CROSS JOIN messages o ON o.id = j.value WHERE o.sender_id <> @system ORDER BY o.id`

type Row = {
  readonly id: number
  readonly sent: number
  readonly newestSent: number | null
  readonly said: number
  readonly newestSaid: number | null
}

export function openNewer(connection: Connection): Working<Pick<MessageStore, 'newer'>> {
  return { newer: (owner, messages) => connection.read((at) => newerThan(at, owner, messages)) }
}

function* newerThan(
  connection: Connection,
  owner: string,
  messages: readonly number[],
): Work<readonly Newer[]> {
  const agent = yield* numberOf(connection, owner)
  const system = yield* numberOf(connection, 'system')
  const rows = yield* connection.rows<Row>(newerSql, { agent, system, ids: JSON.stringify(messages) })
  const found = yield* mapped(rows, function* (row): Work<Newer | null> {
    const fromSender = row.newestSent !== null
    const [count, id] = fromSender ? [row.sent, row.newestSent] : [row.said, row.newestSaid]
    if (id === null) return null
    const newest = yield* connection.row<Newest>(newestSql, id)
    if (newest === undefined) return null
    const { sender_id, sentAt } = newest
    const from = yield* addressOf(connection, sender_id)
    return { message: row.id, count: Number(count), fromSender, newest: { id, from, sentAt } }
  })
  return found.filter((one) => one !== null)
}

type Newest = { readonly sender_id: number; readonly sentAt: number }
const newestSql = 'SELECT sender_id, sent_at AS "sentAt" FROM messages WHERE id = ?'
