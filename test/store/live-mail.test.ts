import { closeSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { act, enroll, send } from './fixture.ts'

let folder: ReturnType<typeof makeFolder>
let store: MailStore
const opened: MailStore[] = []

beforeEach(async () => {
  folder = makeFolder()
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  opened.push(store)
  await enroll(store, 'writer', 'reader', 'other')
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  folder.remove()
})

/** Whether it still waits after a time that is longer than any poll. */
function sleeps(promise: Promise<void>): Promise<boolean> {
  const late = new Promise<true>((resolve) => setTimeout(resolve, 800, true))
  return Promise.race([promise.then(() => false as const), late])
}

const never = new AbortController().signal

it('sleeps through the mail of others, and wakes for one’s own', async () => {
  const waiting = store.live.mail('reader', never)
  await send(store, { to: ['other'] })
  expect(await sleeps(waiting)).toBe(true)
  await send(store, { to: ['reader'] })
  await waiting
})

it('while mail is unread every change counts, so that none is missed between raising and storing', async () => {
  const id = await send(store, { to: ['reader'] })
  const waiting = store.live.mail('reader', never)
  await send(store, { to: ['other'] })
  await waiting
  await act(store, 'reader', 'archive', id)
  expect(openSignals(folder.location).isRaised('reader')).toBe(false)
  const again = store.live.mail('reader', never)
  await send(store, { to: ['other'] })
  expect(await sleeps(again)).toBe(true)
})

it('wakes although its file was removed meanwhile', async () => {
  const waiting = store.live.mail('reader', never)
  await new Promise((next) => setTimeout(next, 50))
  unlinkSync(openSignals(folder.location).path('reader'))
  await send(store, { to: ['reader'] })
  await waiting
})

it('wakes although its file was removed while another process had it open', async () => {
  const waiting = store.live.mail('reader', never)
  const file = openSignals(folder.location).path('reader')
  const open = openSync(file, 'r+')
  await new Promise((next) => setTimeout(next, 50))
  unlinkSync(file)
  await new Promise((next) => setTimeout(next, 50))
  await send(store, { to: ['reader'] })
  await waiting
  closeSync(open)
})

it('ends where its folder is gone', async () => {
  const waiting = store.live.mail('reader', never)
  rmSync(`${folder.location}/signals`, { recursive: true })
  writeFileSync(`${folder.location}/signals`, 'no folder')
  await waiting
})

it('ends with its signal, and with the store', async () => {
  const stop = new AbortController()
  const waiting = store.live.mail('reader', stop.signal)
  const other = store.live.mail('reader', never)
  stop.abort()
  await waiting
  await opened.pop()?.close()
  await other
})

it('sees what another connection writes', async () => {
  const far = await openSqliteStore(folder.location, { create: false, durability: 'normal', yields: true })
  opened.push(far)
  const waiting = far.live.mail('reader', never)
  await send(store, { to: ['other'] })
  expect(await sleeps(waiting)).toBe(true)
  await send(store, { to: ['reader'] })
  await waiting
})
