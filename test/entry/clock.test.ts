import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { openMailboxThread } from '../../src/entry/mailbox-thread/mailbox-thread.ts'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type Desk, openDesk } from '../support/cli.ts'
import { callTool, connectMcp } from '../support/mcp-client.ts'

const hour = 3_600_000
const moved = { WATCHPOST_CLOCK: '+6h' }

/** Two more stores beside the one of the desk: one for tests, and one that is not. */
let desk: Desk
let tests: Desk
let plain: Desk
beforeAll(() => {
  desk = openDesk(['critic'])
  const folder = join(desk.folder, 'tests')
  mkdirSync(folder)
  const init = desk.run(['init', '--test', '--swarm', 'dev', '--json'], { cwd: folder })
  expect(JSON.parse(init.out)).toMatchObject({ created: true, forTests: true })
  const run: Desk['run'] = (args, options = {}) => desk.run(args, { cwd: folder, ...options })
  tests = { ...desk, folder, store: join(folder, '.watchpost'), run }
  expect(tests.run(['agents', 'register', 'critic']).code).toBe(0)
  plain = openPlain()
})

/** A store that is not for tests. */
function openPlain(): Desk {
  const folder = join(desk.folder, 'plain')
  mkdirSync(folder)
  const run: Desk['run'] = (args, options = {}) => desk.run(args, { cwd: folder, ...options })
  expect(run(['init']).code).toBe(0)
  expect(run(['agents', 'register', 'critic']).code).toBe(0)
  return { ...desk, folder, store: join(folder, '.watchpost'), run }
}
afterAll(() => desk.close())

const hoursAhead = (at: string) => Math.round((Date.parse(at) - Date.now()) / hour) + 0
const sentAt = (id: string) =>
  JSON.parse(tests.run(['thread', id, '--json']).out).messages[0].sentAt as string

describe('in a store for tests', () => {
  test('mail expires once the clock is past it, and only there', () => {
    const args = ['send', 'critic', '-s', 'Due soon', '--expires', '1h', '--json']
    const { id } = JSON.parse(tests.run(args).out)
    const unread = (env = {}) =>
      JSON.parse(tests.run(['inbox', 'critic', '--unread', '--json'], { env }).out).messages.length
    expect(unread()).toBe(1)
    expect(unread(moved)).toBe(0)
    expect(hoursAhead(sentAt(id))).toBe(0)
    expect(tests.run(['patrol', '--json'], { env: moved }).code).toBe(0)
    expect(unread()).toBe(0)
  })

  test('commands and batches go by it, forward and back', () => {
    for (const [clock, hours] of [
      ['+6h', 6],
      ['-2d', -48],
    ] as const) {
      const env = { WATCHPOST_CLOCK: clock }
      const sent = JSON.parse(tests.run(['send', 'critic', '-s', clock, '--json'], { env }).out)
      expect(hoursAhead(sentAt(sent.id))).toBe(hours)
      const line = JSON.stringify({ command: 'send', input: { to: ['critic'], subject: `batch ${clock}` } })
      const batch = JSON.parse(tests.run(['batch'], { env, input: `${line}\n` }).out)
      expect(hoursAhead(sentAt(batch.value.id))).toBe(hours)
    }
  })

  test('a hook shows no mail that has expired by it', () => {
    tests.run(['send', 'critic', '-s', 'For the hook', '--expires', '1h'])
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 'one', prompt: 'hello' }
    const answer = (env: object) =>
      tests.run(['hook', '--as', 'critic'], { env: { ...env }, input: JSON.stringify(event) }).out
    expect(answer(moved)).not.toContain('For the hook')
    expect(answer({})).toContain('For the hook')
  })

  test('tools of agents go by it', async () => {
    const connection = await connectMcp(tests, { env: { ...moved, HOME: desk.folder } })
    try {
      const { value } = await callTool(connection, 'send', { to: ['critic'], subject: 'By a tool' })
      expect(hoursAhead(sentAt(value.id))).toBe(6)
    } finally {
      await connection.client.close()
    }
  })

  test('the orchestrator of files goes by it', () => {
    const mailbox = join(desk.folder, 'mailbox')
    mkdirSync(join(mailbox, 'peera'), { recursive: true })
    const claim = { id: 'm1', to: 'critic', type: 'CLAIM', content: { statement: 'No time of its own' } }
    writeFileSync(join(mailbox, 'peera/outbox.json'), JSON.stringify({ sent: [claim] }))
    expect(tests.run(['sync', mailbox, '--format', 'cccc', '--once'], { env: moved }).code).toBe(0)
    expect(hoursAhead(sentAt('peera/m1'))).toBe(6)
  })

  test('the server goes by it', async () => {
    const child = desk.start(['serve', '--port', '0', '--store', tests.store], moved)
    try {
      const url = await new Promise<string>((resolve) => {
        let said = ''
        child.stderr?.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          const [found] = /http:\/\/127\.0\.0\.1:\d+/u.exec(said) ?? []
          if (found !== undefined) resolve(found)
        })
      })
      const health = (await (await fetch(`${url}/health`)).json()) as { timestamp: string }
      expect(hoursAhead(health.timestamp)).toBe(6)
    } finally {
      child.kill('SIGTERM')
    }
  })

  describe('on the screen', () => {
    afterEach(() => void delete process.env['WATCHPOST_CLOCK'])
    const opening = (store: string) => ({
      store,
      as: 'critic',
      allowNetworkFilesystem: false,
      readOnly: false,
    })
    const shipped = join(root, 'dist/mailbox-worker.js')

    test('goes by it, and is refused elsewhere', async () => {
      process.env['WATCHPOST_CLOCK'] = '+6h'
      const thread = await openMailboxThread(opening(tests.store), shipped)
      const { id } = await thread.mailbox.send({ to: ['critic'], subject: 'From the screen' })
      await thread.close()
      expect(hoursAhead(sentAt(id))).toBe(6)
      await expect(openMailboxThread(opening(plain.store), shipped)).rejects.toMatchObject({
        code: 'not-allowed',
      })
    })
  })
})

