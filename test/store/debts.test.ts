import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { makeFolder } from '../support/store-bare.ts'
import { act, allPages, enroll, hour, send, start } from './fixture.ts'

const names = ['ana', 'bob', 'cy', 'dan', 'eve', 'fay']
const name = fc.constantFrom(...names)
const step = fc.record({
  from: name,
  to: fc.uniqueArray(name, { minLength: 1, maxLength: names.length }),
  deed: fc.constantFrom('wait', 'wait', 'wait', 'wait', 'read', 'complete', 'fail', 'archive', 'snooze'),
  lapses: fc.boolean(),
})
const words = 'pages of debts are in the order of their messages, whoever owes them to whom'

type Opened = { readonly store: MailStore; remove(): void }

function itHolds(open: () => Promise<Opened>): void {
  it(words, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        name,
        fc.integer({ min: 1, max: 7 }),
        async (steps, who, limit) => {
          const { store, remove } = await open()
          try {
            await enroll(store, ...names)
            const debts: { readonly id: number; readonly by: string; readonly to: string }[] = []
            for (const { from, to, deed, lapses } of steps) {
              const recipients = to.map((address) => ({ address, expiresAt: lapses ? start + 1 : null }))
              const id = await send(store, { from, to: recipients })
              const [doer = ''] = to
              if (deed !== 'wait')
                await act(store, doer, deed, id, deed === 'snooze' ? { until: start + hour } : {})
              const settled = ['complete', 'fail', 'archive'].includes(deed) ? [doer] : []
              for (const by of names)
                if (to.includes(by) && !settled.includes(by)) debts.push({ id, by, to: from })
            }
            await store.deliveries.bury(start + 2, 50)
            for (const [by = null, to = null] of [[who], [undefined, who], [who, who]]) {
              const pages = await allPages((after) =>
                store.deliveries.owed({ by, to }, start, { limit, after }),
              )
              const expected = debts.filter((debt) => debt.by === by || debt.to === to)
              expect(pages.map(({ message, delivery }) => [message.id, delivery?.owner])).toEqual(
                expected.map(({ id, by }) => [id, by]),
              )
            }
          } finally {
            await store.close()
            remove()
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('no page leaves out one of many that owe the same message', async () => {
    const { store, remove } = await open()
    try {
      const many = Array.from({ length: 12 }, (_, at) => `worker-${String(at).padStart(2, '0')}`)
      await enroll(store, 'boss', ...many)
      const first = await send(store, { from: 'boss', to: [{ address: many.at(-1) ?? '' }] })
      const all = await send(store, { from: 'boss', to: many.map((address) => ({ address })) })
      for (const limit of [1, 2, 3, 5]) {
        const pages = await allPages((after) =>
          store.deliveries.owed({ by: null, to: 'boss' }, start, { limit, after }),
        )
        expect(pages.map(({ message, delivery }) => [message.id, delivery?.owner])).toEqual([
          [first, many.at(-1)],
          ...many.map((address) => [all, address]),
        ])
      }
    } finally {
      await store.close()
      remove()
    }
  })
}

itHolds(async () => {
  const folder = makeFolder()
  return {
    store: await openSqliteStore(folder.location, { create: true, durability: 'normal' }),
    remove: folder.remove,
  }
})

await withPostgres((server) => {
  itHolds(async () => {
    const address = await server.fresh()
    return {
      store: await openPostgresStore(address, { create: false }),
      remove: () => server.recycle(address),
    }
  })
})
