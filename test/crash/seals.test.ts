import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Examination } from '../../src/domain/finding.ts'
import { openBatch, programFile, quietEnvironment, runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const rounds = scaled(8, 100)
const random = generator(20_261_126)
let crash: CrashStore
beforeEach(async () => {
  crash = await makeCrashStore(['reader', 'writer'])
})
afterEach(() => crash.remove())

async function doctor(...more: readonly string[]): Promise<{ code: number | null; told: Examination }> {
  const { code, out, err } = await runProgram(['doctor', '--json', '--store', crash.location, ...more])
  if (out === '') throw new Error(err)
  return { code, told: JSON.parse(out) as Examination }
}

it(proof('kill -9 of programs that seal the log: it fits its seals', rounds, 'rounds'), async () => {
  const ids = await crash.fill(
    'writer',
    Array.from({ length: 20 * rounds }, (_, at) => ({ subject: `${at}` })),
  )
  const heads: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const reading = openBatch(['--store', crash.location, '--as', 'reader'])
    reading.feed(
      ids.slice(20 * round, 20 * (round + 1)).map((id) => ({ command: 'ack', input: { messages: [id] } })),
    )
    const patrols = [1, 2].map(() =>
      spawn(process.execPath, [programFile, 'patrol', '--store', crash.location, '--as', 'writer'], {
        env: quietEnvironment(),
        stdio: 'ignore',
      }),
    )
    for (const one of patrols) setTimeout(() => one.kill('SIGKILL'), 150 + random() * 250)
    await Promise.all(patrols.map((one) => once(one, 'close')))
    expect(await reading.finish()).toBe(0)
    const { code, told } = await doctor(...heads.slice(-1).flatMap((head) => ['--head', head]))
    expect([code, told.findings]).toEqual([0, []])
    if (told.log?.head != null) heads.push(told.log.head)
  }
  expect((await runProgram(['patrol', '--store', crash.location, '--as', 'writer'])).code).toBe(0)
  const file = join(crash.location, '..', 'mail.backup')
  const made = await runProgram(['backup', file, '--json', '--store', crash.location])
  const { head } = JSON.parse(made.out) as { head: string }
  for (const one of [...heads.slice(0, 1), head]) {
    const { code, told } = await doctor('--head', one)
    expect([code, told.log]).toEqual([0, { head, unsealed: 0, copiedFrom: null }])
  }

  crash.look((database) =>
    database.exec("DROP TRIGGER events_unchanged; UPDATE events SET what = 'read' WHERE seq = 7"),
  )
  const { code, told } = await doctor()
  expect(code).toBe(6)
  expect(told.findings.map(({ finding }) => finding)).toContain('log-changed')
  const wrong = await runProgram(['doctor', '--head', 'of another', '--store', crash.location])
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('of another is not a head')])
})
