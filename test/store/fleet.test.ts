import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder } from '../support/store-bare.ts'
import { act, doer, enroll, hour, send, start, system, undoableVerbs } from './fixture.ts'

const runs = scaled(25, 1_000)
const names = ['one', 'two', 'three'] as const
type Name = (typeof names)[number]

type Copy = {
  readonly owner: string
  readonly box: number
  readonly was: number | null
  readonly owes: number
  readonly ends: number | null
  readonly snoozed: number | null
  readonly holder: string | null
  readonly arrived: number
  readonly frozen: number | null
}

/** The counts of one agent by a look at every copy and every event, which is what no survey does. */
function countedOf(database: Database.Database, name: string, now: number) {
  const copies = database
    .prepare(
      `SELECT a.address AS owner, d.box, d.was, d.owes, d.expires_at AS ends, d.snoozed_until AS snoozed,
      d.held_by AS holder, m.arrived_at AS arrived, a.frozen_at AS frozen
      FROM deliveries d JOIN agents a ON a.id = d.agent_id JOIN messages m ON m.id = d.rank % (1 << 48)`,
    )
    .all() as Copy[]
  const own = copies.filter(({ owner }) => owner === name)
  const unread = own.filter(({ box, was, ends, snoozed, frozen }) => {
    const isUnread = box === 0 || (box === 6 && was === 0 && (snoozed ?? 0) <= now)
    return isUnread && (ends === null || ends > Math.min(now, frozen ?? now))
  })
  const claimed = copies.filter(({ owner, holder }) => owner.startsWith('queue:') && holder === name)
  const failures = database
    .prepare(
      `SELECT t.id, (SELECT max(u.id) FROM deeds u WHERE u.reverses = t.id) AS undone FROM events e JOIN deeds t ON t.id = e.deed_id
      JOIN agents a ON a.id = t.actor_id WHERE e.what = 'fail' AND a.address = ? AND t.at >= ?`,
    )
    .all(name, start + hour) as { id: number; undone: number | null }[]
  const isReversed = database.prepare('SELECT 1 FROM deeds WHERE reverses = ?')
  return {
    unread: unread.length,
    oldest: unread.length === 0 ? null : Math.min(...unread.map(({ arrived }) => arrived)),
    owed: own.filter(({ box, was, owes }) => owes === 1 && ![3, 4, 5].includes(box) && was !== 4).length,
    works: [...own, ...claimed].filter(({ box }) => box === 2).length,
    failed: failures.filter(({ undone }) => undone === null || isReversed.get(undone) !== undefined).length,
  }
}

type Deed = (store: MailStore, ids: readonly number[], now: number) => Promise<unknown>

const who = fc.constantFrom(...names)
const pick = (ids: readonly number[], at: number): number => ids[at % Math.max(1, ids.length)] ?? 0

const sends = fc
  .tuple(
    who,
    who,
    fc.constantFrom('urgent', 'high', 'normal', 'low'),
    fc.constantFrom(1, 2, 3, 4, 5),
    fc.constantFrom(null, 0.5, 2, 30),
    fc.boolean(),
  )
  .map(
    ([from, to, priority, tier, hours, owes]): Deed =>
      (store, _, now) => {
        const expiresAt = hours === null ? null : now + hours * hour
        const recipient = { address: to, expiresAt, owes }
        return send(store, { from, to: [recipient], priority, tier: tier as 5, expiresAt, sentAt: now })
      },
  )
const moves = fc.tuple(who, fc.constantFrom(...undoableVerbs, 'read' as const), fc.nat(20)).map(
  ([name, verb, at]): Deed =>
    (store, ids, now) =>
      act(store, name, verb, pick(ids, at), {
        at: now,
        ...(verb === 'snooze' && { until: now + hour }),
        ...(verb === 'process' && { lease: { by: name, until: now + at * hour } }),
      }),
)
const item = fc.constant<Deed>((store, _, now) =>
  send(store, { to: [{ address: 'queue:work', via: 'queue:work', owes: false }], sentAt: now }),
)
const queued = fc.tuple(who, fc.constantFrom('claim', 'complete', 'fail', 'release'), fc.nat(20)).map(
  ([name, what, at]): Deed =>
    (store, ids, now) => {
      const message = pick(ids, at)
      if (what === 'claim')
        return store.queues.claim(doer(name), { queue: 'work', forms: [name], lease: null }, now)
      if (what === 'release') return store.queues.release(doer(name), { message }, now)
      const ending =
        what === 'fail' ? ({ verb: 'fail' } as const) : ({ verb: 'complete', keep: false } as const)
      return store.queues.finish(doer(name), [{ message }], ending, now)
    },
)
const reversals = fc.tuple(who, fc.constantFrom('undo' as const, 'redo' as const)).map(
  ([name, direction]): Deed =>
    (store, _, now) =>
      store.log.reverse(doer(name), direction, now),
)
const rests = fc.tuple(who, fc.constantFrom('frozen' as const, 'alive' as const)).map(
  ([name, state]): Deed =>
    (store, _, now) =>
      store.roster.setState(name, state, system, now),
)
const upkeep = fc.constantFrom<Deed>(
  (store, _, now) => store.deliveries.bury(now, 100),
  (store, _, now) => store.queues.returnLapsed(system, 100, now),
  (store, ids, now) =>
    store.deliveries.redeliver(
      system,
      { message: pick(ids, 3), to: [{ address: 'one', via: 'to', owes: true }], held: [] },
      now,
    ),
)
const deeds = fc.oneof(
  { weight: 4, arbitrary: sends },
  { weight: 5, arbitrary: moves },
  { weight: 1, arbitrary: item },
  { weight: 3, arbitrary: queued },
  reversals,
  rests,
  upkeep,
)

it(
  proof('the fleet is surveyed as if every copy were looked at, whatever happened to it', runs, 'series'),
  async () => {
    const series = fc.array(fc.tuple(deeds, fc.constantFrom(0, 1, 40, 61, 24 * 60)), {
      minLength: 5,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(series, async (steps) => {
        const { location, remove } = makeFolder()
        const store = await openSqliteStore(location, { create: true, durability: 'normal' })
        await enroll(store, ...names)
        await store.queues.create({ ...defaultQueue, name: 'work' }, system, start)
        const database = new Database(join(location, 'mail.db'), { readonly: true })
        const known = database.prepare('SELECT id FROM messages ORDER BY id').pluck()
        let now = start
        for (const [deed, minutes] of steps) {
          now += minutes * 60_000
          // What a status does not allow is refused, and counts nothing.
          await deed(store, known.all() as number[], now).catch(() => undefined)
          const rows = await store.fleet.survey({ now, failedSince: start + hour })
          const duties = await store.fleet.duties(names, start + hour)
          for (const [at, name] of names.entries()) {
            const row = rows.find(({ address }) => address === name)
            const counted = countedOf(database, name satisfies Name, now)
            expect(row).toMatchObject(counted)
            expect(row?.work === null).toBe(counted.works === 0)
            expect(duties[at]).toEqual({
              works: counted.works,
              owed: counted.owed,
              failed: counted.failed,
            })
          }
        }
        database.close()
        await store.close()
        remove()
      }),
      { numRuns: runs },
    )
  },
)
