import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'

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
  await new Promise((resolve) => setTimeout(resolve, 100))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(2)
  expect(await store.facts.read()).toMatchObject({ swarm: null })
  expect(written).toBe(false)
  other.exec('ROLLBACK')
  await write
  expect(await store.facts.read()).toMatchObject({ swarm: 'mine' })
  other.close()
  await store.close()
})
