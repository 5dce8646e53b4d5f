import type { FullMessage } from '../../../src/domain/message.ts'
import type { TaskStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import type { Bodies } from '../rows/bodies.ts'
import { type FullRow, wholeColumns, wholeOf } from '../rows/letters.ts'
import { type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'

/** What is written in tasks, as it comes, for whoever follows it. */
export function openTraffic(
  connection: Connection,
  bodies: Bodies,
): Pick<TaskStore, 'history' | 'traffic' | 'steps'> {
  return {
    async history(id, after, most, characters) {
      if (characters !== undefined) return historyWithin(connection, bodies, { id, after, most, characters })
      const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.task = ? AND m.id > ? ORDER BY m.id LIMIT ? + 0`
      return connection.read(() =>
        (connection.statement(sql).all(id, after, most) as FullRow[]).map((row) =>
          wholeOf(connection, bodies, row),
        ),
      )
    },
    async traffic(after, most) {
      const sql = `SELECT ${messageColumns} FROM messages m WHERE m.id > ? AND m.task IS NOT NULL ORDER BY m.id LIMIT ? + 0`
      return (connection.statement(sql).all(after, most) as MessageRow[]).map((row) =>
        messageOf(connection, row),
      )
    },
    async steps(id, since) {
      const sql = `SELECT count(DISTINCT e.message_id || ' ' || e.agent_id) FROM messages m JOIN events e ON e.message_id = m.id
WHERE m.task = ? AND m.id >= ? AND e.what IN ('shown', 'read', 'process', 'claim', 'ack')`
      return Number(connection.column(sql).get(id, since))
    },
  }
}

type Within = {
  readonly id: string
  readonly after: number
  readonly most: number
  readonly characters: number
}

/** One at a time: long bodies of several would be in memory together. */
function historyWithin(connection: Connection, bodies: Bodies, { id, after, most, characters }: Within) {
  const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.task = ? AND m.id > ? ORDER BY m.id LIMIT 1`
  return connection.read(() => {
    const found: FullMessage[] = []
    for (let left = characters; left > 0 && found.length < most; ) {
      const row = connection.statement(sql).get(id, found.at(-1)?.id ?? after) as FullRow | undefined
      if (row === undefined) break
      const message = wholeOf(connection, bodies, row)
      found.push(message)
      left -= message.body.length
    }
    return found
  })
}
