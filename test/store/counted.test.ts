import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openDebates } from '../../store/sql/debates/debates.ts'
import { openQueues } from '../../store/sql/places/queues.ts'
import { openAttention } from '../../store/sql/reading/attention.ts'
import { countedTables } from '../../store/sqlite/counted.ts'
import type { Connection } from '../../store/sqlite/database/connection.ts'
import { partOn } from '../../store/sqlite/engine/shared.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder, openBare } from '../support/store-bare.ts'
import { doer, enroll, hour, move, send, start, system } from './fixture.ts'

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

describe('a count reads what was counted', () => {
  let connection: Connection
  let asked: string[]
  beforeEach(() => {
    const bare = openBare(folder.location)
    asked = []
    const noting = (prepare: Connection['statement']): Connection['statement'] => {
      return (sql) => {
        asked.push(sql)
        return prepare(sql)
      }
    }
    connection = { ...bare, statement: noting(bare.statement), column: noting(bare.column) }
  })
  afterEach(() => connection.database.close())

  /** How the planner goes about what was asked, but for transactions. */
  function plans(): readonly string[] {
    const looks = asked.filter((sql) => sql.startsWith('SELECT'))
    expect(looks.length).toBeGreaterThan(0)
    return looks.flatMap((sql) => {
      const names = [...sql.matchAll(/@(\w+)/gu)].map(([, name = '']) => [name, 1])
      const values = names.length > 0 ? [Object.fromEntries(names)] : [...sql.matchAll(/\?/gu)].map(() => 1)
      const rows = connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
      return (rows as { detail: string }[]).map(({ detail }) => detail)
    })
  }
  const walks = (table: RegExp) => plans().filter((line) => table.test(line))

  it.each([
    ['the board of queues', () => partOn(connection, openQueues).boardCounts(null, start)],
    ['Attention', () => partOn(connection, openAttention).queues(start)],
  ])('of items, for %s', async (_, count) => {
    await count()
    // What expires, and claims whose lease is over, are few and lie together.
    for (const line of walks(/^(?:SEARCH|SCAN) (?:d|deliveries)\b/u))
      expect(line).toMatch(/^SEARCH d USING (?:COVERING )?INDEX deliveries_(?:held|expiring) \(/u)
    expect(walks(/^SEARCH c USING PRIMARY KEY \(agent_id=\? AND what=\?\)/u)).not.toEqual([])
  })

  it('of debates', async () => {
    const debates = partOn(connection, (at) => openDebates(at, null))
    await debates.tally()
    await debates.countDeadlocked()
    await debates.boardCounts(start)
    expect(walks(/ debates\b/u).toSorted()).toEqual([
      'SCAN debates USING INDEX debates_unjudged',
      'SEARCH debates USING COVERING INDEX debates_verdict (verdict=? AND newest>?)',
    ])
  })
})

const runs = scaled(20, 500)
type Deed = (store: MailStore, ids: readonly number[], now: number) => Promise<unknown>

const pick = (ids: readonly number[], at: number): number => ids[at % Math.max(1, ids.length)] ?? 0
const any = fc.nat(20)
const item = (at: number, ids: readonly number[]) => ({ queue: 'work', message: pick(ids, at) })

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constant<Deed>((store, _, now) =>
      store.queues.claim(doer('nux'), { queue: 'work', forms: ['nux'], lease: hour }, now),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('complete' as const, 'fail' as const), any).map(
      ([verb, at]): Deed =>
        (store, ids, now) =>
          store.queues.finish(
            doer('nux'),
            [{ message: pick(ids, at) }],
            verb === 'complete' ? { verb, keep: at % 2 === 0 } : { verb },
            now,
          ),
    ),
  },
  any.map(
    (at): Deed =>
      (store, ids, now) =>
        store.queues.requeue(system, item(at, ids), now),
  ),
  any.map(
    (at): Deed =>
      (store, ids, now) =>
        store.queues.giveUp(system, { ...item(at, ids), reason: 'no' }, now),
  ),
  any.map(
    (at): Deed =>
      (store, ids, now) =>
        store.deliveries.move(system, 'queue:work', [{ message: pick(ids, at) }], move('archive', now)),
  ),
  fc.constant<Deed>((store, _, now) => store.queues.returnLapsed(system, 100, now)),
  fc.constant<Deed>((store, _, now) => store.log.reverse(system, 'undo', now)),
  fc.constant<Deed>((store, _, now) => store.log.reverse(doer('nux'), 'undo', now)),
)

/** Every item looked at, which is what no count of ours does. */
function lookedAt(location: string, now: number) {
  const database = new Database(join(location, 'mail.db'), { readonly: true })
  const items = (where: string) =>
    database
      .prepare(
        `SELECT count(*) FROM deliveries d JOIN queues q ON q.agent_id = d.agent_id WHERE ${where.replaceAll('@now', String(now))}`,
      )
      .pluck()
      .get()
  const counts = {
    available: items('box = 0 OR (box = 2 AND held_until <= @now)'),
    processing: items('box = 2 AND held_until > @now'),
    completed: items('box = 3 OR (box = 5 AND was = 3)'),
    failed: items('box IN (4, 7)'),
  }
  database.close()
  return counts
}

it(
  proof('items are counted as if each were looked at, whatever happened to it', runs, 'series'),
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(deeds, fc.constantFrom(0, 1, 61)), { minLength: 5, maxLength: 40 }),
        async (series) => {
          const { location, remove } = makeFolder()
          const store = await openSqliteStore(location, { create: true, durability: 'normal' })
          await enroll(store, 'nux')
          await store.queues.create({ ...defaultQueue, name: 'work', attempts: 2 }, system, start)
          const ids: number[] = []
          for (let count = 0; count < 6; count += 1)
            ids.push(await send(store, { to: [{ address: 'queue:work', via: 'queue:work', owes: false }] }))
          let now = start
          for (const [deed, minutes] of series) {
            now += minutes * 60_000
            // What the item's state does not allow is refused, and counts nothing.
            await deed(store, ids, now).catch(() => undefined)
            const { completed, ...others } = lookedAt(location, now)
            expect(await store.queues.boardCounts(null, now)).toEqual(others)
            expect(await store.queues.find('work', now)).toMatchObject({ completed, ...others })
          }
          await store.close()
          remove()
        },
      ),
      { numRuns: runs },
    )
  },
)

it('a queue that is made later counts what lies there already', async () => {
  const connection = openBare(folder.location)
  connection.database.exec(`INSERT INTO agents(id, address, kind, state, registered_at) VALUES(7, 'queue:old', 'agent', 'named', 0);
INSERT INTO deliveries(agent_id, box, rank, sender_id) VALUES(7, 4, 1, 7), (7, 7, 2, 7), (7, 0, 3, 7);
INSERT INTO queues VALUES('old', 7, 'active', 'fifo', NULL, '["*"]', 1, 1)`)
  const { boardCounts } = partOn(connection, openQueues)
  expect(await boardCounts('old', start)).toEqual({ available: 1, processing: 0, failed: 2 })
  connection.database.close()
})

it('every counted table is one of the schema', () => {
  const connection = openBare(folder.location)
  for (const { table, columns, counting, rows } of countedTables)
    expect(
      connection.database.prepare(`SELECT ${columns} FROM ${table} WHERE ${counting} UNION ${rows}`).all(),
    ).toEqual([])
  connection.database.close()
})
