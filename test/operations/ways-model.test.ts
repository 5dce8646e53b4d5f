import fc from 'fast-check'
import { test } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'
import { makeFolder } from '../support/store-bare.ts'
import { series } from '../support/ways-steps.ts'
import { openWorld } from '../support/ways-world.ts'

function waysOfStores(
  on: string,
  many: number,
  open: () => Promise<{ store: MailStore; close(): Promise<void> }>,
): void {
  test(
    proof(
      `${on}: each agent has the mail that some way brings it and nobody took back, and none is lost in silence`,
      many,
      'series',
    ),
    async () => {
      await fc.assert(
        fc.asyncProperty(series, async (steps) => {
          const { store, close } = await open()
          try {
            const world = await openWorld(store)
            for (const one of steps) {
              await world.take(one)
              await world.check()
            }
            await world.end()
          } finally {
            await close()
          }
        }),
        { numRuns: many },
      )
    },
    proofPatience(1_800_000),
  )
}

waysOfStores('SQLite', scaled(60, 2_000), async () => {
  const folder = makeFolder()
  const store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})

await withPostgres((server) => {
  waysOfStores('PostgreSQL', scaled(20, 600), async () => {
    const address = await server.fresh()
    const store = await openPostgresStore(address, { create: false })
    return {
      store,
      async close() {
        await store.close()
        server.recycle(address)
      },
    }
  })
})
