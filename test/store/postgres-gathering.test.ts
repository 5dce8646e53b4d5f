import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { connect } from '../../store/postgres/database/connection.ts'
import { openPool } from '../../store/postgres/database/pool.ts'
import { shared } from '../../store/postgres/engine/shared.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { addressOf, findNumber, requireNumber } from '../../store/sql/rows/names.ts'
import { inTurn } from '../../store/sql/work.ts'
import { withPostgres } from '../support/postgres.ts'
import { doer, enroll, idsIn, move, post, send, start } from './fixture.ts'

await withPostgres((server) => {
  let address: string
  let opened: MailStore[]
  let clients: pg.Client[]
  let store: MailStore

  beforeEach(async () => {
    address = await server.fresh()
    opened = []
    clients = []
    store = await open()
    await enroll(store, 'writer', 'reader')
  })
  afterEach(async () => {
    for (const one of opened) await one.close()
    for (const one of clients) await one.end()
    server.recycle(address)
  })

  async function open(): Promise<MailStore> {
    const made = await openPostgresStore(address, { create: false })
    opened.push(made)
    return made
  }
  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    return client
  }
  const others = 'datname = current_database() AND pid <> pg_backend_pid()'
  const untilWaits = (client: pg.Client, most = 1) =>
    expect
      .poll(async () => {
        const sql = `SELECT 1 FROM pg_stat_activity WHERE ${others} AND wait_event_type = 'Lock'`
        return (await client.query(sql)).rows.length
      })
      .toBe(most)

  it('PostgreSQL: who reads while changes are gathered locks nothing for others', async () => {
    const id = await send(store)
    store.gather()
    await send(store)
    expect(await store.messages.read(id, 'reader')).not.toBeNull()
    expect(await store.deliveries.find('reader', id)).not.toBeNull()
    const client = await connected()
    const sql = 'SELECT 1 FROM deliveries FOR UPDATE NOWAIT'
    expect((await client.query(sql)).rows).toHaveLength(1)
    await store.commit()
  })

  it('PostgreSQL: a gathered change that meets another one in a deadlock is done again, and what was gathered is stored', async () => {
    const [one, two, judge] = [await connected(), await connected(), await connected()]
    await one.query(`ALTER DATABASE ${new URL(address).pathname.slice(1)} SET deadlock_timeout = '1500ms'`)
    const late = await open()
    const ids = [await send(store), await send(store)]
    const lock = (at: number) =>
      `SELECT 1 FROM deliveries d JOIN messages m USING (rank) WHERE m.id = ${ids[at]} FOR UPDATE OF d`
    // The gathered change finds the deadlock, and is ended: the other one looks for it much later.
    await two.query("SET deadlock_timeout = '10s'")
    await two.query(`BEGIN; ${lock(1)}`)
    late.gather()
    const first = await send(late)
    const targets = ids.map((message) => ({ message }))
    const moved = late.deliveries.move(doer('reader'), 'reader', targets, move('archive', start))
    await untilWaits(judge)
    await two.query(lock(0))
    await two.query('COMMIT')
    expect((await moved).map(({ changed }) => changed)).toEqual([true, true])
    await late.commit()
    expect(await idsIn(store, 'reader')).toEqual([first])
  })

  it('PostgreSQL: changes that were gathered before a statement failed are refused as busy, not as stored', async () => {
    const judge = await connected()
    store.gather()
    await store.facts.remember('finished-upto', '0:0:' as never)
    const blocker = await connected()
    await blocker.query('BEGIN; LOCK TABLE deliveries')
    const look = expect(store.deliveries.count('reader', start)).rejects.toMatchObject({ code: 'busy' })
    await untilWaits(judge)
    await judge.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${others} AND wait_event_type = 'Lock'`,
    )
    await look
    await expect(send(store)).rejects.toMatchObject({ code: 'busy' })
    await expect(store.commit()).rejects.toMatchObject({ code: 'busy' })
    await blocker.query('ROLLBACK')
    expect(await store.facts.remembered('finished-upto')).toBeNull()
    await send(store)
  })

  it('PostgreSQL: the number of a name that was never stored is forgotten', async () => {
    const other = await open()
    store.gather()
    await send(store, { from: 'late' })
    expect(await store.deliveries.count('late', start)).toMatchObject({ total: 0 })
    const client = await connected()
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others} AND state LIKE 'idle in%'`,
    )
    await expect(store.commit()).rejects.toMatchObject({ code: 'busy' })
    await enroll(other, 'late')
    const id = await send(other, { to: ['late'] })
    expect(await idsIn(store, 'late')).toEqual([id])
  })

  it('PostgreSQL: what a change learns of names counts within it, and once it is stored', async () => {
    const { pool, location } = await openPool(address, 0, 2)
    const connection = connect(pool, location)
    const namesOn = (one: typeof connection) => ({
      find: (name: string) => inTurn(findNumber(shared(one), name)),
      require: (name: string) => inTurn(requireNumber(shared(one), name)),
      of: (id: number) => inTurn(addressOf(shared(one), id)),
    })
    const names = namesOn(connection)
    const refused = connection.write(async (tx) => {
      await namesOn(tx).require('late')
      await namesOn(tx).find('late')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await names.find('late')).toBeUndefined()
    connection.gather()
    const part = connection.write(async (tx) => {
      await namesOn(tx).require('late')
      throw new Error('refused')
    })
    await expect(part).rejects.toThrow('refused')
    expect(await names.find('late')).toBeUndefined()
    const id = await connection.write(async (tx) => namesOn(tx).require('late'))
    const { query } = pg.Client.prototype
    let asked = 0
    pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
      asked += 1
      return Reflect.apply(query, this, args)
    } as typeof query
    try {
      expect(await names.find('late')).toBe(id)
      expect(asked).toBe(0)
      await connection.commit()
      asked = 0
      expect([await names.find('late'), await names.of(id)]).toEqual([id, 'late'])
      expect(asked).toBe(0)
    } finally {
      pg.Client.prototype.query = query
    }
    await connection.close()
  })

  it('PostgreSQL: a store closes without what was gathered', async () => {
    store.gather()
    await send(store)
    await store.close()
    expect(await idsIn(await open(), 'reader')).toEqual([])
  })

  it('PostgreSQL: gathering that cannot begin keeps no connection', async () => {
    const { pool, location } = await openPool(address, 0, 1)
    const connection = connect(pool, location)
    const { query } = pg.Client.prototype
    let isFailing = true
    pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
      const [text] = args as readonly unknown[]
      if (isFailing && typeof text === 'string' && text.includes('transaction_timeout'))
        return Promise.reject(new Error('failing'))
      return Reflect.apply(query, this, args)
    } as typeof query
    const look = async () => connection.column('SELECT 1').get()
    try {
      connection.gather()
      await expect(connection.write(look)).rejects.toThrow('failing')
      isFailing = false
      expect(pool.totalCount - pool.idleCount).toBe(0)
      expect(await connection.write(look)).toBe(1)
      await connection.commit()
    } finally {
      pg.Client.prototype.query = query
    }
    await connection.close()
  })

  it('PostgreSQL: a gathered send asks its server three times', async () => {
    const { query } = pg.Client.prototype
    store.gather()
    await send(store)
    let asked = 0
    pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
      asked += 1
      return Reflect.apply(query, this, args)
    } as typeof query
    try {
      await store.messages.deliver(post({ from: 'late' }))
      expect(asked).toBe(3)
    } finally {
      pg.Client.prototype.query = query
    }
    await store.commit()
  })
})
