import { EventEmitter, once } from 'node:events'
import type { QueryConfig } from 'pg'
import { expect, it } from 'vitest'
import { openLending } from '../../store/postgres/database/lending.ts'
import { openLooks, type Query } from '../../store/postgres/database/looks.ts'
import { openPool } from '../../store/postgres/database/pool.ts'
import { withPostgres } from '../support/postgres.ts'
import { askServer } from '../support/postgres-server.ts'

const one: QueryConfig = { text: 'SELECT 1' }
const wrong: QueryConfig = { text: 'SELECT nothing' }
const count: QueryConfig = { text: 'SELECT count(*)::int AS found FROM public.things' }
const kill: QueryConfig = { text: 'SELECT pg_terminate_backend(pg_backend_pid())' }
const server: QueryConfig = { text: 'SELECT pg_backend_pid() AS pid' }

const foundBy = async (query: Query) => (await query(count)).rows[0]?.found

await withPostgres((postgres) => {
  async function open(most?: number, isAlone = false, address?: string) {
    const { pool } = await openPool(address ?? (await postgres.bare()), 0, most)
    return { pool, looks: openLooks(openLending(pool, isAlone), isAlone) }
  }

  it('PostgreSQL: looks of one turn see one moment, whenever they ask', async () => {
    const { pool, looks } = await open()
    await pool.query('CREATE TABLE public.things (id int)')
    const signal = new EventEmitter()
    const stored = once(signal, 'begun').then(async () => pool.query('INSERT INTO public.things VALUES (1)'))
    const early = looks.look(async (query) => {
      const found = await foundBy(query)
      signal.emit('begun')
      await stored
      return [found, await foundBy(query)]
    })
    const late = looks.look(async (query) => {
      await stored
      return foundBy(query)
    })
    expect(await Promise.all([early, late])).toEqual([[0, 0], 0])
    expect(await foundBy(looks.ask)).toBe(1)
    await pool.end()
  })

  it.each([
    ['of one command, it shares their moment', true, false, 0],
    ['of one command, and something changed, it sees that', true, true, 1],
    ['of many callers, it sees what is stored by now', false, false, 1],
  ])('PostgreSQL: where a look comes while others go on: %s', async (_, isAlone, hasChanged, expected) => {
    const address = await postgres.bare()
    const { pool, looks } = await open(2, isAlone, address)
    await askServer(address, 'CREATE TABLE public.things (id int)')
    const signal = new EventEmitter()
    const [begun, ended] = [once(signal, 'begun'), once(signal, 'ended')]
    const early = looks.look(async (query) => {
      const found = await foundBy(query)
      signal.emit('begun')
      await ended
      return [found, await foundBy(query)]
    })
    await begun
    await askServer(address, 'INSERT INTO public.things VALUES (1)')
    if (hasChanged) looks.renew()
    expect(await looks.look(foundBy)).toBe(expected)
    expect(pool.totalCount).toBe(expected + 1)
    signal.emit('ended')
    expect(await early).toEqual([0, 0])
    expect(await looks.look(foundBy)).toBe(1)
    await pool.end()
  })

  it('PostgreSQL: where a look of one command fails, one that came later answers, and so does the next', async () => {
    const { pool, looks } = await open(2, true)
    const signal = new EventEmitter()
    const begun = once(signal, 'begun')
    const failing = looks.look(async (query) => {
      await query(one)
      signal.emit('begun')
      return query(wrong)
    })
    failing.catch(() => undefined)
    await begun
    expect((await looks.look(async (query) => query(one))).rowCount).toBe(1)
    await expect(failing).rejects.toThrow(/nothing/u)
    expect((await looks.ask(one)).rowCount).toBe(1)
    await pool.end()
  })

  it('PostgreSQL: where a look fails, the others of its turn answer', async () => {
    const { pool, looks } = await open()
    const asked = await Promise.allSettled([
      looks.look(async (query) => query(wrong)),
      looks.ask(one),
      looks.look(async (query) => Promise.all([query(one), query(one)])),
      looks.look(async (query) => {
        await query(one)
        return query(wrong)
      }),
      looks.look(async (query) => {
        await query(one)
        return query(one)
      }),
    ])
    expect(asked.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    await expect.poll(() => pool.idleCount - pool.totalCount).toBe(0)
    await pool.end()
  })

  it('PostgreSQL: a look changes nothing', async () => {
    const { pool, looks } = await open()
    await expect(
      looks.look(async (query) => query({ text: 'CREATE TABLE public.things (id int)' })),
    ).rejects.toThrow(/read-only/u)
    await pool.end()
  })

  it('PostgreSQL: more looks than share a moment share connections', async () => {
    const { pool, looks } = await open(4)
    const pids = await Promise.all(
      Array.from({ length: 100 }, () =>
        looks.look(async (query) => (await query(server)).rows[0]?.pid as number),
      ),
    )
    expect(new Set(pids).size).toBe(4)
    await expect.poll(() => pool.idleCount).toBe(4)
    await pool.end()
  })

  it('PostgreSQL: more moments than connections take turns', async () => {
    const { pool, looks } = await open(1)
    const found = await Promise.all(
      Array.from({ length: 100 }, () => looks.look(async (query) => (await query(one)).rowCount)),
    )
    expect(found).toHaveLength(100)
    await pool.end()
  })

  it('PostgreSQL: a pool that ends lets running looks end, and refuses those that come later', async () => {
    const { pool, looks } = await open()
    const signal = new EventEmitter()
    const begun = once(signal, 'begun')
    const running = looks.look(async (query) => {
      await query(one)
      signal.emit('begun')
      await new Promise(setImmediate)
      return (await query(one)).rowCount
    })
    await begun
    const ended = pool.end()
    const later = [looks.ask(one), looks.look(async (query) => Promise.all([query(one), query(one)]))]
    expect(await Promise.allSettled([running, ...later])).toMatchObject([
      { value: 1 },
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    await ended
  })

  it('PostgreSQL: a server that ends a connection fails the looks by it, and no later ones', async () => {
    const { pool, looks } = await open()
    const asked = await Promise.allSettled([
      looks.look(async (query) => Promise.all([query(kill), query(one)])),
      looks.look(async (query) => query(one)),
    ])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await looks.ask(one)).rowCount).toBe(1)
    await pool.end()
  })

  it('PostgreSQL: looks that cannot begin fail', async () => {
    const { pool, looks } = await open()
    pool.once('acquire', (client) => client.query(kill).catch(() => undefined))
    const asked = await Promise.allSettled([
      looks.look(async (query) => Promise.all([query(one), query(one)])),
      looks.look(async (query) => query(one)),
    ])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await pool.end()
  })
})
