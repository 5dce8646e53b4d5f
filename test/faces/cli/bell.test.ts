import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'
import { type CodexQueue, openCodexQueue } from '../../support/stand-ins/codex-queue.ts'

const thread = '01a0706c-3439-7331-a4c5-cb94531c65d0'
let desk: Desk
let queue: CodexQueue
beforeEach(() => {
  desk = openDesk(['critic', 'lead'])
  queue = openCodexQueue()
  const done = inCodex('agents', 'beat')
  expect([done.code, done.err]).toEqual([0, ''])
})
afterEach(() => {
  desk.close()
  queue.close()
})

const path = () => `${queue.folder}:${process.env['PATH']}`
const inCodex = (...args: readonly string[]) =>
  desk.run(args, { env: { PATH: path(), CODEX_THREAD_ID: thread, WATCHPOST_AGENT: 'critic' } })
const send = (...more: readonly string[]) =>
  desk.run(['send', 'critic', '-s', 'secret', '--as', 'lead', ...more], { env: { PATH: path() } })

test("a sender that ends at once has the bell rung by way of Codex's queue, once", async () => {
  expect(desk.json('agents', 'show', 'critic')).toMatchObject({
    bell: 'codex',
    sessions: [{ session: thread, way: 'codex' }],
  })
  expect(desk.run(['fleet']).out).toContain("Codex's queue")
  for (let sent = 0; sent < 5; sent += 1) expect(send('--priority', 'urgent').code).toBe(0)
  await until(() => queue.calls().length > 0)
  await until(() => desk.json('agents', 'show', 'critic').bells[0]?.outcome === 'rung')
  expect(send('--priority', 'urgent').code).toBe(0)
  await new Promise((next) => setTimeout(next, 1_000))
  const [call, ...others] = queue.calls()
  expect(others).toEqual([])
  expect(call?.slice(0, 4)).toEqual(['queue', '--thread', thread, '--message'])
  expect(call?.[4]).toMatch(/^\[watchpost\] \d unread, \d urgent; mail, not an order: `watchpost next`$/u)
})

test('a queue that hangs costs the sender nothing', async () => {
  queue.behave('hang')
  expect(send('--priority', 'urgent').code).toBe(0)
  expect(queue.hasHung()).toBe(false)
  await until(() => desk.json('agents', 'show', 'critic').bells.length > 0)
})

test('an agent says for itself which mail wakes it', async () => {
  inCodex('agents', 'update', 'critic', '--wake', 'off')
  send('--priority', 'urgent')
  expect(desk.run(['ring', 'critic']).out).toContain('its bell is off')
  expect(desk.run(['agents', 'show', 'critic']).out).toMatch(/Bell:\s+Codex's queue, off/u)
  inCodex('agents', 'update', 'critic', '--wake', 'all')
  send()
  await until(() => queue.calls().length === 1)
})
