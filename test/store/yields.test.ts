import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { until } from '../support/soon.ts'
import { makeFolder } from '../support/store-bare.ts'
import { enroll, post } from './fixture.ts'

const folder = makeFolder()
const options = { create: true, durability: 'normal', yields: true } as const

afterAll(() => folder.remove())

it('looks and timers go on while a write waits for another process, and the write then comes through', async () => {
  const store = await openSqliteStore(folder.location, options)
  const other = new Database(join(folder.location, 'mail.db'))
  other.exec('BEGIN IMMEDIATE')
  let written = false
  const write = store.facts.setSwarm('mine').then(() => {
    written = true
  })
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  await until(() => ticks > 2)
  clearInterval(timer)
  expect(await store.facts.read()).toMatchObject({ swarm: null })
  expect(written).toBe(false)
  other.exec('ROLLBACK')
  await write
  expect(await store.facts.read()).toMatchObject({ swarm: 'mine' })
  other.close()
  await store.close()
})

it('what several callers send meanwhile is stored together, in its order, and only the bad one is refused', async () => {
  const store = await openSqliteStore(folder.location, options)
  await enroll(store, 'writer', 'reader')
  const other = new Database(join(folder.location, 'mail.db'))
  const version = () => other.pragma('data_version', { simple: true }) as number
  other.exec('BEGIN IMMEDIATE')
  const sent = Array.from({ length: 100 }, (_, at) =>
    store.messages.deliver(post({ subject: String(at), ...(at === 7 && { to: ['nobody'] }) })),
  )
  const outcomes = Promise.allSettled(sent)
  await new Promise((resolve) => setTimeout(resolve, 30))
  other.exec('ROLLBACK')
  const before = version()
  const told = await outcomes
  expect(told.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([7])
  const ids = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(ids).toEqual(Array.from({ length: 99 }, (_, at) => at + 1))
  expect(version()).not.toBe(before)
  expect((await store.messages.read(ids[98] ?? 0, null))?.message.subject).toBe('99')
  other.close()
  await store.close()
})
