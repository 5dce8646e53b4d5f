import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBatch, runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore, numberOf } from '../support/crash-store.ts'

let crash: CrashStore
beforeEach(async () => {
  crash = await makeCrashStore(['reader', 'one', 'two'])
})
afterEach(() => crash.remove())

test('a backup amid a storm of sends is sound and has all that was acknowledged before it began', async () => {
  const acknowledged = new Set<number>()
  const long = 'x'.repeat(300_000)
  const storms = ['one', 'two'].map((sender) => {
    let count = 0
    const storm = openBatch(['--store', crash.location, '--as', sender], ({ ok, value, error }) => {
      if (!ok) throw new Error(JSON.stringify(error))
      acknowledged.add(numberOf((value as { id: string }).id))
      if (count < 300) more(1)
    })
    const more = (amount: number) => {
      const body = (count += amount) % 97 === 0 ? long : 'short'
      const input = { to: ['reader'], subject: `${sender} ${count}`, body }
      storm.feed(Array.from({ length: amount }, () => ({ command: 'send', input })))
    }
    more(20)
    return storm
  })
  const waitFor = async (amount: number) => {
    while (acknowledged.size < amount) await new Promise((next) => setTimeout(next, 2))
  }

  for (const [at, threshold] of [50, 150, 300].entries()) {
    await waitFor(threshold)
    const before = [...acknowledged]
    const file = join(crash.location, '..', `backup-${at}`)
    const { code, err } = await runProgram(['backup', file, '--store', crash.location])
    expect(code, err).toBe(0)
    const copy = new Database(file, { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    const ids = new Set(copy.prepare('SELECT id FROM messages').pluck().all() as number[])
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    expect(copy.prepare("SELECT count(*) FROM messages WHERE body = ''").pluck().get()).toBe(0)
    copy.close()
  }
  expect(await Promise.all(storms.map((storm) => storm.finish()))).toEqual([0, 0])
})
