import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFile, quietEnvironment, runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const rounds = scaled(10, 150)
const random = generator(11)
let store: CrashStore

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader'])
})
afterAll(() => store.remove())

const common = () => ['--store', store.location, '--json']
const patrol = () => runProgram(['patrol', ...common(), '--as', 'sender'])

/** Killed at any moment: before the failure, between it and its notice, or after. */
function failKilled(id: string, after: number): Promise<void> {
  const args = [programFile, 'fail', id, '--reason', 'No', ...common(), '--as', 'reader']
  const child = spawn(process.execPath, args, { env: quietEnvironment(), stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), after)
  return new Promise((resolve) =>
    child.on('close', () => {
      clearTimeout(timer)
      resolve()
    }),
  )
}

it(proof('killed while failing: each failure is reported exactly once', rounds), async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [id = ''] = await store.fill('sender', [{ subject: `Round ${round}`, body: 'x', kind: 'request' }])
    await failKilled(id, 40 + Math.floor(random() * 250))
    await Promise.all([patrol(), patrol()])
    await patrol()
    const sql = `SELECT
  (SELECT count(*) FROM deliveries d WHERE d.box = 4 AND d.owes = 1) AS failed,
  (SELECT count(*) FROM messages WHERE key LIKE 'failed:%') AS notices,
  (SELECT count(DISTINCT key) FROM messages WHERE key LIKE 'failed:%') AS keys`
    const { failed, notices, keys } = store.look(
      (database) => database.prepare(sql).get() as { failed: number; notices: number; keys: number },
    )
    expect({ notices, keys }, `round ${round}`).toEqual({ notices: failed, keys: failed })
  }
})
