import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { act, allPages, enroll, hour, send, start } from './fixture.ts'

const names = ['ana', 'bob', 'cy', 'dan', 'eve', 'fay']
const name = fc.constantFrom(...names)
const step = fc.record({
  from: name,
  to: name,
  deed: fc.constantFrom('wait', 'wait', 'wait', 'wait', 'read', 'complete', 'fail', 'archive', 'snooze'),
  lapses: fc.boolean(),
})

it('pages of debts are in the order of their messages, whoever owes them to whom', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      name,
      fc.integer({ min: 1, max: 7 }),
      async (steps, who, limit) => {
        const folder = makeFolder()
        const store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
        try {
          await enroll(store, ...names)
          const open: { readonly id: number; readonly by: string; readonly to: string }[] = []
          for (const { from, to, deed, lapses } of steps) {
            const recipient = { address: to, expiresAt: lapses ? start + 1 : null }
            const id = await send(store, { from, to: [recipient] })
            if (deed !== 'wait')
              await act(store, to, deed, id, deed === 'snooze' ? { until: start + hour } : {})
            if (!['complete', 'fail', 'archive'].includes(deed)) open.push({ id, by: to, to: from })
          }
          await store.deliveries.bury(start + 2, 50)
          for (const [by, to] of [
            [who, null],
            [null, who],
            [who, who],
          ]) {
            const pages = await allPages((after) =>
              store.deliveries.owed({ by: by ?? null, to: to ?? null }, start, { limit, after }),
            )
            const expected = open.filter((debt) => debt.by === by || debt.to === to)
            expect(pages.map(({ message }) => message.id)).toEqual(expected.map(({ id }) => id))
          }
        } finally {
          await store.close()
          folder.remove()
        }
      },
    ),
    { numRuns: 25 },
  )
})
