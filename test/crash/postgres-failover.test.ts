import { expect, it } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { prepareLoad, runLoad } from '../support/faults.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { lookAt } from '../support/postgres-server.ts'
import { proofPatience, scaled } from '../support/scale.ts'

const programs = 8
const before = scaled(3_000, 20_000)
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

await withOwnPostgres(['max_connections=120'], (server) => {
  it(
    `PostgreSQL: the primary ends without a word and its standby is promoted, while ${programs} programs send and claim by an address of both: nothing lost or doubled, each command done or busy`,
    async () => {
      await (await openPostgresStore(server.address, { create: true })).close()
      const standby = await server.standby()
      const [one, two] = [server, standby].map(({ folder }) => encodeURIComponent(folder))
      const both = `postgres://watchpost@localhost/postgres?host=${one},${two}&target_session_attrs=read-write`
      let present = server.address

      const look = (sql: string) => lookAt(present, sql)

      let known = 0
      const count = async () => Number((await look('SELECT count(*) AS n FROM messages'))[0]?.['n'])

      async function faults(): Promise<void> {
        await pause(before)
        await server.kill()
        await pause(500)
        present = standby.address
        await look('SELECT pg_promote()')
        known = await count()
        await pause(before)
      }

      const load = {
        stores: [both],
        senders: programs / 2,
        claimants: programs / 2,
        body: (at: number) => 'x'.repeat((at * 997) % 3_000),
        faults,
        look,
      }
      await prepareLoad(load)
      const { wrong, sent } = await runLoad(load)
      expect(wrong).toEqual([])
      expect(sent).toBeGreaterThan(known)
      expect(await count(), 'sent after the failover').toBeGreaterThan(known)
      await standby.stop()
    },
    proofPatience(120_000),
  )
})
