import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openBell } from '../../store/sqlite/database/bell.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { endurance } from '../support/scale.ts'
import { undoingOnPostgres, undoingOnSqlite } from '../support/statements.ts'
import { makeFolder } from '../support/store-bare.ts'
import { describeStore, type Table } from './conformance.ts'
import { act, doer, enroll, minute, move, openings, post, send, start } from './fixture.ts'

/** The tables with the most changes. */
const chosen: readonly Table[] = ['moves', 'holds', 'dead letters', 'queues', 'sessions']
const tables = endurance ? undefined : chosen

describe.each([false, true])(
  'where each first attempt is undone, nothing is there twice; gathered: %s',
  (gathered) => {
    it('a bell, numbers, the log and signs of life', async () => {
      const { location, remove } = makeFolder()
      const options = { create: true, durability: 'normal' } as const
      const store = await openSqliteStore(location, options, undoingOnSqlite)
      const change = async <T>(deed: () => Promise<T>): Promise<T> => {
        if (gathered) store.gather()
        const result = await deed()
        if (gathered) await store.commit()
        return result
      }
      await enroll(store, 'writer', 'reader')
      const bell = openBell(location)
      const before = bell.rings
      const at = start + minute
      const ids = [
        await change(() => send(store, { sentAt: at })),
        await change(async () => (await store.messages.deliver(post({ from: 'late', sentAt: at }))).id),
      ]
      expect([ids, bell.rings]).toEqual([[1, 2], before + 2])
      expect(await store.roster.find('writer')).toMatchObject({ lastSeen: at })
      await change(() => act(store, 'reader', 'archive', ids[0] ?? 0, {}, at))
      expect(bell.rings).toBe(before + 3)
      expect((await store.log.since(null, 9)).rows.map(({ seq, deed, what }) => [seq, deed, what])).toEqual([
        [1, 3, 'archive'],
      ])
      const targets = ids.map((message) => ({ message }))
      await change(() => store.deliveries.move(doer('reader'), 'reader', targets, move('archive', at)))
      const { waiting } = await store.live.signals(['reader'])
      expect([waiting, (await store.deliveries.count('reader', at)).total]).toEqual([[], 0])
      expect((await store.messages.read(2, null))?.message.from).toBe('late')
      await store.close()
      remove()
    })
  },
)

describeStore(
  'SQLite, where each first attempt at a change is undone',
  () => {
    const { location, remove } = makeFolder()
    const options = { create: true, durability: 'normal' } as const
    return openings(() => openSqliteStore(location, options, undoingOnSqlite), remove)
  },
  tables,
)

await withPostgres((server) => {
  let stop: () => void
  beforeAll(() => {
    stop = undoingOnPostgres()
  })
  afterAll(() => stop())
  describeStore(
    'PostgreSQL, where each first attempt at a change is undone',
    async () => {
      const address = await server.fresh()
      const open = () => openPostgresStore(address, { create: false })
      return openings(open, () => server.recycle(address))
    },
    tables,
  )
})
