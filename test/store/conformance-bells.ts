import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Bell, MailStore } from '../../store/mail-store.ts'
import {
  act,
  doer,
  enroll,
  firstPage,
  hour,
  minute,
  type Open,
  type Opened,
  post,
  send,
  start,
} from './fixture.ts'

export function bellCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', { address: 'boss', kind: 'user' })
    await store.sessions.beat('reader', 's1', 'p1', start)
    await store.sessions.reach('reader', 's1', 'claude-code')
  })
  afterEach(() => opened.close())

  const by = { session: 's1', way: 'claude-code' } as const
  const urgent = (more: Parameters<typeof send>[1] = {}) => send(store, { priority: 'urgent', ...more })
  const dueAt = async (at: number, wake: 'urgent' | 'all' | 'off' = 'urgent') =>
    (await store.bells.due(null, wake, at)).map(({ agent }) => agent)
  const claim = (at: number, wake: 'urgent' | 'all' = 'urgent') => store.bells.claim('reader', by, wake, at)
  const claimed = async (at: number, wake: 'urgent' | 'all' = 'urgent'): Promise<Bell> => {
    const bell = await claim(at, wake)
    if (typeof bell === 'string') throw new Error(`No bell: ${bell}`)
    return bell
  }
  const ring = async (at: number, wake: 'urgent' | 'all' = 'urgent'): Promise<Bell> => {
    const bell = await claimed(at, wake)
    await store.bells.settle(bell.id, { outcome: 'rung', ...by }, at)
    return bell
  }
  const take = async (message: number, at: number) => {
    const [held] = await store.deliveries.hold(doer('reader'), 'reader', [message], at + minute, at)
    if (held?.hold == null) throw new Error(`Not held: ${held?.why}`)
    await store.deliveries.settle(doer('reader'), 'reader', [held.hold], { verb: 'read' }, at)
  }

  it('remember the way to a session', async () => {
    expect((await store.sessions.find('reader', 's1'))?.way).toBe('claude-code')
    await store.sessions.beat('reader', 's2', null, start + minute)
    await store.sessions.reach('reader', 's2', 'pane')
    expect(await store.bells.ways(['reader', 'writer', 'nobody'])).toEqual(['claude-code', null, null])
    await store.sessions.end('reader', 's1', start + minute)
    expect(await store.bells.ways(['reader'])).toEqual(['pane'])
    await store.sessions.reach('reader', 's2', null)
    expect(await store.bells.ways(['reader'])).toEqual([null])
    await store.roster.update({ address: 'reader', longForm: null, pane: '%1' }, doer('reader'), start)
    expect(await store.bells.ways(['reader'])).toEqual(['pane'])
  })

  it('are due for urgent mail, where the agent can be reached and wants it', async () => {
    await send(store, { priority: 'high' })
    expect(await dueAt(start)).toEqual([])
    expect(await dueAt(start, 'all')).toEqual(['reader'])
    await urgent({ sentAt: start + 5 })
    expect(await store.bells.due(['writer', 'reader'], 'urgent', start + 9)).toEqual([
      { agent: 'reader', since: start + 5 },
    ])
    expect(await store.bells.due(['writer'], 'urgent', start + 9)).toEqual([])
    expect(await dueAt(start, 'off')).toEqual([])
    await store.roster.update({ address: 'reader', longForm: null, wake: 'off' }, doer('reader'), start)
    expect(await dueAt(start + 9)).toEqual([])
    await store.roster.update({ address: 'reader', longForm: null, wake: 'urgent' }, doer('reader'), start)
    expect(await dueAt(start + 9, 'off')).toEqual(['reader'])
    await store.roster.setState('reader', 'frozen', doer('reader'), start)
    expect(await dueAt(start + 9)).toEqual([])
  })

  it('are due for what was held back as a loop, and let go on since the last one', async () => {
    const caps = { exchanged: null, sent: 3 }
    for (let at = 0; at < 3; at += 1) await send(store, { to: ['boss'], caps, sentAt: start + at })
    const held = await store.messages.deliver(post({ priority: 'urgent', caps, sentAt: start + 9 }))
    expect(held.withheld?.from).toEqual(['reader'])
    const shown = await urgent({ sentAt: start + 10 })
    await ring(start + minute)
    await take(shown, start + 2 * minute)
    expect(await dueAt(start + hour)).toEqual([])
    await store.loops.end({ doer: doer('boss'), at: start + hour }, held.withheld?.loop ?? 0, 'continued', 10)
    expect(await dueAt(start + hour + minute)).toEqual(['reader'])
    expect((await claimed(start + hour + minute)).message).toBe(held.id)
  })

  it('are rung by one of several, once for a thousand messages', async () => {
    const first = await urgent()
    const bells = await Promise.all([claim(start + 1), claim(start + 1), claim(start + 1)])
    expect(bells.filter((bell) => bell === 'ringing')).toHaveLength(2)
    const bell = bells.find((one) => typeof one !== 'string') as Bell
    expect(bell).toMatchObject({ agent: 'reader', ...by, message: first, priority: 'urgent', outcome: null })
    for (let sent = 0; sent < 1000; sent += 1) await urgent({ sentAt: start + sent })
    expect(await store.bells.standing(bell.id, start + 1000)).toEqual({
      urgent: 1001,
      high: 0,
      normal: 0,
      low: 0,
      total: 1001,
    })
    await store.bells.settle(bell.id, { outcome: 'rung', ...by }, start + 1000)
    await urgent({ sentAt: start + 1001 })
    expect(await claim(start + 1002)).toBe('unanswered')
    expect(await store.bells.list('reader', 5)).toHaveLength(1)
  })

  it('ring again for what came after the answer only, or is more pressing', async () => {
    const first = await send(store)
    await ring(start, 'all')
    await send(store, { sentAt: start + 1 })
    expect(await claim(start + 1, 'all')).toBe('unanswered')
    await urgent({ sentAt: start + 2 })
    expect((await ring(start + 2, 'all')).priority).toBe('urgent')
    await take(first, start + 3)
    expect((await store.bells.list('reader', 1))[0]?.answeredAt).toBe(start + 3)
    expect(await claim(start + 4, 'all')).toBe('nothing')
    const next = await send(store, { sentAt: start + 5 })
    expect((await claimed(start + 5, 'all')).message).toBe(next)
  })

  it('stand for their own mail, however much lies before it', async () => {
    const first = await urgent()
    for (let sent = 0; sent < 25; sent += 1) await urgent()
    await ring(start + 1)
    await take(first, start + 2)
    const next = await urgent({ sentAt: start + 3 })
    const bell = await claimed(start + 4)
    expect(bell.message).toBe(next)
    expect(await store.bells.standing(bell.id, start + 5)).toMatchObject({ urgent: 26, total: 26 })
  })

  it('are silent where the mail was read meanwhile, and forgotten', async () => {
    const message = await urgent()
    const bell = await claimed(start + 1)
    await take(message, start + 2)
    expect(await store.bells.standing(bell.id, start + 3)).toBeNull()
    await store.bells.settle(bell.id, 'silent', start + 3)
    expect(await store.bells.list('reader', 5)).toEqual([])
    expect(await claim(start + 4)).toBe('nothing')
  })

  it('are silent for mail that somebody is being handed', async () => {
    const message = await urgent()
    await store.deliveries.hold(doer('reader'), 'reader', [message], start + minute, start)
    expect(await claim(start + 1)).toBe('nothing')
    expect(await dueAt(start + 2 * minute)).toEqual(['reader'])
  })

  it('that reached nobody, or whose ringer died, are tried again', async () => {
    const message = await urgent()
    const bell = await claimed(start)
    expect(await claim(start + 1000)).toBe('ringing')
    expect((await claimed(start + minute)).id).toBe(bell.id)
    const end = { outcome: 'The socket is closed.', way: 'pane', session: null } as const
    await store.bells.settle(bell.id, end, start + minute)
    await store.bells.settle(bell.id, { outcome: 'rung', ...by }, start + minute)
    expect(await claim(start + minute + 1)).toBe('failed')
    expect((await claimed(start + 3 * minute)).id).toBe(bell.id)
    await store.bells.settle(bell.id, end, start + 3 * minute)
    const { rows } = await store.log.history(message, firstPage())
    expect(rows.filter(({ what }) => what === 'rung')).toMatchObject([
      { owner: 'reader', actor: 'system', detail: { way: 'pane', outcome: 'The socket is closed.' } },
    ])
  })

  it('belong to their session: the next one has its own', async () => {
    await urgent()
    await ring(start)
    await store.sessions.end('reader', 's1', start + 1)
    expect(await claim(start + 2)).toMatchObject({ agent: 'reader' })
  })

  it('ring six times an hour, and three times for a thread in which no person writes', async () => {
    let at = start
    const round = async (more: Parameters<typeof send>[1]) => {
      at += minute
      const message = await urgent({ sentAt: at, ...more })
      const bell = await claim(at)
      if (typeof bell === 'string') return bell
      await store.bells.settle(bell.id, { outcome: 'rung', ...by }, at)
      await take(message, at)
      return message
    }
    const first = await round({})
    const thread = first as number
    for (let turn = 0; turn < 2; turn += 1) expect(await round({ thread })).toEqual(expect.any(Number))
    expect(await round({ thread })).toBe('thread')
    expect(await round({ thread, from: 'boss', principal: 'writer' })).toBe('thread')
    expect(await round({ thread, from: 'boss' })).toEqual(expect.any(Number))
    for (let turn = 0; turn < 2; turn += 1) expect(await round({})).toEqual(expect.any(Number))
    expect(await round({})).toBe('hourly')
    at += hour
    expect(await round({})).toEqual(expect.any(Number))
  })

  it('that nobody answered are listed, while their mail is unread', async () => {
    const message = await urgent()
    await ring(start)
    expect(await store.bells.unanswered(start, start, 5)).toEqual([])
    expect(await store.bells.unanswered(start + 1, start + 1, 5)).toMatchObject([
      { agent: 'reader', message, at: start },
    ])
    await act(store, 'reader', 'archive', message, {}, start + 2)
    expect(await store.bells.unanswered(start + minute, start + minute, 5)).toEqual([])
  })
}
