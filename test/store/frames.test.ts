import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { doer, enroll, send, start, system } from './fixture.ts'

/** A page in the log, with its head. */
const frame = 4096 + 24
const times = 100

let folder: ReturnType<typeof makeFolder>
let store: MailStore
beforeEach(async () => {
  folder = makeFolder()
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  await enroll(store, 'sender', 'reader', 'nux')
})
afterEach(async () => {
  await store.close()
  folder.remove()
})

/** How many pages one of many alike writes to the log. */
async function framesOf(deed: (at: number) => Promise<unknown>): Promise<number> {
  const size = () => statSync(join(folder.location, 'mail.db-wal')).size
  const before = size()
  for (let at = 0; at < times; at += 1) await deed(at)
  return (size() - before) / frame / times
}

it('a claim and its completion write few pages', async () => {
  await store.queues.create({ ...defaultQueue, name: 'work' }, system, start)
  for (let at = 0; at < times; at += 1)
    await send(store, { to: [{ address: 'queue:work', via: 'queue:work', owes: true }] })
  const claim = { queue: 'work', forms: ['nux'], lease: null }
  const frames = await framesOf(async (at) => {
    const claimed = await store.queues.claim(doer('nux'), claim, start + at)
    const message = claimed?.letter.message.id ?? 0
    await store.queues.finish(doer('nux'), [{ message }], { verb: 'complete', keep: false }, start + at)
  })
  expect(frames).toBeLessThan(20)
})

it('a request writes few pages', async () => {
  const frames = await framesOf(() => send(store, { to: [{ address: 'reader', via: 'to', owes: true }] }))
  expect(frames).toBeLessThan(6)
})
