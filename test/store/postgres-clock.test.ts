import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openFarClock } from '../../store/shared/far-clock.ts'
import { withPostgres } from '../support/postgres.ts'
import { askServer } from '../support/postgres-server.ts'
import { onEachQuery } from '../support/statements.ts'

const minute = 60_000

await withPostgres((server) => {
  let address: string
  let stores: MailStore[]
  let off: number
  /** The steady clock of a machine that hurries, where a test says so. */
  const sources = {
    day: () => Date.now(),
    steady: () => performance.now() + off,
    uptime: () => performance.now(),
  }
  beforeEach(async () => {
    address = await server.fresh()
    stores = []
    off = 0
  })
  afterEach(async () => {
    for (const store of stores) await store.close()
    server.recycle(address)
  })

  async function open(): Promise<MailStore> {
    const store = await openPostgresStore(address, { create: false, clock: openFarClock(sources) })
    stores.push(store)
    return store
  }

  const wrongBy = (store: MailStore) => Math.abs(store.now() - Date.now())

  it('the time comes with the one statement that opens a store', async () => {
    const asked: string[] = []
    const end = onEachQuery(async (_, { text }, ask, question) => {
      asked.push(text)
      return ask(question)
    })
    try {
      const store = await open()
      expect(wrongBy(store)).toBeLessThan(2_000)
      for (let times = 0; times < 100; times += 1) store.now()
      expect(asked).toEqual([expect.stringContaining("FROM watchpost.facts WHERE name = 'schema'")])
    } finally {
      end()
    }
  })

  it('a program that runs for long asks again, and is right where its own clocks were not', async () => {
    const store = await open()
    off = 2 * minute
    expect(wrongBy(store)).toBeGreaterThan(minute)
    await vi.waitFor(() => expect(wrongBy(store)).toBeLessThan(2_000))
    expect(store.ahead()).toBe(0)
  })

  it('it asks sooner after a connection was lost, which may lead elsewhere now', async () => {
    const store = await open()
    off = minute / 3
    expect(wrongBy(store)).toBeGreaterThan(minute / 6)
    await store.roster.version()
    expect(wrongBy(store)).toBeGreaterThan(minute / 6)
    await askServer(
      address,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    )
    await vi.waitFor(() => expect(wrongBy(store)).toBeLessThan(2_000))
  })

  it('a server that does not answer leaves the time as it is known', async () => {
    const store = await open()
    await store.close()
    off = 2 * minute
    expect(wrongBy(store)).toBeGreaterThan(minute)
    expect(wrongBy(store)).toBeGreaterThan(minute)
  })
})
