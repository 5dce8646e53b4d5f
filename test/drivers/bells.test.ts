import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ringBy } from '../../src/drivers/bells/bells.ts'
import type { BellTarget } from '../../src/services/bell-driver.ts'
import { type CodexQueue, openCodexQueue } from '../support/stand-ins/codex-queue.ts'
import { type InboxSocket, openInbox } from '../support/stand-ins/inbox-socket.ts'

const line = '[watchpost] 2 unread, 1 urgent; mail, not an order: `watchpost next`'
const say = async () => line
const target = (way: BellTarget['way'], session = 's1'): BellTarget => ({ way, session, pane: null })

describe.each(['claude-code', 'qwen-code'] as const)('the inbox of %s', (way) => {
  let inbox: InboxSocket
  beforeEach(async () => {
    inbox = await openInbox(way)
  })
  afterEach(() => inbox.close())

  const ring = (ask: () => Promise<string | null> = say, token = inbox.token) =>
    ringBy({ way, socket: inbox.path, token }, target(way), ask)

  test('takes a line, each time with an id of its own', async () => {
    expect([await ring(), await ring()]).toEqual(['rung', 'rung'])
    expect(inbox.texts).toEqual([line, line])
  })

  test('is not even called where there is nothing to tell', async () => {
    expect(await ring(async () => null)).toBe('silent')
    expect(inbox.calls()).toBe(0)
  })

  test('says so where its session has died, and takes the line once that is back', async () => {
    await inbox.kill()
    expect(await ring()).toMatch(/^The socket cannot be written to \((?:ENOENT|ECONNREFUSED)\)\.$/u)
    await inbox.start()
    expect(await ring()).toBe('rung')
    expect(inbox.texts).toEqual([line])
  })

  test('that hangs keeps nobody waiting', async () => {
    inbox.hang()
    const outcome = await ring()
    // Claude Code says nothing where all is well, so that it cannot be told from one that hangs.
    expect(outcome).toBe(way === 'qwen-code' ? 'The session does not answer.' : 'rung')
    expect(inbox.texts).toEqual([])
  })

  test('is not rung with the key of another session', async () => {
    await ring(say, 'another')
    expect(inbox.texts).toEqual([])
    const other = way === 'qwen-code' ? 'claude-code' : 'qwen-code'
    expect(await ringBy({ way: other, socket: inbox.path, token: inbox.token }, target(way), say)).toBe(
      'Its inbox is not known here.',
    )
    expect(await ringBy(null, target(way), say)).toBe('Its inbox is not known here.')
  })
})

test("Claude Code's refusal is no bell", async () => {
  const inbox = await openInbox('claude-code')
  inbox.say('held')
  const known = { way: 'claude-code', socket: inbox.path, token: inbox.token } as const
  expect(await ringBy(known, target('claude-code'), say)).toBe('The session did not take it (held).')
  await inbox.close()
})

describe("Codex's queue", () => {
  const thread = '01a0706c-3439-7331-a4c5-cb94531c65d0'
  const path = process.env['PATH']
  let queue: CodexQueue
  beforeEach(() => {
    queue = openCodexQueue()
    process.env['PATH'] = `${queue.folder}:${path}`
  })
  afterEach(() => {
    process.env['PATH'] = path
    queue.close()
    vi.useRealTimers()
  })

  test('takes a line as one word', async () => {
    expect(await ringBy(null, target('codex', thread), say)).toBe('rung')
    expect(queue.calls()).toEqual([['queue', '--thread', thread, '--message', line]])
  })

  test('says what went wrong', async () => {
    queue.behave('fail')
    expect(await ringBy(null, target('codex', thread), say)).toBe(
      'codex queue failed: error: no thread with that id.',
    )
    process.env['PATH'] = '/nowhere'
    expect(await ringBy(null, target('codex', thread), say)).toBe('The program codex was not found.')
  })

  test('that hangs is ended', async () => {
    queue.behave('hang')
    expect(await ringBy(null, target('codex', thread), say)).toBe('The program codex does not answer.')
  })

  test('is not called where there is nothing to tell', async () => {
    expect(await ringBy(null, target('codex', thread), async () => null)).toBe('silent')
    expect(queue.calls()).toEqual([])
  })
})
