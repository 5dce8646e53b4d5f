import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { processTable } from '../../src/drivers/process-table.ts'
import { hasEnded, isAlive, ownName } from '../../src/drivers/processes.ts'
import { processesOf } from '../../src/entry/agent-session.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { openMailRoom } from '../support/mailbox.ts'

const own = ownName(0)
const [machine = '', , start = ''] = own.split('-')
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

async function another(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  started.push(child)
  await once(child, 'spawn')
  return child
}

const { platform } = process
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
})

it.each([['linux'], ['darwin']] as const)(
  'on %s a process lives under its name until it ends',
  async (system) => {
    Object.defineProperty(process, 'platform', { value: system })
    const name = ownName(1)
    expect(ownName(2)).toBe(name)
    expect([isAlive(name), hasEnded(name)]).toEqual([true, false])
    expect(isAlive(`${name}0`)).toBe(false)
    const child = await another()
    const [, , began = ''] = name.split('-')
    const itself = `${machine}-${child.pid}-${processTable()(child.pid ?? 0)?.start}`
    child.kill('SIGKILL')
    await once(child, 'exit')
    // Also by a listing of processes that is older than its end.
    expect([isAlive(itself), hasEnded(itself)]).toEqual([false, true])
    expect(hasEnded(`${machine}-${child.pid}-${began}`)).toBe(true)
  },
)

it('knows this process, and what it is called does not change', async () => {
  expect(ownName(1)).toBe(own)
  expect(hasEnded(own)).toBe(false)
  expect(isAlive(own)).toBe(true)
})

it('tells of a process that was killed, and of one that has its number since', async () => {
  const child = await another()
  // Not when that one began, so it is another that had this number.
  expect(hasEnded(`${machine}-${child.pid}-${start}0`)).toBe(true)
  expect(isAlive(`${machine}-${child.pid}-${start}0`)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(hasEnded(`${machine}-${child.pid}-${start}`)).toBe(true)
})

it.each([
  ['of another machine', `${machine.replace(/./u, (first) => (first === '0' ? '1' : '0'))}-4194305-1`],
  ['by a name of its own choice', 'tty7'],
  ['by an older version', '4194305-mfx3k2'],
])('says nothing of a process %s', async (_, name) => {
  expect(hasEnded(name)).toBe(false)
  expect(isAlive(name)).toBe(false)
})

it('lets nobody be there whose process is gone, and leaves others to the time-out', async () => {
  const room = await openMailRoom()
  await room.join('lea')
  const processes = processesOf(async () => null)
  const lea: Mailbox = await room.as('lea', { processes })
  for (const terminal of [own, `${machine}-4194305-1`, 'tty7']) await lea.here({ terminal })
  expect((await lea.presence({})).presence.map(({ terminal }) => terminal).sort()).toEqual(
    [own, 'tty7'].sort(),
  )
  await room.close()
})
