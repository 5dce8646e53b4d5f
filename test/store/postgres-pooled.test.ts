import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { mailErrorOf } from '../../store/postgres/database/errors.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore, restorePostgresStore } from '../../store/postgres/postgres-store.ts'
import { hear, withoutPoll } from '../support/listeners.ts'
import { asMailer, findPgbouncer, type Pooler, startPooler } from '../support/pooler.ts'
import { withPostgres } from '../support/postgres.ts'
import { askServer, connected } from '../support/postgres-server.ts'
import { endurance } from '../support/scale.ts'
import { soon } from '../support/soon.ts'
import { describeStore, type Table } from './conformance.ts'
import { enroll, idsIn, openings, send } from './fixture.ts'

const transactions = ['pool_mode=transaction', 'default_pool_size=2']
const ignoring = 'ignore_startup_parameters=options'

/** What pgbouncer says, all with the same code. */
test.each([
  ['no more connections allowed (max_client_conn)', 'busy'],
  ['query_wait_timeout', 'busy'],
  ['client_login_timeout (server down)', 'busy'],
  ['pgbouncer cannot connect to server', 'busy'],
  ['server login has been failing, try again later (server_login_retry)', 'busy'],
  ['server login failed: FATAL: the database system is starting up', 'busy'],
  ['server conn crashed?', 'busy'],
  ['server connection closed', 'busy'],
  ['server login failed: FATAL: password authentication failed for user "ada"', 'not-allowed'],
  ['bouncer config error', 'not-allowed'],
  ['SSL required', 'not-allowed'],
  ['no such database: mail', 'not-allowed'],
  ['no such user: ada', 'not-allowed'],
  ['auth failed', 'not-allowed'],
  ['transaction blocks not allowed in statement pooling mode', 'not-allowed'],
])('a pooler that says %s is %s', (said, code) => {
  expect(mailErrorOf(Object.assign(new Error(said), { code: '08P01' }), 'here')).toMatchObject({ code })
})

test('a statement that was confused with another one is a fault of ours', () => {
  const said = 'bind message supplies 1 parameters, but prepared statement "w2" requires 3'
  const error = Object.assign(new Error(said), { code: '08P01', routine: 'exec_bind_message' })
  expect(mailErrorOf(error, 'here')).toBe(error)
})

await withPostgres((server) => {
  const program = findPgbouncer()
  if (program === null) {
    process.stderr.write('Tests with pgbouncer are skipped: it is not installed.\n')
    test.skip('through pgbouncer, which is not installed', () => undefined)
    return
  }

  const kinds: readonly [name: string, settings: readonly string[], chosen: readonly Table[]][] = [
    [
      'refuses options',
      transactions,
      ['messages', 'holds', 'queues', 'live', 'log', 'search', 'mail that comes back', 'upkeep'],
    ],
    ['ignores options', [...transactions, ignoring], ['messages', 'live']],
  ]
  describe.each(kinds)('a pooler that %s', (name, settings, chosen) => {
    let pooler: Pooler
    let direct: string
    let pooled: string
    beforeAll(async () => {
      direct = await asMailer(await server.bare())
      pooler = await startPooler(program, direct, settings)
      pooled = pooler.through(direct)
      await (await openPostgresStore(pooled, { create: true })).close()
    })
    afterAll(() => pooler.stop())
    const open = (words = '') => openPostgresStore(`${pooled}${words}`, { create: false })

    describeStore(
      `PostgreSQL, behind a pooler that ${name}`,
      async () => {
        const address = await server.fresh()
        const openThrough = () => openPostgresStore(pooler.through(address), { create: false })
        return openings(openThrough, () => server.recycle(address))
      },
      endurance ? undefined : chosen,
    )

    it('leaves nothing on the connections that others are lent', async () => {
      const store = await open()
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

    it('is noticed where the database says what names mean', async () => {
      const name = new URL(direct).pathname.slice(1)
      await askServer(direct, `ALTER DATABASE ${name} SET search_path = watchpost`)
      const stores = await Promise.all([open(), open(), open()])
      for (const store of stores) await enroll(store, 'writer', 'reader')
      await Promise.all(stores.map((store) => send(store)))
      for (const store of stores) await store.close()
      await askServer(direct, `ALTER DATABASE ${name} RESET search_path`)
    })

    it('is examined, backed up, and filled from a backup', async () => {
      const folder = mkdtempSync('/tmp/watchpost-pooled-')
      const store = await open()
      await enroll(store, 'writer', 'reader')
      await send(store)
      const file = join(folder, 'copy')
      const { messages } = await store.backups.make(file, false)
      await store.close()
      expect((await examineServer(pooled, true)).findings).toEqual([])
      const bare = await server.bare()
      const { counts } = await restorePostgresStore(pooler.through(bare), async () => file)
      expect(counts).toMatchObject({ messages })
      expect((await examineServer(bare, false)).findings).toEqual([])
      rmSync(folder, { recursive: true })
    })

    it('wakes those who wait by a connection of their own, where the address names one', async () => {
      const folder = new URL(direct).searchParams.get('host') ?? ''
      const [waiter, sender] = [await open(`&listen=${encodeURIComponent(folder)}`), await open()]
      await enroll(sender, 'writer', 'listener')
      const client = await connected(direct)
      const isAsleep = async (): Promise<boolean> => {
        const { rows } = await client.query('SELECT bool_and(NOT rung) AS asleep FROM watchpost.machines')
        return rows[0].asleep === true
      }
      await withoutPoll(async () => {
        const heard = hear(waiter, 'listener')
        while (!(await isAsleep()));
        // It looks once more after its bell was cleared.
        await new Promise((next) => setTimeout(next, 200))
        const id = await send(sender, { to: ['listener'] })
        expect(await heard).toEqual([id])
      }, 500)
      await client.end()
      await waiter.close()
      await sender.close()
    })
  })

  it('a pooler that lends for one statement is refused', async () => {
    const address = await server.fresh()
    const pooler = await startPooler(program, address, ['pool_mode=statement', ignoring])
    const pooled = pooler.through(address)
    const used = async () => {
      const store = await openPostgresStore(pooled, { create: false })
      try {
        return await idsIn(store, 'reader')
      } finally {
        await store.close()
      }
    }
    // The pooler says why and hangs up; what was on its way to it then may cost its last words.
    await soon(() =>
      expect(used()).rejects.toMatchObject({
        code: 'not-allowed',
        message: expect.stringContaining('one statement at a time'),
      }),
    )
    await pooler.stop()
    server.recycle(address)
  })
})
