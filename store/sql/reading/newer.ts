import { boxes } from '../../../src/domain/delivery.ts'
import type { MessageStore, Newer } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { numberOf } from '../rows/names.ts'
import type { Work, Working } from '../work.ts'

/** So far back is newer mail counted: what a sender writes to others is not among its reader's. */
const mostNewer = 50

/** The newer mail of one sort, as far as its reader has it. */
const newerOf = (
  sort: string,
) => `(SELECT m.id, m.rank FROM messages m WHERE ${sort} AND m.sender_id <> @system AND m.id > o.id ORDER BY m.id DESC LIMIT ${mostNewer}) n
CROSS JOIN deliveries d ON d.agent_id = @agent AND d.box = box_of(@agent, n.rank) AND d.rank = n.rank AND d.box < ${boxes.indexOf('retracted')}`
const bySender = newerOf('m.sender_id = o.sender_id')
const inThread = newerOf('m.thread_id = o.thread_id AND m.thread_id <> m.id')
const countedSql = `SELECT o.id, (SELECT count(*) FROM ${bySender}) AS sent, (SELECT max(n.id) FROM ${bySender}) AS "newestSent",
(SELECT count(*) FROM ${inThread}) AS said, (SELECT max(n.id) FROM ${inThread}) AS "newestSaid"
FROM numbers(@ids) j CROSS JOIN messages o ON o.id = j.value WHERE o.sender_id <> @system`
const newerSql =
  `SELECT c.id, c.sent, c.said, c."newestSent", m.id AS newest, m.sent_at AS "sentAt", a.address AS "from"
FROM (${countedSql}) c JOIN messages m ON m.id = coalesce(c."newestSent", c."newestSaid") JOIN agents a ON a.id = m.sender_id ORDER BY c.id`.replaceAll(
    '@system',
    "coalesce((SELECT s.id FROM agents s WHERE s.address = 'system'), -1)",
  )

type Row = {
  readonly id: number
  readonly sent: number
  readonly newestSent: number | null
  readonly said: number
  readonly newest: number
  readonly sentAt: number
  readonly from: string
}

export function openNewer(connection: Connection): Working<Pick<MessageStore, 'newer'>> {
  return { newer: (owner, messages) => newerThan(connection, owner, messages) }
}

function* newerThan(
  connection: Connection,
  owner: string,
  messages: readonly number[],
): Work<readonly Newer[]> {
  const agent = yield* numberOf(connection, owner)
  const rows = yield* connection.rows<Row>(newerSql, { agent, ids: JSON.stringify(messages) })
  return rows.map(({ id: message, sent, said, newestSent, newest: id, from, sentAt }) => {
    const fromSender = newestSent !== null
    return { message, count: Number(fromSender ? sent : said), fromSender, newest: { id, from, sentAt } }
  })
}
