import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { boxes } from '../../src/domain/delivery.ts'
import { runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore, numberOf } from '../support/crash-store.ts'

let store: CrashStore
let work: string
let request: string
beforeEach(async () => {
  store = await makeCrashStore(['sender', 'reader'])
  work = join(store.location, '..', 'work')
  request = (await store.fill('sender', [{ subject: 'Do it', body: 'x', kind: 'request' }]))[0] ?? ''
})
afterEach(() => store.remove())

/** Every completion fails from now on, as on a disk that has room for the answer and for no more. */
const failing = `CREATE TRIGGER full BEFORE UPDATE OF box ON deliveries
  WHEN NEW.box IN (${boxes.indexOf('completed')}, ${boxes.indexOf('archived')}) BEGIN SELECT RAISE(ABORT, 'full'); END`

const change = (sql: string) => store.look((database) => database.exec(sql))

/** Works on all mail there is. Answers the exit code. */
async function run(): Promise<number | null> {
  const script = `echo "$WATCHPOST_MESSAGE" >> '${work}'; echo done`
  const words = ['run', 'reader', '--once', '--reply', '--quiet', '--store', store.location]
  return (await runProgram([...words, '--', 'sh', '-c', script])).code
}

const worked = () => readFileSync(work, 'utf8').trim().split('\n')

function answers(): unknown {
  const sql = "SELECT count(*) FROM messages WHERE kind = 'response'"
  return store.look((database) => database.prepare(sql).pluck().get())
}

function box(): string | undefined {
  const sql = 'SELECT d.box FROM deliveries d JOIN messages m ON m.rank = d.rank WHERE m.id = ?'
  return boxes[store.look((database) => database.prepare(sql).pluck().get(numberOf(request))) as number]
}

it('a runner that ends between its answer and the completion: the next one only completes', async () => {
  change(failing)
  expect(await run()).not.toBe(0)
  expect([worked(), answers(), box()]).toEqual([[request], 1, 'unread'])
  change('DROP TRIGGER full')
  expect(await run()).toBe(0)
  expect([worked(), answers(), box()]).toEqual([[request], 1, 'archived'])
})

it('work that is taken up again after its completion is done and answered again', async () => {
  expect(await run()).toBe(0)
  const again = ['restore', 'process', 'unread'].map((verb) => [
    verb,
    request,
    '--store',
    store.location,
    '--as',
    'reader',
  ])
  for (const words of again) expect((await runProgram(words)).code).toBe(0)
  expect(await run()).toBe(0)
  expect([worked(), answers(), box()]).toEqual([[request, request], 2, 'archived'])
})
