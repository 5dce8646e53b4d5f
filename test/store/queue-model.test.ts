import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { Claimed, MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder } from '../support/store-bare.ts'
import { doer, enroll, send, start, system } from './fixture.ts'

/** What a worker knows of an item that it was given, until it forgets it in a crash. */
type Held = { readonly by: string; readonly attempt: number; until: number }
type Step =
  | { readonly do: 'claim'; readonly by: string }
  | { readonly do: 'crash'; readonly by: string }
  | {
      readonly do: 'renew' | 'release' | 'complete' | 'fail'
      readonly by: string
      readonly at: number
      readonly stale: boolean
    }
  | { readonly do: 'wait'; readonly for: number }

const workers = ['a', 'b', 'c']
const [lease, limit, items, most] = [100, 3, 4, 2]
const folder = makeFolder()
let store: MailStore
let made = 0
beforeAll(async () => {
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  await enroll(store, ...workers)
})
afterAll(async () => {
  await store.close()
  folder.remove()
})

const by = fc.constantFrom(...workers)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), by }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('renew' as const, 'release' as const, 'complete' as const, 'fail' as const),
      by,
      at: fc.nat(items - 1),
      stale: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), for: fc.nat(lease * 2) }) },
)

const series = scaled(60, 1_000)

test(
  proof(
    'queues: whatever claimants do, each item has one live lease at most, and none is lost',
    series,
    'series',
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = await openWorld()
        for (const one of steps) {
          await world.take(one)
          await world.check()
        }
        await world.drain()
      }),
      { numRuns: series },
    )
  },
)

async function openWorld() {
  const name = `q${(made += 1)}`
  const owner = `queue:${name}`
  const queue = { ...defaultQueue, name, lease, attempts: limit, maxConcurrency: most }
  await store.queues.create(queue, system, start)
  const all: number[] = []
  for (let count = 0; count < items; count += 1)
    all.push(await send(store, { to: [{ address: owner, via: owner, owes: false }] }))
  let now = start
  const live = new Map<number, Held>()
  const done = new Set<number>()
  const forgotten = new Set<number>()
  const lastAttempt = new Map<number, number>()

  const claim = (worker: string): Promise<Claimed | null> =>
    store.queues.claim(doer(worker), { queue: name, forms: [worker], lease: null }, now)

  async function give(worker: string): Promise<number | null> {
    const held = [...live.values()].filter(({ until }) => until > now)
    const got = await claim(worker)
    if (got === null) return null
    const id = got.letter.message.id
    expect(held.length, 'more than may be at one time').toBeLessThan(most)
    expect((live.get(id)?.until ?? 0) > now, 'given while another holds it').toBe(false)
    expect(done.has(id), 'given after it was done').toBe(false)
    expect(got.attempt, 'an attempt given twice').toBeGreaterThan(lastAttempt.get(id) ?? 0)
    lastAttempt.set(id, got.attempt)
    forgotten.delete(id)
    live.set(id, { by: worker, attempt: got.attempt, until: now + lease })
    return id
  }

  /** Carries a verb out and tells whether the store let it happen. */
  async function act(
    verb: Exclude<Step['do'], 'claim' | 'crash' | 'wait'>,
    worker: string,
    id: number,
    attempt: number,
  ) {
    const held = { message: id, attempt }
    try {
      if (verb === 'renew') await store.queues.renew(doer(worker), held, null, now)
      else if (verb === 'release') await store.queues.release(doer(worker), held, now)
      else {
        const ending = verb === 'complete' ? ({ verb, keep: false } as const) : ({ verb } as const)
        const [moved] = await store.queues.finish(doer(worker), [held], ending, now)
        return moved?.problem === null
      }
      return true
    } catch {
      return false
    }
  }

  async function boxOf(id: number) {
    return (await store.deliveries.find(owner, id))?.box
  }

  return {
    async take(one: Step): Promise<void> {
      if (one.do === 'wait') now += one.for
      else if (one.do === 'claim') await give(one.by)
      else if (one.do === 'crash') {
        // Nobody tells the store; what the worker held stays leased until its time is over.
        for (const [id, held] of live) if (held.by === one.by) forgotten.add(id)
      } else {
        const id = all[one.at] ?? 0
        const held = live.get(id)
        if (forgotten.has(id) && held?.by === one.by) return
        const attempt = (held?.attempt ?? 1) - (one.stale ? 1 : 0)
        const mine = held?.by === one.by && !one.stale
        const allowed = mine && (one.do !== 'renew' || held.until > now)
        expect(await act(one.do, one.by, id, attempt), `${one.do} of ${id}`).toBe(allowed)
        if (!allowed) return
        if (one.do === 'renew') held.until = now + lease
        else live.delete(id)
        if (one.do === 'complete' || (await boxOf(id)) === 'dead') done.add(id)
      }
    },
    async check(): Promise<void> {
      for (const [id, { until }] of live) {
        const box = await boxOf(id)
        // A lapsed item lies where it lay until somebody looks for work; then the model forgets it too.
        if (until > now) expect(box).toBe('processing')
        else if (box !== 'processing') live.delete(id)
        if (box === 'dead') done.add(id)
      }
      const found = await store.queues.find(name, now)
      const { available = 0, processing = 0, completed = 0, failed = 0 } = found ?? {}
      expect(available + processing + completed + failed, 'an item was lost').toBe(items)
      expect(processing).toBe([...live.values()].filter(({ until }) => until > now).length)
    },
    /** At the end all work can be done: nothing hangs. */
    async drain(): Promise<void> {
      for (let rounds = 0; rounds < items * limit * 2; rounds += 1) {
        now += lease * 3
        const id = await give('a')
        if (id === null) break
        const held = live.get(id)
        expect(await act('complete', 'a', id, held?.attempt ?? 0)).toBe(true)
        live.delete(id)
        done.add(id)
      }
      const found = await store.queues.find(name, now)
      expect(found).toMatchObject({ available: 0, processing: 0 })
      expect((found?.completed ?? 0) + (found?.failed ?? 0)).toBe(items)
    },
  }
}
