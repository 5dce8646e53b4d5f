import { expect, it } from 'vitest'
import { abandon, openLending } from '../../store/postgres/database/lending.ts'
import { openPool } from '../../store/postgres/database/pool.ts'
import { withPostgres } from '../support/postgres.ts'

const question = { text: 'SELECT 1' }

await withPostgres((server) => {
  it('PostgreSQL: whoever asks again and again keeps no connection from those who wait', async () => {
    const { pool } = await openPool(await server.bare(), 0, 2)
    const { ask: asked } = openLending(pool)
    let isOver = false
    const chains = [0, 1].map(async () => {
      while (!isOver) await asked(question)
    })
    await asked(question)
    const other = await pool.connect()
    other.release()
    isOver = true
    await Promise.all(chains)
    await pool.end()
  })

  it('PostgreSQL: statements and transactions share one connection alone, whoever waits for it', async () => {
    const { pool } = await openPool(await server.bare(), 0, 1)
    const { ask, borrow, giveBack } = openLending(pool)
    const isWithin = { text: 'SELECT now() <> statement_timestamp() AS within, pg_sleep(0.001)' }
    const asks = async () => {
      for (let count = 0; count < 40; count += 1) {
        const { rows } = await ask(isWithin)
        expect(rows[0]?.within).toBe(0)
        if (count % 7 === 0) await new Promise(setImmediate)
      }
    }
    const looks = async () => {
      for (let count = 0; count < 40; count += 1) {
        const client = await borrow()
        await client.query('BEGIN; SELECT pg_sleep(0.001)')
        expect((await client.query(isWithin)).rows[0]?.within).toBe(1)
        giveBack(client, client.query('COMMIT'))
        if (count % 5 === 0) await new Promise(setImmediate)
      }
    }
    await Promise.all([asks(), looks(), asks(), looks()])
    await pool.end()
  })

  it('PostgreSQL: a server that stores nothing any more is not asked again by the same connection', async () => {
    const { pool } = await openPool(await server.bare(), 0, 1)
    const { borrow } = openLending(pool)
    const store = async () => {
      const client = await borrow()
      await client.query('CREATE TEMPORARY SEQUENCE kept').catch(async (error) => {
        await abandon(client, error)
        throw error
      })
      return client
    }
    const client = await borrow()
    await client.query('SET default_transaction_read_only = on')
    client.release()
    await expect(store()).rejects.toMatchObject({ code: '25006' })
    const other = await store()
    expect(other).not.toBe(client)
    other.release()
    await pool.end()
  })

  it('PostgreSQL: a store that closes waits for nobody who asks again and again', async () => {
    const { pool } = await openPool(await server.bare(), 0, 2)
    const { ask: asked } = openLending(pool)
    await asked(question)
    const chain = (async () => {
      for (;;) await asked(question)
    })()
    const ended = expect(chain).rejects.toThrow(/pool/u)
    await pool.end()
    await ended
  })

  it('PostgreSQL: what one command asks at once goes by one connection, and a failure ends that alone', async () => {
    const { pool } = await openPool(await server.bare(), 0)
    const { ask } = openLending(pool, true)
    const asked = await Promise.allSettled([ask(question), ask({ text: 'SELECT nothing' }), ask(question)])
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect.poll(() => pool.totalCount).toBe(0)
    await Promise.all(Array.from({ length: 7 }, () => ask(question)))
    await expect.poll(() => [pool.idleCount, pool.totalCount]).toEqual([1, 1])
    await pool.end()
  })

  it('PostgreSQL: statements of one command that follow closely keep no connection from those who wait', async () => {
    const { pool } = await openPool(await server.bare(), 0, 1)
    const { ask } = openLending(pool, true)
    let isOver = false
    const chains = Array.from({ length: 3 }, async () => {
      while (!isOver) await ask({ text: 'SELECT pg_sleep(0.002)' })
    })
    await ask(question)
    const other = await pool.connect()
    other.release()
    isOver = true
    await Promise.all(chains)
    await pool.end()
  })

  it('PostgreSQL: statements of one turn share connections, and the last one goes back', async () => {
    const { pool } = await openPool(await server.bare(), 0, 2)
    const { ask: asked } = openLending(pool)
    for (let count = 0; count < 5; count += 1) await asked(question)
    await Promise.all(Array.from({ length: 7 }, () => asked(question)))
    await expect.poll(() => pool.idleCount).toBe(2)
    await expect(asked({ text: 'SELECT nothing' })).rejects.toThrow()
    await expect.poll(() => [pool.idleCount, pool.totalCount]).toEqual([1, 1])
    await pool.end()
  })
})
