import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortId } from '../../src/domain/id.ts'
import { openBatch } from '../support/batch.ts'
import { bundled } from '../support/bundled.ts'
import { type CrashStore, makeCrashStore, numberOf } from '../support/crash-store.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const rounds = scaled(12, 200)
const random = generator(20_260_103)
const gatheringSender = await bundled('gathering-sender.ts')
let store: CrashStore

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader'])
})

afterAll(() => store.remove())

describe('a killed program', () => {
  it(proof('kill -9 of the sender: no acknowledged send is lost', rounds), async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round += 1) acknowledged.push(...(await killSender(round)))
    const missing = store.look((database) =>
      acknowledged.filter(
        (id) => database.prepare('SELECT 1 FROM messages WHERE id = ?').get(numberOf(id)) === undefined,
      ),
    )
    expect(acknowledged.length).toBeGreaterThan(rounds)
    expect(missing).toEqual([])
  })

  it(proof('kill -9 of the reader: every message is shown or kept', rounds), async () => {
    const printed = new Set<string>()
    for (let round = 0; round < rounds; round += 1) for (const id of await killReader()) printed.add(id)
    const copies = store.look(
      (database) =>
        database.prepare(copiesQuery).all() as readonly { id: number; box: number; shown: number }[],
    )
    const lost = copies.filter(({ box, shown }) => !(box === 0 || shown > 0))
    const unprinted = copies.filter(({ id, shown }) => shown > 0 && !printed.has(shortId(id)))
    expect(copies.length).toBeGreaterThan(0)
    expect(copies.some(({ shown }) => shown > 0)).toBe(true)
    expect({ lost, unprinted }).toEqual({ lost: [], unprinted: [] })
  })

  it(
    proof('kill -9 of a thread that sends for 200 callers at once: what it said is stored, and once', rounds),
    async () => {
      const [acknowledged, shown] = [new Map<string, number>(), new Set<number>()]
      for (let round = 0; round < rounds; round += 1) await killGathering(round, acknowledged, shown)
      const keyed = "SELECT key, id FROM messages WHERE key GLOB '[0-9]* *'"
      const stored = store.look((database) => database.prepare(keyed).raw().all() as [string, number][])
      const byKey = new Map(stored)
      const lost = [...acknowledged].filter(([key, id]) => byKey.get(key) !== id)
      const ids = new Set(
        store.look((database) => database.prepare('SELECT id FROM messages').pluck().all() as number[]),
      )
      const unstored = [...shown].filter((id) => !ids.has(id))
      const twice = store.look((database) => database.prepare(doubledQuery).all())
      expect(acknowledged.size).toBeGreaterThan(rounds)
      expect(shown.size).toBeGreaterThan(0)
      expect({ lost, unstored, doubled: stored.length - byKey.size, twice }).toEqual({
        lost: [],
        unstored: [],
        doubled: 0,
        twice: [],
      })
    },
  )

  it('leaves a store that checks out', () => {
    expect(store.look((database) => database.pragma('integrity_check', { simple: true }))).toBe('ok')
  })
})

const copiesQuery = `
  SELECT d.rank % 281474976710656 AS id, d.box, (SELECT count(*) FROM events e WHERE e.message_id = d.rank % 281474976710656 AND e.what = 'shown') AS shown
  FROM deliveries d JOIN agents a ON a.id = d.agent_id WHERE a.address = 'reader'`

/** Letters of those callers of which the reader has no copy, or several. */
const doubledQuery = `
  SELECT m.key FROM messages m LEFT JOIN deliveries d ON d.rank = m.rank WHERE m.key GLOB '[0-9]* *' GROUP BY m.id HAVING count(d.rank) <> 1`

/** Kills the sender at a random moment after its first acknowledgement, and notes what it said until then. */
async function killGathering(
  round: number,
  acknowledged: Map<string, number>,
  shown: Set<number>,
): Promise<void> {
  const before = acknowledged.size
  const child = spawn(process.execPath, [gatheringSender, store.location, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isDoomed = false
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    // The last line of a killed program may be torn.
    if (!line.endsWith('}')) return
    const said = JSON.parse(line) as { readonly key?: string; readonly id?: number; readonly shown?: number }
    if (said.shown !== undefined) shown.add(said.shown)
    if (said.key === undefined || said.id === undefined) return
    acknowledged.set(said.key, said.id)
    if (isDoomed) return
    isDoomed = true
    setTimeout(() => child.kill('SIGKILL'), random() * 60)
  })
  await new Promise((resolve) => lines.on('close', resolve))
  expect(acknowledged.size).toBeGreaterThan(before)
}

/** Feeds sends until a random number of them is acknowledged, then kills the program in the midst of the rest. */
async function killSender(round: number): Promise<readonly string[]> {
  const after = 1 + Math.floor(random() * 20)
  const acknowledged: string[] = []
  const batch = openBatch(['--store', store.location, '--as', 'sender'], ({ ok, value }) => {
    if (ok) acknowledged.push((value as { id: string }).id)
    if (acknowledged.length === after) setTimeout(() => batch.child.kill('SIGKILL'), random() * 3)
  })
  batch.feed(
    Array.from({ length: 2_000 }, (_, at) => ({
      command: 'send',
      input: {
        to: ['reader'],
        subject: `round ${round} letter ${at}`,
        body: 'x'.repeat(Math.floor(random() * 2_000)),
      },
    })),
  )
  await batch.closed
  return acknowledged
}

/** Takes mail with `next` and kills the reader at a random moment. Answers what was printed whole. */
async function killReader(): Promise<readonly string[]> {
  const after = 1 + Math.floor(random() * 6)
  let seen = 0
  const batch = openBatch(['--store', store.location, '--as', 'reader'], () => {
    seen += 1
    if (seen === after) setTimeout(() => batch.child.kill('SIGKILL'), random() * 4)
  })
  batch.feed(Array.from({ length: 400 }, () => ({ command: 'next', input: {} })))
  batch.child.stdin?.end()
  await batch.closed
  return batch.lines.flatMap(({ ok, value }) =>
    ok ? [(value as { message: { id: string } }).message.id] : [],
  )
}
