import type { FullMessage, Message } from '../../../src/domain/message.ts'
import type { TaskStore } from '../../task-store.ts'
import { arrivals, messageOrder } from '../arrivals.ts'
import type { Connection } from '../connection.ts'
import type { Came } from '../order.ts'
import { wholeOf } from '../rows/letters.ts'
import { messageOf, messageShape } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'

/** Of an event `e`: its copy was handed to its agent. */
export const wasHanded = "e.what IN ('shown', 'read', 'process', 'claim', 'ack')"

const byId = { ...messageOrder, placeOf: ({ id }: Message) => id }

/** The messages of tasks, as they arrive, for callers that follow them. */
export function openTraffic(
  connection: Connection,
): Working<Pick<TaskStore, 'history' | 'traffic' | 'steps'>> {
  return {
    history: (id, after, most, characters = Number.POSITIVE_INFINITY) =>
      connection.read((at) =>
        arrivals(at, after, byId, (came) => within(at, id, came, { most, characters })),
      ),
    traffic: (after, most) =>
      connection.read(function* (at) {
        let came = false
        const found = yield* arrivals(at, after, byId, function* ({ condition, bindings }) {
          // Most changes of a store bring no message. Those without a task must not be gone through again at the next change.
          const any = `SELECT 1 FROM messages m WHERE ${condition} LIMIT 1`
          came = (yield* at.cell(any, bindings)) === 1
          if (!came) return { rows: [], isFull: false }
          const sql = `SELECT ${messageShape.columns} FROM messages m WHERE m.task IS NOT NULL AND ${condition} ORDER BY m.id LIMIT @most`
          const rows = yield* at.wide(messageShape, sql, { ...bindings, most })
          return {
            rows: yield* sideBySide(at, rows, (each, row) => messageOf(each, row)),
            isFull: rows.length === most,
          }
        })
        return { ...found, came }
      }),
    *steps(id, since) {
      const sql = `SELECT count(*) FROM (SELECT DISTINCT e.message_id, e.agent_id FROM messages m JOIN events e ON e.message_id = m.id
WHERE m.task = ? AND m.id >= ? AND ${wasHanded}) s`
      return (yield* connection.cell<number>(sql, id, since)) ?? 0
    },
  }
}

/** A few at a time: long bodies of many would be in memory together. */
const fewRows = 8

function* within(
  connection: Connection,
  id: string,
  { condition, bindings }: Came,
  { most, characters }: { readonly most: number; readonly characters: number },
): Work<{ readonly rows: readonly FullMessage[]; readonly isFull: boolean }> {
  const from = `messages m WHERE m.task = @id AND m.id > @from AND ${condition} ORDER BY m.id LIMIT @count`
  const rows: FullMessage[] = []
  const step = Number.isFinite(characters) ? fewRows : most
  for (let left = characters; rows.length < most; ) {
    const count = Math.min(step, most - rows.length)
    const place = { ...bindings, id, from: rows.at(-1)?.id ?? 0, count }
    const found = yield* connection.whole(messageShape, from, place)
    for (const row of found) {
      const message = yield* wholeOf(connection, row, row)
      rows.push(message)
      left -= message.body.length
      if (left <= 0) return { rows, isFull: true }
    }
    if (found.length < count) return { rows, isFull: false }
  }
  return { rows, isFull: true }
}
