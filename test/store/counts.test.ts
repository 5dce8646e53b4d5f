import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Priority, priorities, rankRange } from '../../src/domain/priority.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder } from '../support/store-bare.ts'
import { act, doer, enroll, hour, send, start, system, undoableVerbs } from './fixture.ts'

const runs = scaled(25, 1_000)

/** Every row looked at, which is what no count of ours does. */
function counted(location: string, owner: string, now: number) {
  const database = new Database(join(location, 'mail.db'), { readonly: true })
  const clock = `min(@now, coalesce((SELECT frozen_at FROM agents WHERE address = @owner), @now))`
  const count = (priority: Priority): number => {
    const { from, to } = rankRange(priority)
    const sql = `SELECT count(*) FROM deliveries WHERE agent_id = (SELECT id FROM agents WHERE address = @owner)
      AND (box = 0 OR (box = 6 AND was = 0 AND snoozed_until <= @now)) AND rank >= @from AND rank < @to
      AND (expires_at IS NULL OR expires_at > ${clock})`
    return database.prepare(sql).pluck().get({ owner, now, from, to }) as number
  }
  const counts = Object.fromEntries(priorities.map((priority) => [priority, count(priority)]))
  database.close()
  return { ...counts, total: Object.values(counts).reduce((sum, one) => sum + one, 0) }
}

type Deed = (store: MailStore, ids: number[], now: number) => Promise<unknown>

const pick = (ids: readonly number[], at: number): number => ids[at % Math.max(1, ids.length)] ?? 0

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...priorities), fc.constantFrom(null, 0.5, 2, 30)).map(
      ([priority, hours]): Deed =>
        async (store, ids, now) => {
          const expiresAt = hours === null ? null : now + hours * hour
          ids.push(
            await send(store, { priority, to: [{ address: 'reader', expiresAt }], expiresAt, sentAt: now }),
          )
        },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...undoableVerbs, 'read' as const), fc.nat(20)).map(
      ([verb, at]): Deed =>
        (store, ids, now) =>
          act(store, 'reader', verb, pick(ids, at), {
            at: now,
            ...(verb === 'snooze' && { until: now + hour }),
          }),
    ),
  },
  fc.constant<Deed>((store, _, now) => store.log.reverse(doer('reader'), 'undo', now)),
  fc.constant<Deed>((store, _, now) => store.deliveries.bury(now, 100)),
  fc.constantFrom('frozen', 'alive').map(
    (state): Deed =>
      (store, _, now) =>
        store.roster.setState('reader', state, system, now),
  ),
  fc.nat(20).map(
    (at): Deed =>
      (store, ids, now) => {
        const again = {
          message: pick(ids, at),
          to: [{ address: 'reader', via: 'to', owes: true }],
          held: [],
        }
        return store.deliveries.redeliver(system, again, now)
      },
  ),
)

it(
  proof('unread mail is counted as if every copy were looked at, whatever happened to it', runs, 'series'),
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(deeds, fc.constantFrom(0, 1, 40, 61, 24 * 60)), { minLength: 5, maxLength: 40 }),
        async (series) => {
          const { location, remove } = makeFolder()
          const store = await openSqliteStore(location, { create: true, durability: 'normal' })
          await enroll(store, 'writer', 'reader')
          const ids: number[] = []
          let now = start
          for (const [deed, minutes] of series) {
            now += minutes * 60_000
            // What a status does not allow is refused, and counts nothing.
            await deed(store, ids, now).catch(() => undefined)
            const reader = counted(location, 'reader', now)
            expect(await store.deliveries.count('reader', now)).toEqual(reader)
            const { total } = counted(location, 'writer', now)
            expect(await store.roster.unreadOfAll(now)).toBe(reader.total + total)
          }
          await store.close()
          remove()
        },
      ),
      { numRuns: runs },
    )
  },
)
