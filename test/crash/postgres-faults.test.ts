import { expect, it } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { prepareLoad, runLoad } from '../support/faults.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { lookAt } from '../support/postgres-server.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

const [kills, restarts, programs] = [scaled(6, 50), scaled(1, 10), 12]
const random = generator(20_261_123)
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

await withOwnPostgres(['max_connections=120'], (server) => {
  const look = (sql: string) => lookAt(server.address, sql)

  /** Ends one connection in the server, or one of its processes of any kind by force, whereupon it starts all of them again. */
  async function kill(byForce: boolean): Promise<void> {
    const which = byForce ? 'TRUE' : "backend_type = 'client backend'"
    const rows = await look(`SELECT pid FROM pg_stat_activity WHERE ${which} AND pid <> pg_backend_pid()`)
    const pid = Number(rows[Math.floor(random() * rows.length)]?.['pid'])
    if (Number.isNaN(pid)) return
    if (byForce) process.kill(pid, 'SIGKILL')
    else await look(`SELECT pg_terminate_backend(${pid})`)
  }

  async function ready(): Promise<void> {
    while (!(await look('SELECT 1').then(Boolean, () => false))) await pause(50)
  }

  async function faults(): Promise<void> {
    const every = Math.floor(kills / restarts)
    for (let at = 1; at <= kills; at += 1) {
      await pause(200 + random() * 400)
      await kill(at % 5 === 0)
      await ready()
      if (at % every === 0) await server.restart(at % (2 * every) === 0 ? 'SIGQUIT' : 'SIGINT')
    }
  }

  it(
    proof(
      `PostgreSQL: its processes killed, and the server started again for every fifth, while ${programs} programs send and claim: nothing lost or doubled, each command done or busy`,
      kills,
      'kills',
    ),
    async () => {
      await (await openPostgresStore(server.address, { create: true })).close()
      const load = {
        stores: [server.address],
        senders: programs / 2,
        claimants: programs / 2,
        body: (at: number) => 'x'.repeat((at * 997) % 3_000),
        faults,
        look,
      }
      await prepareLoad(load)
      const { wrong, busy } = await runLoad(load)
      expect(wrong).toEqual([])
      expect(busy).toBeGreaterThan(0)
    },
    proofPatience(1_800_000),
  )
})
