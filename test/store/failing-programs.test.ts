import { expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { makeFolder } from '../support/store-bare.ts'
import { minute, start } from './fixture.ts'

type Findings = ReturnType<typeof examineStore>

async function walk(store: MailStore, examine: () => Promise<Findings>): Promise<void> {
  const { alerts } = store
  const claim = { now: start, until: start + minute, hold: false, seenUpto: null, mostAnHour: 9 }
  const tell = async (program: string, item: string, end: 'sent' | { error: string }, now: number) => {
    const of = { person: 'lea', program }
    await alerts.take(of, { items: [item], whole: false }, { ...claim, now, until: now + minute })
    await alerts.settle(of, [item], end, now)
  }
  expect(await examine()).toEqual([])
  await tell('phone', 'a', { error: 'no network' }, start)
  await tell('phone', 'b', { error: 'no such topic' }, start + 1)
  await tell('desktop', 'a', { error: 'no display' }, start)
  await tell('desktop', 'b', 'sent', start + 1)
  expect(await examine()).toMatchObject([
    {
      finding: 'notify-failed',
      severity: 'advice',
      mended: false,
      why: 'The program phone did not notify lea: no such topic',
      mend: 'Try it with `watchpost notify --test`.',
    },
  ])
  await tell('phone', 'c', 'sent', start + 2)
  expect(await examine()).toEqual([])
}

it('doctor tells what fails in a store of SQLite, until it works again', async () => {
  const { location, remove } = makeFolder()
  const store = await openSqliteStore(location, { create: true, durability: 'normal' })
  await walk(store, async () => examineStore(location, { repair: false, now: start }))
  await store.close()
  remove()
})

await withPostgres((server) =>
  it('doctor tells what fails in a store of PostgreSQL, until it works again', async () => {
    const address = await server.fresh()
    const store = await openPostgresStore(address, { create: false })
    await walk(store, async () => (await examineServer(address, false)).findings)
    await store.close()
    await server.recycle(address)
  }),
)
