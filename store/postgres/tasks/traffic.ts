import type { FullMessage, Message } from '../../../src/domain/message.ts'
import type { MessageCursor, TaskStore } from '../../mail-store.ts'
import { type AfterBindings, arrivals } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { type FullRow, wholeColumns, wholeOf } from '../rows/letters.ts'
import { type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'

const byId = { row: 'm', number: 'm.id', numberOf: ({ id }: Message) => id }

/** What is written in tasks, as it comes, for whoever follows it. */
export function openTraffic(connection: Connection): Pick<TaskStore, 'history' | 'traffic' | 'steps'> {
  return {
    async history(id, after, most, characters = Number.POSITIVE_INFINITY) {
      return connection.read(async () =>
        arrivals<FullMessage, MessageCursor>(connection, after, byId, async (condition, bindings) =>
          within(connection, condition, { ...bindings, id }, { most, characters }),
        ),
      )
    },
    async traffic(after, most) {
      let came = false
      const found = await connection.read(async () =>
        arrivals<Message, MessageCursor>(connection, after, byId, async (condition, bindings) => {
          const any = `SELECT 1 FROM messages m WHERE ${condition} LIMIT 1`
          // Most changes of a store bring no message.
          came = (await connection.column(any).get(bindings)) === 1
          if (!came) return { rows: [], isFull: false }
          const sql = `SELECT ${messageColumns} FROM messages m WHERE m.task IS NOT NULL AND ${condition} ORDER BY m.id LIMIT @most`
          const rows = (await connection.statement(sql).all({ ...bindings, most })) as MessageRow[]
          return {
            rows: await mapped(rows, async (row) => messageOf(connection, row)),
            isFull: rows.length === most,
          }
        }),
      )
      return { ...found, came }
    },
    async steps(id, since) {
      const sql = `SELECT count(DISTINCT (e.message_id, e.agent_id)) FROM messages m JOIN events e ON e.message_id = m.id
WHERE m.task = ? AND m.id >= ? AND e.what IN ('shown', 'read', 'process', 'claim', 'ack')`
      return Number(await connection.column(sql).get(id, since))
    },
  }
}

/** A few at a time: long bodies of many would be in memory together. */
const atOnce = 8

async function within(
  connection: Connection,
  condition: string,
  bindings: AfterBindings,
  { most, characters }: { readonly most: number; readonly characters: number },
): Promise<{ readonly rows: readonly FullMessage[]; readonly isFull: boolean }> {
  const sql = `SELECT ${wholeColumns} FROM messages m WHERE m.task = @id AND ${condition} AND m.id > @from ORDER BY m.id LIMIT @count`
  const rows: FullMessage[] = []
  const step = Number.isFinite(characters) ? atOnce : most
  for (let left = characters; rows.length < most; ) {
    const count = Math.min(step, most - rows.length)
    const from = rows.at(-1)?.id ?? 0
    const found = (await connection.statement(sql).all({ ...bindings, from, count })) as FullRow[]
    for (const row of found) {
      const message = await wholeOf(connection, row)
      rows.push(message)
      left -= message.body.length
      if (left <= 0) return { rows, isFull: true }
    }
    if (found.length < count) return { rows, isFull: false }
  }
  return { rows, isFull: true }
}
