import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { programFile } from '../support/batch.ts'
import { type Desk, openDesk } from '../support/cli.ts'
import { inProcess } from '../support/in-process.ts'

const killer = fileURLToPath(new URL('../support/die-at.cjs', import.meta.url))
/** More calls that change files than any of these commands makes. */
const most = 60

let desk: Desk
beforeEach(() => {
  desk = openDesk(['alice', 'bob'])
})
afterEach(() => desk.close())

/** Whether the program died right after that call of its, rather than came to its end. */
function dies(call: number, args: readonly string[]): boolean {
  const env = { PATH: process.env['PATH'], HOME: desk.folder, DIE_AT: String(call) }
  const words = ['--require', killer, programFile, ...args, '--store', desk.store]
  const { signal, status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
  if (signal === null && status !== 0) throw new Error(stderr)
  return signal === 'SIGKILL'
}

/** What waits for bob, and whether his file says so. */
function look(): { readonly waiting: number; readonly raised: boolean } {
  const database = new Database(join(desk.store, 'mail.db'))
  const sql =
    "SELECT count(*) FROM deliveries d JOIN agents a ON a.id = d.agent_id WHERE a.address = 'bob' AND d.box = 0"
  const waiting = Number(database.prepare(sql).pluck().get())
  database.close()
  const file = statSync(join(desk.store, 'signals', 'bob'), { throwIfNoEntry: false })
  return { waiting, raised: (file?.size ?? 0) > 0 }
}

const cases: readonly (readonly [string, (only: string) => readonly string[]])[] = [
  ['send of a body with a file of its own', () => ['send', 'bob', '--body-file', bigFile(), '--as', 'alice']],
  ['next', () => ['next', '--as', 'bob']],
  ['ack', (only) => ['ack', only, '--as', 'bob']],
]

function bigFile(): string {
  const path = join(desk.folder, 'big.txt')
  writeFileSync(path, 'x'.repeat(300_000))
  return path
}

/** Gives bob one unread message that nobody holds, and takes away the one before. */
function leaveOne(last: string | null): Promise<string> {
  return inProcess(desk.store, async (as) => {
    if (last !== null) await (await as('bob')).ack({ messages: [last] })
    return (await (await as('alice')).send({ to: ['bob'], subject: 'S', again: true })).id
  })
}

it.each(cases)(
  'whoever dies at a call of %s that changes a file leaves a signal to be trusted',
  async (_what, args) => {
    let call = 1
    for (let only: string | null = null; call < most; call += 1) {
      only = await leaveOne(only)
      const died = dies(call, args(only))
      const { waiting, raised } = look()
      expect(waiting === 0 || raised, `call ${call}: ${waiting} unread, and nobody is told`).toBe(true)
      if (!died) break
    }
    expect(call).toBeGreaterThan(2)
    expect(call).toBeLessThan(most)
    expect(desk.run(['doctor']).code).toBe(0)
  },
)
