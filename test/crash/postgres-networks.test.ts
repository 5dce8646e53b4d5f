import pg from 'pg'
import { afterAll, expect, it, test } from 'vitest'
import type { MessageCursor } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { prepareLoad, runLoad } from '../support/faults.ts'
import { type Networks, openNamespaces, openProxies } from '../support/networks.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'
import { soon } from '../support/soon.ts'

const [cuts, programs, longest] = [scaled(4, 40), 8, scaled(1_500, 9_000)]
const random = generator(20_261_128)
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

/** Cuts one link or both, and restores them, so often. Some cuts last longer than the server waits for an open change. */
async function cutAndRestore({ sides }: Networks): Promise<void> {
  for (let at = 0; at < cuts; at += 1) {
    await pause(400 + random() * 600)
    const chosen = at % 3 === 2 ? sides : sides.filter((_, side) => side === at % 2)
    for (const side of chosen) side.cut(at % 2 === 1)
    await pause(200 + random() * longest)
    for (const side of chosen) side.restore()
  }
}

function proves(what: string, networks: () => Promise<Networks>, server: { readonly address: string }): void {
  async function look(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.address, options: '-c search_path=watchpost' })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  it(
    proof(
      `PostgreSQL: ${programs} programs on two machines, ${what}, whose links are cut and restored: nothing lost or doubled, each command done or busy`,
      cuts,
      'cuts',
    ),
    async () => {
      const between = await networks()
      await (await openPostgresStore(server.address, { create: true })).close()
      const load = {
        stores: between.sides.map(({ address }) => address),
        through: between.sides.map(({ through }) => through),
        senders: programs / 2,
        claimants: programs / 2,
        look,
        body: (at: number) => 'x'.repeat((at * 997) % 3_000),
        faults: () => cutAndRestore(between),
      }
      await prepareLoad(load)
      const { wrong, sent } = await runLoad(load)
      expect(wrong).toEqual([])
      expect(sent).toBeGreaterThan(cuts)
      between.close()
    },
    proofPatience(1_800_000),
  )
}

await withOwnPostgres([], (server) => {
  proves('through proxies', () => openProxies(server), server)

  it('what asks on a line that is cut for good ends as busy, and the next one gets through', async () => {
    const between = await openProxies(server)
    const [side] = between.sides
    await (await openPostgresStore(server.address, { create: true })).close()
    const store = await openPostgresStore(side?.address ?? '', { create: false, silence: 300 })
    await soon(() => store.facts.read())
    const look = () => store.deliveries.count('nobody', Date.now())
    const change = () => store.facts.remember('finished-upto', '0:0:' as MessageCursor)
    side?.cut(false)
    // The end of the look before may be what gets no answer first: then the line is said to be gone.
    const late = { code: 'busy', message: expect.stringContaining('cannot be reached') }
    await expect(look()).rejects.toMatchObject(late)
    await expect(change()).rejects.toMatchObject({ code: 'busy' })
    side?.restore()
    await soon(look)
    await soon(change)
    await store.close()
    between.close()
  })
})

let namespaces: Networks | null = null
try {
  namespaces = openNamespaces()
} catch (error) {
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  process.stderr.write(`Networks of their own are left out: ${why}\n`)
  test.skip(`networks of their own, which cannot be made here: ${why}`, () => undefined)
}
afterAll(() => namespaces?.close())
if (namespaces !== null) {
  const made = namespaces
  await withOwnPostgres(made.settings, (server) =>
    proves('each in a network of its own', async () => made, server),
  )
}
