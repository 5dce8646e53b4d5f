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

const [down, pids, begun, refused, finish] = ['down', 'pids', 'begun', 'refused', 'finish'].map(
  (name) => () => join(folder, name),
) as [() => string, () => string, () => string, () => string, () => string]
/** A line to the store that cannot be opened while a file is there. */
const line = () =>
  `exec:test -e ${down()} && echo x >> ${refused()} && exit 1; echo $$ >> ${pids()}; exec ${process.execPath} ${programFile} door ${store.location}`

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
  const work = `echo x >> ${begun()}; until test -e ${finish()}; do sleep 0.1; done; echo the answer`
  const runner = spawn(
    process.execPath,
    [programFile, 'run', 'worker', '--store', line(), '--reply', '--', 'sh', '-c', work],
    { env: quietEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  runner.stdout.on('data', (text: Buffer) => void (said += text.toString()))
  runner.stderr.on('data', (text: Buffer) => void (said += text.toString()))
  const waitFor = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      if (runner.exitCode !== null) throw new Error(`It ended with ${runner.exitCode}: ${said}`)
      await pause(50)
    }
  }
  const refusals = () => (existsSync(refused()) ? readFileSync(refused(), 'utf8').length / 2 : 0)
  await waitFor(() => existsSync(begun()))
  cutLine()
  await waitFor(() => refusals() > 1)
  // Its end is to be stored while the line is down.
  writeFileSync(finish(), '')
  const before = refusals()
  await waitFor(() => refusals() > before + 1)
  rmSync(down())
  await waitFor(() => said.includes(id))
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
