import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['architect', 'critic', 'gastown/crew/max', 'gastown/witness', 'nux'])
})
afterAll(() => desk?.close())

const codes = (rows: readonly (readonly [string, number])[]) =>
  test.each(rows)('%s ends with %i', (line, code) => {
    const { code: ended, err } = desk.run([...line.split(' '), '--as', 'architect'])
    expect(ended, err).toBe(code)
    if (code !== 0) expect(err).not.toContain('fault of watchpost')
  })

const as = (who: string, ...args: readonly string[]): Answer => desk.json(...args, '--as', who)
const subjects = (owner: string): readonly string[] =>
  desk.json('inbox', owner).messages.map(({ subject }: Answer) => subject)

describe('group', () => {
  codes([
    ['group create ops critic gastown/* role:pilot ops', 0],
    ['group create ops', 4],
    ['group create Ops', 2],
    ['group create x queue:work', 2],
    ['group show ops', 0],
    ['group show nowhere', 3],
    ['group add nowhere critic', 3],
    ['group delete nowhere', 3],
    ['group list', 0],
    ['group create empty', 0],
    ['send group:empty -s x', 3],
    ['send group:nowhere -s x', 3],
    ['send group:empty -s x --hold', 0],
  ])

  test('mail to it goes to each of its members, and says who is not there', () => {
    const made = desk.run(['group', 'create', 'team', 'critic', '@ops', 'nobody-yet', '--json'])
    expect(made.code).toBe(8)
    expect(JSON.parse(made.out).absent).toEqual(['nobody-yet'])
    // What was absent before is no news.
    expect(desk.json('group', 'add', 'team', 'critic').absent).toBeUndefined()
    const sent = desk.run(['send', 'team', '-s', 'To the team', '--as', 'architect', '--json'])
    // It is stored for all that are there; the code says that somebody is not.
    expect(sent.code).toBe(8)
    const { recipients, warnings } = JSON.parse(sent.out)
    expect(recipients.map(({ address, state }: Answer) => `${address} ${state}`)).toEqual([
      'critic delivered',
      'gastown/max delivered',
      'gastown/witness delivered',
      'role:pilot held',
    ])
    expect(warnings).toEqual([expect.stringContaining('nobody-yet')])
    expect(subjects('gastown/witness')).toEqual(['To the team'])
    expect(desk.json('resolve', 'group:team').recipients[0]).toEqual({ address: 'critic', via: 'group:team' })
  })

  test('a stored group takes the place of the set of its name', () => {
    desk.json('group', 'create', 'witnesses', 'critic')
    expect(desk.json('resolve', '@witnesses').recipients).toEqual([
      { address: 'critic', via: 'group:witnesses' },
    ])
    desk.json('group', 'delete', 'witnesses')
    expect(desk.json('resolve', '@witnesses').recipients).toEqual([{ address: 'gastown/witness', via: 'to' }])
  })

  test('members come and go; the value is name and members', () => {
    desk.json('group', 'create', 'duo', 'critic')
    expect(desk.json('group', 'add', 'duo', 'gastown/max', 'critic')).toEqual({
      name: 'duo',
      members: ['critic', 'gastown/max'],
    })
    expect(desk.json('group', 'remove', 'duo', 'critic')).toEqual({ name: 'duo', members: ['gastown/max'] })
    expect(desk.json('group', 'list').groups).toContainEqual({ name: 'duo', members: ['gastown/max'] })
  })

  test('what two places share by name must be told apart', () => {
    desk.json('group', 'create', 'twin', 'critic')
    desk.json('channel', 'create', 'twin')
    const { code, err } = desk.run(['send', 'twin', '-s', 'x'])
    expect(code).toBe(4)
    expect(err).toContain('group:twin, channel:twin')
  })
})

