import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'

const cap = 6
let desk: Desk
const started: ChildProcess[] = []
beforeEach(() => {
  desk = openDesk(['al', 'bob', 'cy'])
  writeFileSync(join(desk.store, 'config.yaml'), `loop_cap: ${cap}\n`)
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  desk.close()
})

/** A program for all mail of an agent: a line of the shell. */
function handles(agent: string, line: string): void {
  started.push(desk.start(['run', agent, '--json', '--', 'sh', '-c', line]))
}
const watchpost = (line: string) => `"${process.execPath}" "${programFile}" ${line}`
const person = { env: { WATCHPOST_IDENTITY: 'person' } }
const everything = () => desk.json('inbox', '--everyone', '--all', '--limit', '500').messages.length as number
const loops = () => desk.json('loop', 'list').loops as { id: number; held: number; about: string }[]

/** Until nothing comes any more. */
async function quiet(): Promise<number> {
  let [before, since] = [-1, Date.now()]
  await until(() => {
    const now = everything()
    if (now !== before) [before, since] = [now, Date.now()]
    return loops().length > 0 && Date.now() - since > 2500
  })
  return before
}

test('three agents in a ring, whose programs open new threads: they stop below the cap, and go on by one command', async () => {
  const ring = { al: 'bob', bob: 'cy', cy: 'al' }
  for (const [agent, next] of Object.entries(ring))
    handles(agent, watchpost(`send ${next} -s "Your turn" -b go --again`))
  desk.run(['send', 'al', '-s', 'Begin', '-b', 'go', '--as', 'cy'])
  const sent = await quiet()
  expect(sent).toBeLessThanOrEqual(cap + 2)
  expect(loops()).toMatchObject([{ held: 1 }])
  const { code, out } = desk.run(['loop', 'continue', String(loops()[0]?.id)], person)
  expect([code, out]).toMatchObject([0, expect.stringContaining('delivered 1 message')])
  await until(() => everything() > sent + 2)
  await quiet()
  expect(everything()).toBeLessThanOrEqual(2 * cap + 4)
})

test('an agent whose program fails, and writes to itself of that: it stops below the cap', async () => {
  handles('al', `${watchpost('send al -s "It failed" -b again --again')}; exit 1`)
  desk.run(['send', 'al', '-s', 'Begin', '-b', 'go', '--as', 'bob'])
  expect(await quiet()).toBeLessThanOrEqual(3 * cap)
  expect(loops()[0]?.about).toMatch(/^al: \d+ answers in a row$/u)
})

test('what is held back is said on standard error and by the exit code, also of a repeat, and in batch', () => {
  const write = (from: string, to: string, ...more: readonly string[]) =>
    desk.run(['send', to, '-s', 'Ping', '-b', 'x', '--again', '--as', from, ...more])
  for (let at = 0; at < cap / 2; at += 1) {
    expect(write('al', 'bob').code).toBe(0)
    expect(write('bob', 'al').code).toBe(0)
  }
  const held = write('al', 'bob', '--key', 'k')
  expect(held).toMatchObject({ code: 8, out: expect.stringContaining('bob (held back)') })
  expect(held.err).toContain('held back from bob')
  expect(held.err).toContain('A person')
  expect(write('al', 'bob', '--key', 'k').code).toBe(8)
  expect(desk.run(['read', loopFirst(), '--as', 'bob']).code).toBe(0)
  expect(desk.run(['loop', 'stop', '1'], person).code).toBe(0)
  expect(desk.run(['loop', 'stop', '1'], person)).toMatchObject({
    code: 3,
    err: expect.stringContaining('loop list'),
  })
  expect(desk.run(['loop', 'continue', 'x'], person).code).toBe(2)
  expect(write('al', 'bob').code).toBe(0)
})

const loopFirst = () => desk.json('loop', 'list').loops[0].first as string
