import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBatch } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { proof, scaled } from '../support/scale.ts'

const messages = scaled(300, 4_000)
let store: CrashStore

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader'])
})
afterAll(() => store.remove())

describe('two readers of one mailbox', () => {
  it(
    proof('two readers racing for one mailbox: no message is shown twice', messages, 'messages'),
    async () => {
      const sent = await store.fill(
        'sender',
        Array.from({ length: messages }, (_, at) => ({
          subject: `letter ${at}`,
          body: 'body '.repeat(at % 50),
        })),
      )
      const [one, other] = await Promise.all([takeAll(), takeAll()])
      expect(one.length + other.length).toBe(messages)
      expect([...one, ...other].toSorted()).toEqual(sent.toSorted())
      expect(Math.min(one.length, other.length)).toBeGreaterThan(0)
      const twice = store.look((database) =>
        database
          .prepare(
            "SELECT message_id FROM events WHERE what = 'shown' GROUP BY message_id HAVING count(*) > 1",
          )
          .all(),
      )
      expect(twice).toEqual([])
    },
  )
})

/** Asks as often as there are messages; what it is told at the end is that nothing is left. */
async function takeAll(): Promise<readonly string[]> {
  const batch = openBatch(['--store', store.location, '--as', 'reader'])
  batch.feed(Array.from({ length: messages }, () => ({ command: 'next', input: {} })))
  await batch.finish()
  const problems = batch.lines.filter(({ ok, error }) => !ok && error?.code !== 'nothing')
  expect(problems).toEqual([])
  return batch.lines.flatMap(({ ok, value }) =>
    ok ? [(value as { message: { id: string } }).message.id] : [],
  )
}