describe('queue', () => {
  codes([
    ['queue create work --claimers nux --claimers gastown/* --attempts 2 --lease 5m', 0],
    ['queue create work', 4],
    ['queue create Work', 2],
    ['queue create bad --claimers a*b*', 2],
    ['queue create bad --attempts 0', 2],
    ['queue create bad --lease 0s', 2],
    ['queue create bad --lease 99999999d', 2],
    ['queue create bad --order lifo', 2],
    ['queue pause nowhere', 3],
    ['claim nowhere', 3],
    ['claim work', 7],
    ['claim', 1],
    ['send queue:nowhere -s x', 3],
    ['renew ZZZZZ', 3],
    ['inbox queue:nowhere', 3],
    ['inbox group:ops', 2],
  ])

  test('work goes to one claimant, who completes it', () => {
    const { id, recipients } = as('architect', 'send', 'work', '-s', 'Build it', '--kind', 'request')
    expect(recipients).toEqual([{ address: 'queue:work', state: 'queued' }])
    expect(subjects('queue:work')).toEqual(['Build it'])
    expect(desk.json('queue', 'show', 'work')).toMatchObject({ available: 1, lease: '5m', attempts: 2 })
    const { message } = as('nux', 'claim', 'work')
    expect(message).toMatchObject({ id, owner: 'queue:work', status: 'processing', owes: false })
    expect(message.lease).toMatchObject({ by: 'nux', attempt: 1 })
    for (const reader of ['nux', 'architect', 'gastown/witness'])
      expect(as(reader, 'read', id).messages[0]).toMatchObject({
        owner: 'queue:work',
        status: 'processing',
        lease: message.lease,
      })
    expect(desk.run(['claim', 'work', '--as', 'gastown/witness']).code).toBe(1)
    expect(desk.run(['complete', id, '--as', 'gastown/witness']).code).toBe(4)
    expect(desk.run(['complete', id, '--as', 'nux', '--attempt', '7']).code).toBe(4)
    expect(as('nux', 'process', id).messages[0].status).toBe('processing')
    const renewed = as('nux', 'renew', id, '--lease', '1h').message.lease
    expect(Date.parse(renewed.until)).toBeGreaterThan(Date.parse(message.lease.until))
    expect(as('nux', 'complete', id).messages[0]).toMatchObject({ owner: 'queue:work', status: 'archived' })
    expect(desk.json('queue', 'list').queues).toContainEqual(
      expect.objectContaining({ name: 'work', completed: 1 }),
    )
  })

  test('what fails returns, and at the limit is a dead letter; what is released does not count', () => {
    const { id } = as('architect', 'send', 'queue:work', '-s', 'Hard')
    as('nux', 'claim')
    expect(as('nux', 'release', id).message).toMatchObject({ status: 'unread', lease: null })
    expect(desk.run(['release', id, '--as', 'nux']).code).toBe(4)
    for (const status of ['unread', 'failed']) {
      as('nux', 'claim', 'work')
      expect(as('nux', 'fail', id, '--reason', 'No').messages[0].status).toBe(status)
    }
    expect(desk.json('inbox', 'queue:work', '--dead').messages[0]).toMatchObject({
      id,
      deadReason: 'attempts',
    })
    expect(desk.json('queue', 'show', 'work')).toMatchObject({ failed: 1, available: 0 })
  })

  test('a pipe that closes gives the item back, and its attempt', async () => {
    // More than a pipe takes in at once.
    const { id } = JSON.parse(
      desk.run(['send', 'queue:work', '-s', 'Offered', '-b', '-', '--json'], { input: 'x'.repeat(300_000) })
        .out,
    )
    const child = desk.start(['claim', 'work', '--as', 'nux', '--json'])
    child.stdout?.destroy()
    await new Promise((resolve) => child.on('close', resolve))
    const words = desk.json('history', id).events.map(({ what }: Answer) => what)
    expect(words).toEqual(['sent', 'claim', 'release'])
    as('nux', 'claim', 'work')
    expect(as('nux', 'fail', id).messages[0].status).toBe('unread')
    as('nux', 'claim', 'work')
    as('nux', 'complete', id)
  })

  test('a paused queue takes mail and gives none; a closed one refuses', () => {
    desk.json('queue', 'pause', 'work')
    as('architect', 'send', 'queue:work', '-s', 'Later')
    const paused = desk.run(['claim', 'work', '--as', 'nux'])
    expect([paused.code, paused.err]).toEqual([1, expect.stringContaining('paused')])
    desk.json('queue', 'close', 'work')
    expect(desk.run(['send', 'queue:work', '-s', 'Never']).code).toBe(4)
    expect(desk.run(['claim', 'work', '--as', 'nux']).code).toBe(4)
    expect(desk.json('queue', 'resume', 'work')).toMatchObject({ status: 'active', available: 1 })
    expect(as('nux', 'claim').message.subject).toBe('Later')
  })
})

