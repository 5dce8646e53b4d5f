import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openWorkerStore } from '../../store/worker/worker-store.ts'
import { shippedWorker } from '../support/shipped-worker.ts'
import { makeFolder } from '../support/store-bare.ts'

const folder = makeFolder()

afterAll(() => folder.remove())

const open = () =>
  openWorkerStore(folder.location, { create: true, durability: 'normal', workerFile: shippedWorker })

it('looks go on in a thread whose write waits for another process, and the write then comes through', async () => {
  const store = await open()
  const other = new Database(join(folder.location, 'mail.db'))
  other.exec('BEGIN IMMEDIATE')
  const order: string[] = []
  const writes = [
    store.facts.setSwarm('first').then(() => order.push('first')),
    store.facts.setSwarm('second').then(() => order.push('second')),
  ]
  expect(await store.facts.read()).toMatchObject({ swarm: null })
  expect(order).toEqual([])
  other.exec('ROLLBACK')
  await Promise.all(writes)
  expect(order).toEqual(['first', 'second'])
  expect(await store.facts.read()).toMatchObject({ swarm: 'second' })
  other.close()
  await store.close()
})

it('is closed while a write waits', async () => {
  const store = await open()
  const other = new Database(join(folder.location, 'mail.db'))
  other.exec('BEGIN IMMEDIATE')
  const write = store.facts.setSwarm('never').catch((error: Error) => error.message)
  await store.facts.read()
  await store.close()
  expect(await write).toMatch(/closed/u)
  other.close()
})
