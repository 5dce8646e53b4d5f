import type { FullMessage } from '../../../src/domain/message.ts'
import type { Arrivals, MessageCursor, TaskStore } from '../../mail-store.ts'
import { messageCursor, numberBefore } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { newestMessage, type WholeCells, wholeOf, wholeRowOf, wholeSql } from '../rows/letters.ts'
import { messageColumns, messageOf } from '../rows/rows.ts'
import { cellReader, messageRowOf } from '../rows/wide-rows.ts'

const historySql = wholeSql('messages m WHERE m.task = ? AND m.id > ? ORDER BY m.id LIMIT ? + 0')
const nextSql = wholeSql('messages m WHERE m.task = ? AND m.id > ? ORDER BY m.id LIMIT 1')
const trafficSql = `SELECT ${messageColumns} FROM messages m WHERE m.id > @after AND m.task IS NOT NULL ORDER BY m.id LIMIT @most + 0`

/** The messages of tasks, as they arrive, for callers that follow them. */
export function openTraffic(connection: Connection): Pick<TaskStore, 'history' | 'traffic' | 'steps'> {
  return {
    async history(id, cursor, most, characters) {
      const after = numberBefore(cursor)
      if (characters !== undefined) return historyWithin(connection, { id, after, most, characters })
      return connection.read(() => {
        const found = connection.statement(historySql).all(id, after, most) as WholeCells[]
        const rows = found.map((row) => wholeOf(connection, wholeRowOf(row)))
        return arrivals(rows, after, rows.length === most)
      })
    },
    async traffic(cursor, most) {
      const after = numberBefore(cursor)
      // Most changes of a store bring no message. Those without a task must not be gone through again at the next change.
      const newest = newestMessage(connection)
      if (newest <= after) return { ...arrivals([], after, false), came: false }
      const cells = cellReader(connection, messageColumns, trafficSql)({ after, most })
      const rows = cells.map((row) => messageOf(connection, messageRowOf(row)))
      const more = rows.length === most
      const last = rows.at(-1)?.id ?? after
      return { rows, next: messageCursor(more ? last : Math.max(last, newest)), more, came: true }
    },
    async steps(id, since) {
      const sql = `SELECT count(DISTINCT e.message_id || ' ' || e.agent_id) FROM messages m JOIN events e ON e.message_id = m.id
WHERE m.task = ? AND m.id >= ? AND e.what IN ('shown', 'read', 'process', 'claim', 'ack')`
      return Number(connection.column(sql).get(id, since))
    },
  }
}

function arrivals<Row extends { readonly id: number }>(
  rows: readonly Row[],
  after: number,
  more: boolean,
): Arrivals<Row, MessageCursor> {
  return { rows, next: messageCursor(rows.at(-1)?.id ?? after), more }
}

type Within = {
  readonly id: string
  readonly after: number
  readonly most: number
  readonly characters: number
}

/** One at a time: long bodies of several would be in memory together. */
function historyWithin(
  connection: Connection,
  { id, after, most, characters }: Within,
): Arrivals<FullMessage, MessageCursor> {
  return connection.read(() => {
    const found: FullMessage[] = []
    for (let left = characters; left > 0 && found.length < most; ) {
      const row = connection.statement(nextSql).get(id, found.at(-1)?.id ?? after) as WholeCells | undefined
      if (row === undefined) return arrivals(found, after, false)
      const message = wholeOf(connection, wholeRowOf(row))
      found.push(message)
      left -= message.body.length
    }
    return arrivals(found, after, true)
  })
}
