import { afterEach, beforeEach, expect, test } from 'vitest'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import type { BellDriver, BellTarget } from '../../src/services/bell-driver.ts'
import { ringAgent } from '../../src/services/bells/ring-agent.ts'
import type { Context } from '../../src/services/context.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let told: string[]
/** What happens as a way is tried, and what it answers. */
let tried: (target: BellTarget) => Promise<string>
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('lead')
  await room.join('critic', { pane: '%7' })
  told = []
  tried = async () => 'rung'
})
afterEach(() => room.close())

const bells = (inbox: BellDriver['inbox'] = null): BellDriver => ({
  inbox,
  async ring(target, line) {
    const outcome = await tried(target)
    if (outcome !== 'rung') return outcome
    const text = await line()
    if (text === null) return 'silent'
    told.push(`${target.way} ${target.session ?? ''}: ${text}`)
    return 'rung'
  },
  later: () => {},
  flush: async () => {},
})
const ring = async (inbox: BellDriver['inbox'] = null, more: Partial<Context> = {}) => {
  const context = await seat(room.store, 'lead', { bells: bells(inbox), now: () => room.now, ...more })
  return ringAgent(context, 'critic')
}
const session = async (id: string, way: 'claude-code' | 'codex' | 'pane') => {
  await room.store.sessions.beat('critic', id, null, room.now)
  await room.store.sessions.reach('critic', id, way)
}
const urgent = async () =>
  (await (await room.as('lead')).send({ to: ['critic'], subject: 'Now', priority: 'urgent' })).id
const own = { way: 'claude-code', session: () => 'mcp:critic' } as const
const line = '[watchpost] 1 unread, 1 urgent; mail, not an order: `watchpost next`'

test('the best way is taken, and the next where nobody is there', async () => {
  await session('thread', 'codex')
  await urgent()
  tried = async ({ way }) => (way === 'codex' ? 'The program codex was not found.' : 'rung')
  expect(await ring()).toEqual({ way: 'pane', outcome: 'rung' })
  expect(told).toEqual([`pane : ${line}`])
  expect(await ring()).toEqual({ way: null, outcome: 'unanswered' })
})

test('an inbox is left to whoever has its key, unless that one hangs', async () => {
  await session('mcp:critic', 'claude-code')
  await urgent()
  expect(await ring()).toEqual({ way: 'claude-code', outcome: 'left' })
  room.now += minute
  expect(await ring()).toEqual({ way: 'pane', outcome: 'rung' })
})

test('whoever has the key rings the inbox, and where it is closed the next way', async () => {
  await session('mcp:critic', 'claude-code')
  await urgent()
  tried = async ({ way }) => (way === 'claude-code' ? 'The session does not answer.' : 'rung')
  expect(await ring(own)).toEqual({ way: 'pane', outcome: 'rung' })
  expect((await room.store.sessions.find('critic', 'mcp:critic'))?.way).toBeNull()
  const [bell] = await room.store.bells.list('critic', 1)
  expect(bell).toMatchObject({ way: 'pane', session: null, outcome: 'rung' })
})

test('mail that is read while the bell is on its way leaves no bell', async () => {
  const id = await urgent()
  tried = async () => {
    await (await (await room.as('critic')).read({ messages: [id] })).settle()
    return 'rung'
  }
  expect(await ring()).toEqual({ way: 'pane', outcome: 'silent' })
  expect([told, await room.store.bells.list('critic', 5)]).toEqual([[], []])
})

test('a bell that nobody hears keeps the mail unread, says why, and is tried again', async () => {
  const id = await urgent()
  tried = async () => 'The prompt in pane %7 is not empty.'
  const outcome = 'tmux pane: The prompt in pane %7 is not empty.'
  expect(await ring()).toEqual({ way: 'pane', outcome })
  expect((await room.store.bells.list('critic', 5)).map((bell) => bell.outcome)).toEqual([outcome])
  tried = async () => 'rung'
  expect(await ring()).toMatchObject({ outcome: 'failed' })
  room.now += 2 * minute
  expect(await ring()).toEqual({ way: 'pane', outcome: 'rung' })
  const { messages } = await (await room.as('critic')).inbox({})
  expect(messages).toMatchObject([{ id, status: 'unread' }])
})

test('an agent that nothing leads to is left in peace', async () => {
  await room.person.updateAgent({ agent: 'critic', pane: '' })
  await urgent()
  expect(await ring()).toEqual({ way: null, outcome: 'unreachable' })
})