describe('elsewhere', () => {
  const refused = 'WATCHPOST_CLOCK moves the clock only in stores for tests'

  test.each([
    ['a command', ['inbox']],
    ['patrol', ['patrol']],
    ['the server', ['serve', '--port', '0']],
    ['sync', ['sync', '.', '--format', 'cccc', '--once']],
    ['doctor', ['doctor', '--repair']],
    ['init', ['init']],
  ])('%s is refused', (_, args) => {
    const { code, err, out } = plain.run(args, { env: moved, input: '{"command":"inbox"}\n' })
    expect(`${err}${out}`).toContain(refused)
    expect(code).toBe(7)
  })

  test('each line of a batch is refused', () => {
    const { code, out } = plain.run(['batch'], { env: moved, input: '{"command":"inbox"}\n' })
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    expect(code).toBe(8)
  })

  test('a tool is refused, and so is a hook', async () => {
    const connection = await connectMcp(plain, { env: { ...moved, HOME: desk.folder } })
    try {
      const { text, isError } = await callTool(connection, 'inbox')
      expect(isError).toBe(true)
      expect(text).toContain(refused)
    } finally {
      await connection.client.close()
    }
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 'two', prompt: 'hello' }
    const { out, err } = plain.run(['hook', '--as', 'critic'], { env: moved, input: JSON.stringify(event) })
    expect(`${out}${err}`).toContain(refused)
  })

  test('a store for tests is one from the beginning', () => {
    const { code, err } = plain.run(['init', '--test'])
    expect(err).toContain('cannot become so')
    expect(code).toBe(4)
    const fresh = join(desk.folder, 'fresh')
    mkdirSync(fresh)
    expect(desk.run(['init'], { cwd: fresh, env: moved }).code).toBe(7)
    expect(existsSync(join(fresh, '.watchpost'))).toBe(false)
  })

  test.each(['6h', '+soon', '++6h', '+6h please'])('%s says nothing of the clock', (clock) => {
    const { code, err } = tests.run(['inbox'], { env: { WATCHPOST_CLOCK: clock } })
    expect(err).toContain('does not say how far to move the clock')
    expect(code).toBe(2)
  })

  test('a program without a store is not concerned', () => {
    const env = { ...quietEnvironment(), ...moved }
    expect(spawnSync(process.execPath, [programFile, '--version'], { env }).status).toBe(0)
  })
})