describe('channel', () => {
  codes([
    ['channel create alerts --retain-count 2', 0],
    ['channel create alerts', 4],
    ['channel create Al', 2],
    ['channel subscribe alerts', 0],
    ['channel subscribe alerts nobody', 3],
    ['channel subscribe nowhere', 3],
    ['channel show nowhere', 3],
    ['inbox channel:alerts', 0],
    ['inbox channel:alerts --unread', 2],
    ['send channel:nowhere -s x', 3],
    ['archive ZZZZZ --of channel:alerts', 3],
  ])

  test('a post stays, and a copy goes to each subscriber but its sender', () => {
    desk.json('channel', 'subscribe', 'alerts', 'critic')
    const { id, recipients } = as('architect', 'send', 'alerts', '-s', 'First')
    expect(recipients).toEqual([
      { address: 'critic', state: 'delivered' },
      { address: 'channel:alerts', state: 'posted' },
    ])
    as('nux', 'send', 'channel:alerts', '-s', 'Second', '-p', 'urgent')
    expect(subjects('channel:alerts')).toEqual(['First', 'Second'])
    expect(as('critic', 'inbox', 'channel:alerts').messages[0]).toMatchObject({
      kind: 'notification',
      status: 'unread',
    })
    expect(as('critic', 'count').total).toBeGreaterThan(0)
    desk.json('pin', id, '--of', 'channel:alerts')
    for (const subject of ['Third', 'Fourth']) as('nux', 'send', 'channel:alerts', '-s', subject)
    const { messages } = desk.json('inbox', 'channel:alerts')
    expect(messages.map(({ subject, pinned }: Answer) => [subject, pinned])).toEqual([
      ['First', true],
      ['Third', false],
      ['Fourth', false],
    ])
    expect(desk.run(['complete', id, '--of', 'channel:alerts']).code).toBe(2)
    expect(desk.run(['inbox', 'channel:alerts']).err).toContain('3 posts of channel:alerts')
  })

  test('without subscribers it is posted all the same', () => {
    desk.json('channel', 'create', 'quiet')
    expect(as('nux', 'send', 'channel:quiet', '-s', 'Hello').recipients).toEqual([
      { address: 'channel:quiet', state: 'posted' },
    ])
    expect(desk.json('channel', 'show', 'quiet')).toEqual({
      name: 'quiet',
      status: 'active',
      subscribers: [],
      retainCount: null,
      retainHours: null,
      posts: 1,
    })
  })

  test('closed it takes no posts; deleted it is gone, and the copies stay', () => {
    const before = subjects('critic').length
    expect(as('architect', 'channel', 'unsubscribe', 'alerts').subscribers).toEqual(['critic'])
    desk.json('channel', 'close', 'alerts')
    expect(desk.run(['send', 'channel:alerts', '-s', 'x']).code).toBe(4)
    expect(desk.run(['channel', 'subscribe', 'alerts']).code).toBe(4)
    desk.json('channel', 'delete', 'alerts')
    expect(desk.run(['send', 'channel:alerts', '-s', 'x']).code).toBe(3)
    expect(subjects('critic')).toHaveLength(before)
  })
})

test('a misspelled name is told with the likely ones', () => {
  expect(desk.run(['send', 'queue:wrok', '-s', 'x']).err).toMatch(/no queue:wrok[\s\S]*queue:work/u)
  expect(desk.run(['send', 'quite', '-s', 'x']).err).toContain('channel:quiet')
  expect(desk.run(['send', 'group:empty', '-s', 'x']).err).toContain('group:empty has no recipients')
})

test('completion offers them by name, and as they are addressed', () => {
  const offered = (...words: readonly string[]) =>
    desk
      .run(['__complete', '--', ...words])
      .out.split('\n')
      .map((line) => line.split('\t')[0])
  expect(offered('group', 'show', '')).toContain('ops')
  expect(offered('claim', '')).toContain('work')
  expect(offered('channel', 'show', 'qu')).toEqual(['quiet', ''])
  expect(offered('send', 'queue:')).toEqual(['queue:work', ''])
  expect(offered('send', '')).toContain('group:team')
})
