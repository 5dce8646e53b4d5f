import type { FullMessage } from '../../../src/domain/message.ts'
import type { Connection } from '../connection.ts'
import { wholeOf } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { messageShape } from '../rows/rows.ts'
import type { Work } from '../work.ts'

const withOthers = `messages m WHERE m.task = @id AND m.id < @before AND m.kind <> 'complete' AND (m.sender_id = @agent
  OR EXISTS(SELECT 1 FROM numbers(m.recipients) r WHERE r.value = @agent)) ORDER BY m.id DESC LIMIT @count`
/** A few at a time: long bodies of many would be in memory together. */
const few = 8

type Most = { readonly messages: number; readonly characters: number }

/** The last messages between one of a task and the others, oldest first. */
export function* exchanged(
  connection: Connection,
  id: string,
  address: string,
  most: Most,
): Work<readonly FullMessage[]> {
  const agent = yield* findNumber(connection, address)
  const rows: FullMessage[] = []
  if (agent === undefined) return rows
  for (let left = most.characters; rows.length < most.messages; ) {
    const count = Math.min(few, most.messages - rows.length)
    const before = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
    const found = yield* connection.whole(messageShape, withOthers, { id, agent, before, count })
    for (const row of found) {
      const message = yield* wholeOf(connection, row, row)
      left -= message.body.length
      if (left < 0 && rows.length > 0) return rows.reverse()
      rows.push(message)
    }
    if (found.length < count) break
  }
  return rows.reverse()
}
