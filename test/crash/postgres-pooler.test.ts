import { expect, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { prepareLoad, runLoad } from '../support/faults.ts'
import { findPgbouncer, startPooler } from '../support/pooler.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { askServer, lookAt } from '../support/postgres-server.ts'
import { proofPatience, scaled } from '../support/scale.ts'

const programs = 4
const before = scaled(2_000, 20_000)
const pause = (milliseconds: number) => new Promise<void>((next) => setTimeout(next, milliseconds))
const pgbouncer = findPgbouncer()

await withOwnPostgres(['max_connections=60'], (server) => {
  if (pgbouncer === null) {
    process.stderr.write('The proof with pgbouncer is skipped: it is not installed.\n')
    test.skip('behind pgbouncer, which is not installed', () => undefined)
    return
  }
  test.each([
    ['refuses options', []],
    ['ignores options', ['ignore_startup_parameters=options']],
  ])(
    `PostgreSQL: ${2 * programs} programs share three connections of a pooler that %s, which ends without a word, with two stores: nothing lost, doubled or confused, each command done or busy`,
    async (name, settings) => {
      const pooler = await startPooler(pgbouncer, server.address, [
        'pool_mode=transaction',
        'default_pool_size=3',
        ...settings,
      ])
      const stores = ['one', 'two'].map((store) => {
        const url = new URL(server.address)
        url.pathname = `/${store}_${name.replaceAll(' ', '_')}`
        return url
      })

      async function run(store: URL, faults: () => Promise<void>) {
        await askServer(server.address, `CREATE DATABASE ${store.pathname.slice(1)}`)
        await (await openPostgresStore(pooler.through(store.href), { create: true })).close()
        const look = (sql: string) => lookAt(store.href, sql)
        const load = {
          stores: [pooler.through(store.href)],
          senders: programs / 2,
          claimants: programs / 2,
          body: (at: number) => 'x'.repeat((at * 997) % 3_000),
          faults,
          look,
        }
        await prepareLoad(load)
        return runLoad(load)
      }

      async function faults(): Promise<void> {
        await pause(before)
        const theirs =
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'watchpost%'"
        await askServer(server.address, theirs)
        await pause(before)
        await pooler.restart()
        await pause(before)
      }

      const [first, second] = stores as [URL, URL]
      const results = await Promise.all([run(first, faults), run(second, () => pause(3 * before))])
      for (const { wrong, sent } of results) {
        expect(wrong).toEqual([])
        expect(sent).toBeGreaterThan(programs)
      }
      await pooler.stop()
    },
    proofPatience(120_000),
  )
})
