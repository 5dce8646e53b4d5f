import { expect, test } from 'vitest'
import { folders } from '../../src/drivers/folders/folders.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { openMailbox } from '../../src/mailbox.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { enroll } from '../store/fixture.ts'
import { person } from '../support/identities.ts'
import { openMailRoom } from '../support/mailbox.ts'
import { withPostgres } from '../support/postgres.ts'

const names = Array.from({ length: 30 }, (_, at) => `worker-${at}`)

/** Node warns where more than ten listen at one place, which is often a leak. */
async function waitTogether(store: MailStore): Promise<void> {
  const warned: Error[] = []
  const hear = (warning: Error) => void warned.push(warning)
  process.on('warning', hear)
  await enroll(store, 'lead', ...names)
  const as = async (name: string) =>
    openMailbox(await seat(store, name, { swarm: null, folders, identity: person, now: Date.now }))
  const waiting = names.map(async (name) => (await as(name)).wait({ timeout: 60_000 }))
  await new Promise((next) => setTimeout(next, 300))
  await (await as('lead')).send({ to: names, subject: 'Go on' })
  const found = await Promise.all(waiting)
  expect(found.map(({ value }) => value.message.subject)).toEqual(names.map(() => 'Go on'))
  process.off('warning', hear)
  expect(warned).toEqual([])
}

test('many who wait in one process are no leak, and all of them end', async () => {
  const room = await openMailRoom()
  await waitTogether(room.store)
  await room.close()
})

await withPostgres((server) => {
  test('PostgreSQL: many who wait in one process are no leak, and all of them end', async () => {
    const address = await server.fresh()
    const store = await openPostgresStore(address, { create: false })
    await waitTogether(store)
    await store.close()
    server.recycle(address)
  })
})
