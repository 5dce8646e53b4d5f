import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFile, quietEnvironment, runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'

const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

let store: CrashStore
let folder: string
beforeAll(async () => {
  store = await makeCrashStore(['writer', 'worker'])
  folder = join(store.location, '..', 'line')
  mkdirSync(folder)
})
afterAll(() => store.remove())

const [down, pids, begun] = [
  () => join(folder, 'down'),
  () => join(folder, 'pids'),
  () => join(folder, 'begun'),
]
/** A line to the store that cannot be opened while a file is there. */
const line = () =>
  `exec:test -e ${down()} && exit 1; echo $$ >> ${pids()}; exec ${process.execPath} ${programFile} door ${store.location}`

function cutLine(): void {
  writeFileSync(down(), '')
  for (const pid of readFileSync(pids(), 'utf8').trim().split('\n'))
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
}

it('a program that works while the line to the store is cut is not stopped, and its answer is stored once', async () => {
  const { out } = await runProgram(
    ['send', 'worker', '--store', store.location, '--as', 'writer', '-s', 'Question', '-b', 'text', '--json'],
    '',
  )
  const { id } = JSON.parse(out) as { readonly id: string }
  const work = `echo x >> ${begun()}; sleep 1; echo the answer`
  const runner = spawn(
    process.execPath,
    [programFile, 'run', 'worker', '--store', line(), '--reply', '--', 'sh', '-c', work],
    { env: quietEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  runner.stdout.on('data', (text: Buffer) => void (said += text.toString()))
  runner.stderr.on('data', (text: Buffer) => void (said += text.toString()))
  while (!existsSync(begun())) {
    if (runner.exitCode !== null) throw new Error(said)
    await pause(50)
  }
  cutLine()
  await pause(4_000)
  expect(runner.exitCode).toBeNull()
  rmSync(down())
  while (!said.includes(id)) await pause(50)
  runner.kill('SIGINT')
  await once(runner, 'exit')
  const thread = await runProgram(['thread', id, '--store', store.location, '--as', 'writer', '--json'])
  const { messages } = JSON.parse(thread.out) as {
    readonly messages: readonly { readonly from: string; readonly body: string }[]
  }
  expect(messages.map(({ from, body }) => [from, body.trim()])).toEqual([
    ['writer', 'text'],
    ['worker', 'the answer'],
  ])
  expect(readFileSync(begun(), 'utf8')).toBe('x\n')
})
