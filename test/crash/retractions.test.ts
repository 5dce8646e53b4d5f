import type Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes } from '../../src/domain/delivery.ts'
import { openBatch } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const messages = scaled(60, 600)
const random = generator(37)
let store: CrashStore
let letters: readonly string[] = []
let items: readonly string[] = []

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader', 'other', 'worker'])
  const making = openBatch(['--store', store.location, '--as', 'sender'])
  making.feed([{ command: 'queue create', input: { queue: 'work' } }])
  await making.finish()
  const numbered = Array.from({ length: messages }, (_, at) => ({ subject: `letter ${at}`, body: 'body' }))
  letters = await store.fill(
    'sender',
    numbered.map((one) => ({ ...one, to: ['reader', 'other'] })),
  )
  items = await store.fill(
    'sender',
    numbered.map((one) => ({ ...one, to: ['queue:work'] })),
  )
})
afterAll(() => store.remove())

const shuffled = <T>(list: readonly T[]): readonly T[] =>
  list
    .map((one) => ({ one, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ one }) => one)

/** Twelve programs: some take back what others read, take, complete and claim at the same time. */
const cast: readonly (readonly [as: string, calls: () => readonly object[]])[] = [
  ...Array.from(
    { length: 4 },
    () =>
      [
        'sender',
        () =>
          shuffled([...letters, ...items])
            .slice(0, messages)
            .map((id) => ({ command: 'retract', input: { messages: [id], reason: 'wrong' } })),
      ] as const,
  ),
  ...Array.from(
    { length: 3 },
    (_, at) =>
      [
        'reader',
        () => letters.map(() => ({ command: 'next', input: at === 0 ? { take: true } : {} })),
      ] as const,
  ),
  ...Array.from(
    { length: 2 },
    (_, at) =>
      [
        'other',
        () =>
          shuffled(letters).map((id) => ({
            command: at === 0 ? 'read' : 'complete',
            input: { messages: [id] },
          })),
      ] as const,
  ),
  ...Array.from(
    { length: 3 },
    () => ['worker', () => items.map(() => ({ command: 'claim', input: { queue: 'work' } }))] as const,
  ),
]

it(
  proof(
    '12 programs take back, read, take, complete and claim: seen and told, or never seen',
    messages * 2,
    'messages',
  ),
  async () => {
    const answers = await Promise.all(
      cast.map(async ([as, calls]) => {
        const batch = openBatch(['--store', store.location, '--as', as])
        batch.feed(calls())
        await batch.finish()
        return batch.lines
      }),
    )
    const codes = new Set(answers.flat().flatMap(({ error }) => (error === undefined ? [] : [error.code])))
    for (const code of codes) expect(['nothing', 'conflict', 'stale']).toContain(code)
    const copies = store.look(copiesTakenBack)
    expect(copies.length).toBeGreaterThan(messages / 2)
    expect(copies.filter(({ seen }) => seen).length).toBeGreaterThan(0)
    expect(copies.filter(({ seen }) => !seen).length).toBeGreaterThan(0)
    expect(copies.filter(({ seen, told }) => seen !== told)).toEqual([])
    expect(copies.filter(({ seen, box }) => !seen && box !== boxes.indexOf('retracted'))).toEqual([])
  },
)

type Copy = {
  readonly message: number
  readonly reader: number
  readonly box: number
  readonly seen: boolean
  readonly told: boolean
}

/** Every copy of what was taken back: whether its reader (of an item, its claimant) was given it, and was told. */
function copiesTakenBack(database: Database.Database): readonly Copy[] {
  const rows = database
    .prepare(
      `SELECT r.message_id AS message, d.agent_id AS owner, d.box, (SELECT a.address FROM agents a WHERE a.id = d.agent_id) AS address
FROM retractions r JOIN deliveries d ON d.rank & 281474976710655 = r.message_id`,
    )
    .all() as readonly { message: number; owner: number; box: number; address: string }[]
  const given = database.prepare(
    `SELECT t.actor_id FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what IN ('shown', 'read', 'process', 'complete', 'claim')`,
  )
  const notice = database.prepare(
    `SELECT 1 FROM messages n JOIN agents s ON s.id = n.sender_id AND s.address = 'system', json_each(n.recipients) j
WHERE n.reply_to = ? AND j.value = ?`,
  )
  return rows.map(({ message, owner, box, address }) => {
    const acted = given.pluck().get(message, owner) as number | undefined
    const reader = address.startsWith('queue:') ? (acted ?? -1) : owner
    const told = notice.get(message, reader) !== undefined
    return { message, reader, box, seen: acted !== undefined, told }
  })
}
