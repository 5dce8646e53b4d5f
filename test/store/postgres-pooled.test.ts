import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { findPgbouncer, type Pooler, startPooler } from '../support/pooler.ts'
import { withPostgres } from '../support/postgres.ts'
import { connected } from '../support/postgres-server.ts'
import { describeStore } from './conformance.ts'
import { enroll, openings, send } from './fixture.ts'

const transactions = ['pool_mode=transaction', 'default_pool_size=2']
const ignoring = 'ignore_startup_parameters=options'

await withPostgres((server) => {
  /** Without a pooler: what is set for each transaction must be all that a statement needs. */
  describeStore('PostgreSQL, by an address that names a pooler', async () => {
    const address = await server.fresh()
    const open = () => openPostgresStore(`${address}&pooler=transaction`, { create: false })
    return openings(open, () => server.recycle(address))
  })

  const program = findPgbouncer()
  if (program === null) {
    process.stderr.write('Tests with pgbouncer are skipped: it is not installed.\n')
    test.skip('through pgbouncer, which is not installed', () => undefined)
    return
  }

  describe.each([
    ['refuses options', transactions],
    ['ignores options', [...transactions, ignoring]],
  ])('a pooler that %s', (name, settings) => {
    let pooler: Pooler
    beforeAll(async () => {
      pooler = await startPooler(program, await server.bare(), settings)
    })
    afterAll(() => pooler.stop())

    describeStore(`PostgreSQL, behind a pooler that ${name}`, async () => {
      const address = await server.fresh()
      const open = () => openPostgresStore(pooler.through(address), { create: false })
      return openings(open, () => server.recycle(address))
    })

    it('makes a store, and leaves nothing on the connections that others are lent', async () => {
      const address = await server.bare()
      const pooled = pooler.through(address)
      await (await openPostgresStore(pooled, { create: true })).close()
      const store = await openPostgresStore(pooled, { create: false })
      await enroll(store, 'writer', 'reader')
      await Promise.all([send(store), send(store), send(store)])
      const other = await connected(pooled)
      const { rows } = await other.query(`SELECT current_setting('search_path') AS path,
        current_setting('idle_in_transaction_session_timeout') AS idle,
        (SELECT count(*)::int FROM pg_prepared_statements) AS prepared, (SELECT count(*)::int FROM pg_listening_channels()) AS channels`)
      expect(rows).toEqual([{ path: '"$user", public', idle: '0', prepared: 0, channels: 0 }])
      await other.end()
      await store.close()
    })
  })
})
