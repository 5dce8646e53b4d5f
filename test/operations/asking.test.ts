import { afterEach, beforeEach, expect, test } from 'vitest'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import type { ProcessDriver } from '../../src/services/process-driver.ts'
import { noteAsked, wentOn } from '../../src/services/sessions/asking.ts'
import { endSession } from '../../src/services/sessions/hear-of.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

const gone = new Set<string>()
const processes: ProcessDriver = {
  hasEnded: async (name) => gone.has(name),
  isAlive: async (name) => !gone.has(name),
  own: async () => 'p-own',
  harness: async () => null,
  harnessName: async () => null,
  harnessOf: async () => null,
}

let room: MailRoom
let lea: Mailbox
beforeEach(async () => {
  gone.clear()
  room = await openMailRoom()
  await room.join('nux', { pane: '%7' })
  await room.join('max')
  await room.join('lea', { kind: 'user' })
  lea = await room.as('lea', { processes })
})
afterEach(() => room.close())

const contextFor = (agent: string, session: string | null = 's1') =>
  seat(room.store, agent, { session, processes, now: () => room.now })
const ask = async (
  agent: string,
  session: string | null = 's1',
  kind: 'permission' | 'prompt' = 'permission',
) =>
  noteAsked(
    await contextFor(agent, session),
    { kind, reason: 'Bash rm -rf build', isNotice: false, helper: null },
    room.now,
  )
const reasons = async () =>
  (await lea.attention({})).attention.map(({ agent, why, reason, command }) => [agent, why, reason, command])

test('an agent that waits for a person is shown first, everywhere', async () => {
  await lea.send({ to: ['lea'], subject: 'Urgent', priority: 'urgent' })
  await ask('max', 's1', 'prompt')
  room.now += minute
  await ask('nux')
  room.now += minute
  expect(await reasons()).toEqual([
    ['nux', 'asks', 'waits for you: Bash rm -rf build', 'watchpost jump nux'],
    ['max', 'asks', 'waits for you: Bash rm -rf build', 'watchpost agents show max'],
    [null, 'urgent', 'urgent and unread', expect.any(String)],
  ])
  expect((await lea.attention({ count: true })).groups[0]).toEqual({
    why: 'asks',
    count: 2,
    agents: 2,
    shown: 0,
  })
  const asks = {
    since: new Date(room.now - minute).toISOString(),
    kind: 'permission',
    reason: 'Bash rm -rf build',
  }
  expect((await lea.fleet({ state: 'waiting', text: 'nux' })).fleet).toMatchObject([{ agent: 'nux', asks }])
  expect(await lea.showAgent({ agent: 'nux' })).toMatchObject({ activity: 'waiting', asks })
  expect(await lea.statusLine({})).toMatchObject({ text: '● 2 wait for you ✉ 1!!', waiting: 2 })
  expect(await (await room.as('max')).statusLine({})).toMatchObject({ text: '', waiting: 0 })
  // What waits in one's own mailbox is nobody else's.
  await room.join('bob', { kind: 'user' })
  await (await room.as('max')).escalate({ to: 'lea', subject: 'Which', reason: 'x' })
  expect((await lea.statusLine({ owner: 'bob' })).text).toBe('bob ● 2 wait for you')
  expect((await lea.statusLine({})).text).toContain('1 decision')
})

test('an agent that waits is not silent besides', async () => {
  await lea.updateAgent({ agent: 'nux', watched: true })
  await ask('nux')
  room.now += 60 * minute
  expect(await reasons()).toEqual([['nux', 'asks', expect.any(String), 'watchpost jump nux']])
})

test.each<[string, () => Promise<unknown>]>([
  ['goes on', async () => wentOn(await contextFor('nux'), {})],
  ['ends', async () => endSession(await contextFor('nux'), 'nux', 's1')],
  ['is frozen', () => lea.freezeAgent({ agent: 'nux' })],
  ['is retired', () => lea.retireAgent({ agent: 'nux' })],
  ['lives in a process that is gone', async () => gone.add('p1')],
  [
    'is taken for dead as the next begins',
    async () => {
      gone.add('p1')
      await wentOn(await contextFor('nux', 's2'), { isStart: true })
      gone.clear()
    },
  ],
])('a session waits no longer that %s', async (_, end) => {
  await room.store.sessions.beat('nux', 's1', 'p1', room.now)
  await ask('nux')
  expect(await reasons()).toHaveLength(1)
  await end()
  expect(await reasons()).toEqual([])
  expect((await lea.fleet({ state: 'waiting' })).fleet).toEqual([])
})

test('the start of a session leaves one alone that is alive', async () => {
  await room.store.sessions.beat('nux', 's1', 'p1', room.now)
  await ask('nux')
  await ask('nux', 's2')
  await wentOn(await contextFor('nux', 's2'), { isStart: true })
  expect((await room.store.asks.list()).map(({ sessionId }) => sessionId)).toEqual(['s1'])
})

test('thousands wait, and every one is counted and paged through', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `a-${at}`)
  for (const name of names) await room.join(name)
  for (const name of names) await ask(name)
  const { groups, total } = await lea.attention({ count: true })
  expect([groups[0]?.count, total]).toEqual([300, 300])
  const seen: (string | null)[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<Mailbox['attention']>> = await lea.attention({
      why: 'asks',
      limit: 70,
      ...(after !== null && { after }),
    })
    seen.push(...page.attention.map(({ agent }) => agent))
    if ((after = page.next) === null) break
  }
  expect(new Set(seen).size).toBe(300)
})
