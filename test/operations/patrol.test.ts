import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultSettings, type Settings } from '../../src/domain/settings/settings.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
let mayor: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  architect = await room.join('architect')
  mayor = await room.join('mayor/')
})
afterEach(() => room.close())

const with_ = (more: Partial<Settings>): Settings => ({ ...defaultSettings, ...more })
const patrol = async (settings = defaultSettings, dryRun = false) =>
  (await (await room.as('mayor/', { settings })).patrol({ dryRun })).acts
const later = (time: number) => {
  room.now += time
}
const named = (acts: readonly { readonly act: string }[]) => acts.map(({ act }) => act)
const subjects = async (box: Mailbox) => (await box.inbox({})).messages.map(({ subject }) => subject)
const send = async (more: object = {}) =>
  (await architect.send({ to: ['critic'], subject: 'S', kind: 'notification', ...more })).id

/** All rows that a deed could change, as one text. */
async function everything(): Promise<string> {
  const parts = []
  for (const owner of ['critic', 'architect', 'mayor/']) {
    const box = await room.as(owner)
    for (const filter of [{}, { archived: true }, { dead: true }, { snoozed: true }])
      parts.push(await box.inbox(filter))
  }
  return JSON.stringify([parts, await room.store.log.since(null, 500)])
}

/** Brings something about for an act to do; answers the settings under which it is due. */
// biome-ignore lint/suspicious/noConfusingVoidType: most occasions need no settings and answer nothing
type Occasion = () => Promise<Settings | void>
const occasions: readonly (readonly [string, Occasion, (acts: readonly object[]) => Promise<void>])[] = [
  [
    'snoozes',
    async () => {
      const id = await send()
      await critic.snooze({ messages: [id], until: '1m' })
      later(minute)
    },
    async () => {
      const { messages } = await critic.inbox({})
      expect(messages).toMatchObject([{ status: 'unread', snoozedUntil: null }])
    },
  ],
  [
    'leases',
    async () => {
      await critic.process({ messages: [await send()], lease: minute })
      later(2 * minute)
    },
    async () => {
      expect((await critic.inbox({})).messages).toMatchObject([{ status: 'unread', lease: null }])
    },
  ],
  [
    'leases',
    async () => {
      const messages = [await send()]
      await critic.process({ messages })
      await critic.archive({ messages })
      await critic.restore({ messages })
      later(11 * minute)
    },
    async () => {
      expect((await critic.inbox({})).messages).toMatchObject([{ status: 'unread', lease: null }])
    },
  ],
  [
    'claims',
    async () => {
      await architect.createQueue({ queue: 'work' })
      await architect.send({ to: ['queue:work'], subject: 'Item' })
      await (await critic.claim({ queue: 'work', lease: minute })).settle()
      later(2 * minute)
    },
    async () => {
      expect(await architect.showQueue({ queue: 'work' })).toMatchObject({ available: 1, processing: 0 })
    },
  ],
  [
    'dead-letters',
    async () => {
      await send({ ttl: minute })
      later(2 * minute)
    },
    async () => {
      expect(await subjects(architect)).toEqual(['Undelivered: S'])
    },
  ],
  [
    'retention',
    async () => {
      await architect.createChannel({ channel: 'news', retainHours: 1 })
      await architect.send({ to: ['channel:news'], subject: 'Old' })
      later(2 * hour)
    },
    async () => {
      expect(await architect.showChannel({ channel: 'news' })).toMatchObject({ posts: 0 })
    },
  ],
  [
    'archive',
    async () => {
      await critic.ack({ messages: [await send()] })
      const pinned = await send({ subject: 'Pinned' })
      await critic.pin({ messages: [pinned] })
      await critic.ack({ messages: [pinned] })
      await critic.ack({ messages: [await send({ kind: 'request', subject: 'Owed' })] })
      later(2 * hour)
      return with_({ mailbox: { ...defaultSettings.mailbox, archiveAfter: hour } })
    },
    async () => {
      expect((await subjects(critic)).sort()).toEqual(['Owed', 'Pinned'])
    },
  ],
  [
    'overdue',
    async () => {
      await send({ kind: 'request', subject: 'Question' })
      later(25 * hour)
    },
    async () => {
      expect(await subjects(critic)).toEqual(['Overdue: Question', 'Question'])
      expect(await subjects(architect)).toEqual(['Overdue: Question'])
    },
  ],
  [
    'escalations',
    async () => {
      await critic.updateAgent({ agent: 'critic', reportsTo: 'mayor/' })
      await architect.escalate({ to: 'critic', subject: 'Which design', severity: 'medium' })
      later(4 * hour)
    },
    async () => {
      const { messages } = await mayor.inbox({ kind: ['escalation'] })
      expect(messages).toMatchObject([
        { from: 'architect', subject: 'Escalation: Which design', priority: 'high', owes: true },
      ])
      expect(messages[0]?.payload).toMatchObject({ severity: 'high', again: 1 })
    },
  ],
  [
    'silence',
    async () => {
      await critic.updateAgent({ agent: 'critic', watched: true })
      later(6 * minute)
    },
    async () => {
      expect(await subjects(mayor)).toEqual(['Silent: critic'])
    },
  ],
  [
    'redispatch',
    async () => {
      await room.join('deacon/')
      await mayor.registerAgent({ agent: 'gastown/polecats/max' })
      await send({ to: ['deacon/'], subject: 'RECOVERED_BEAD gt-1', body: 'Polecat: gastown/furiosa' })
    },
    async () => {
      expect(await subjects(await room.as('gastown/max'))).toEqual(['REDISPATCH gt-1'])
    },
  ],
  [
    'cold',
    async () => {
      for (let count = 0; count < 3; count += 1) await critic.archive({ messages: [await send()] })
      return with_({ archive: { beyond: 1 } })
    },
    async ([act]) => {
      expect(act).toMatchObject({ messages: { length: 2 } })
      const { messages } = await critic.search({ query: ['S'], cold: true })
      expect(messages).toHaveLength(2)
    },
  ],
]

/** These tell of what they send, which a rehearsal does not. */
const announcing = new Set(['escalations', 'silence', 'redispatch'])

describe('each act', () => {
  test.each(occasions)(
    '%s: told by a rehearsal that writes nothing, done, and not done twice',
    async (act, bringAbout, check) => {
      const settings = (await bringAbout()) ?? defaultSettings
      const only = (acts: Awaited<ReturnType<typeof patrol>>) => acts.filter((one) => one.act === act)
      const before = await everything()
      const rehearsed = only(await patrol(settings, true))
      const ids = rehearsed.flatMap(({ messages }) => messages)
      expect(rehearsed).toHaveLength(1)
      expect(rehearsed).toMatchObject([
        { what: expect.stringContaining('would'), why: expect.stringMatching(/\.$/u) },
      ])
      expect(await everything()).toBe(before)
      const done = only(await patrol(settings))
      expect(done[0]).toMatchObject({ act, why: expect.stringMatching(/\.$/u) })
      if (!announcing.has(act)) {
        expect(ids).not.toEqual([])
        expect(done.slice(0, 1).flatMap(({ messages }) => messages)).toEqual(ids)
      }
      expect(JSON.stringify(done)).not.toContain('would')
      await check(done)
      expect(only(await patrol(settings))).toEqual([])
      expect(only(await patrol(settings, true))).toEqual([])
    },
  )

  test.each(occasions)('%s: two at once do it once', async (act, bringAbout) => {
    const settings = (await bringAbout()) ?? defaultSettings
    const rounds = await Promise.all([patrol(settings), patrol(settings), patrol(settings)])
    const done = rounds.flat().filter((one) => one.act === act)
    const messages = done.flatMap(({ what, messages }) => messages.map((id) => what.replace(/\d+/gu, id)))
    expect(new Set(messages).size).toBe(messages.length)
    expect(done.length).toBeGreaterThan(0)
  })
})

test('nothing to do is nothing told', async () => {
  await patrol()
  expect(await patrol()).toEqual([])
  await expect(mayor.patrol({ watch: 10 })).rejects.toMatchObject({ code: 'usage' })
})

test('an escalation goes up twice at most, and no more once somebody answers', async () => {
  const count = async () => (await critic.search({ query: ['kind:escalation'] })).messages.length
  const { id } = await architect.escalate({ to: 'critic', subject: 'Which design' })
  for (const expected of [1, 2, 3, 3]) {
    expect(await count()).toBe(expected)
    later(4 * hour)
    await patrol()
  }
  await architect.escalate({ to: 'critic', subject: 'Another' })
  later(4 * hour)
  await patrol()
  expect(await count()).toBe(5)
  const [{ id: again = id } = {}] = (await mayor.inbox({ kind: ['escalation'] })).messages.filter(
    ({ subject }) => subject.includes('Another'),
  )
  await mayor.reply({ message: again, body: 'Take the first' })
  later(4 * hour)
  await patrol()
  expect(await count()).toBe(5)
})

describe('silence', () => {
  const alerts = async (box: Mailbox) =>
    (await subjects(box)).filter((subject) => subject.startsWith('Silent'))

  test('is told once, and again after the next one', async () => {
    await critic.updateAgent({ agent: 'critic', watched: true })
    later(5 * minute + 1)
    await patrol()
    later(hour)
    await patrol()
    expect(await alerts(mayor)).toHaveLength(1)
    await room.store.roster.beat('critic', room.now, null)
    later(4 * minute)
    expect(named(await patrol())).not.toContain('silence')
    later(2 * minute)
    expect(named(await patrol())).toContain('silence')
    expect(await alerts(mayor)).toHaveLength(2)
  })

  test('who writes or works is heard of', async () => {
    await critic.updateAgent({ agent: 'critic', watched: true })
    later(6 * minute)
    await critic.send({ to: ['mayor/'], subject: 'Here I am' })
    expect(named(await patrol())).not.toContain('silence')
  })

  test('the deacon is watched, whoever holds work is, nobody else', async () => {
    await room.join('deacon/')
    await critic.process({ messages: [await send()] })
    later(6 * minute)
    await patrol()
    expect((await alerts(mayor)).sort()).toEqual(['Silent: critic', 'Silent: deacon/'])
  })

  test('what others send or do in an agent’s name is no sign of its life', async () => {
    const deacon = await room.join('deacon/')
    await mayor.registerAgent({ agent: 'gastown/polecats/max' })
    const id = await send({
      to: ['deacon/'],
      subject: 'RECOVERED_BEAD gt-1',
      body: 'Polecat: gastown/furiosa',
    })
    const own = await send({ to: ['deacon/'] })
    later(6 * minute)
    const supervisor = await room.store.roster.find('mayor/')
    await (await room.as('deacon/', { principal: supervisor })).complete({ messages: [own] })
    expect(named(await patrol())).toContain('redispatch')
    expect(await alerts(mayor)).toContain('Silent: deacon/')
    later(minute)
    await deacon.ack({ messages: [id] })
    expect(named(await patrol())).not.toContain('silence')
  })

  test.each<readonly [string, boolean, boolean, readonly string[]]>([
    ['watched', true, false, ['Silent: critic']],
    ['watched and at work', true, true, ['Silent: critic']],
    ['at work', false, true, []],
    ['neither', false, false, []],
  ])(
    'a session that ends freezes its agent, which is reported if it is watched: %s',
    async (_which, watched, works, told) => {
      await critic.updateAgent({ agent: 'critic', watched })
      if (works) await critic.process({ messages: [await send()] })
      await critic.freezeAgent({ agent: 'critic' })
      later(6 * minute)
      await patrol()
      expect(await alerts(mayor)).toEqual(told)
    },
  )

  test('a frozen deacon is always reported, but not one that never lived here', async () => {
    await room.store.exchange.enrol(
      [{ address: 'deacon/', longForm: null, addTags: [], state: 'frozen', lastSeen: null }],
      { actor: 'mayor/', principal: null, session: null, command: 'import' },
      room.now,
    )
    later(6 * minute)
    await patrol()
    expect(await alerts(mayor)).toEqual([])
    const deacon = await room.as('deacon/')
    await deacon.beat({})
    await mayor.freezeAgent({ agent: 'deacon/' })
    later(6 * minute)
    await patrol()
    expect(await alerts(mayor)).toEqual(['Silent: deacon/'])
  })

  test('goes to the supervisor, else the mayor; people see it in Attention, and get no mail', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    await critic.updateAgent({ agent: 'critic', watched: true, reportsTo: 'architect' })
    await mayor.updateAgent({ agent: 'mayor/', watched: true })
    await room.join('nux', { watched: true, reportsTo: 'lea' })
    later(6 * minute)
    expect(named(await patrol(undefined, true))).toEqual(['silence'])
    await patrol()
    expect(await alerts(architect)).toEqual(['Silent: critic'])
    expect([await alerts(lea), await alerts(mayor)]).toEqual([[], []])
    const { attention } = await lea.attention({ why: 'silent' })
    expect(attention.map(({ agent }) => agent).sort()).toEqual(['critic', 'mayor/', 'nux'])
  })
})

describe('an overdue answer', () => {
  test.each<[string, string, string, readonly string[], string | null]>([
    ['an agent owes an agent', 'architect', 'critic', ['critic', 'architect'], 'reminded critic of'],
    ['an agent owes a person', 'lea', 'critic', ['critic'], 'reminded critic of'],
    ['a person owes an agent', 'critic', 'lea', ['critic'], 'told critic of'],
    ['a person owes a person', 'lea', 'bob', [], null],
  ])('is told to agents alone: %s', async (_, from, to, told, what) => {
    for (const person of ['lea', 'bob']) await room.join(person, { kind: 'user' })
    await (await room.as(from)).send({ to: [to], subject: 'Which?', body: 'x', kind: 'request' })
    later(25 * hour)
    const acts = (await patrol()).filter(({ act }) => act === 'overdue')
    expect(acts.map(({ what }) => what)).toEqual(what === null ? [] : [expect.stringContaining(what)])
    for (const reader of ['architect', 'critic', 'lea', 'bob']) {
      const found = (await subjects(await room.as(reader))).filter((subject) => subject.startsWith('Overdue'))
      expect(found, reader).toEqual(told.includes(reader) ? ['Overdue: Which?'] : [])
    }
    const { groups } = await (await room.as(to)).attention({ count: true })
    expect(groups).toContainEqual(expect.objectContaining({ why: 'overdue' }))
    expect(named(await patrol())).not.toContain('overdue')
    const [notice] = (await (await room.as(told[0] ?? from)).inbox({ body: true })).messages.filter(
      ({ subject }) => subject.startsWith('Overdue'),
    )
    // Only who owes the answer is told how to give it.
    if (notice !== undefined) expect(notice.body?.includes('watchpost reply')).toBe(told.includes(to))
  })

  test('of people keeps no other from being told', async () => {
    for (const person of ['lea', 'bob']) await room.join(person, { kind: 'user' })
    const lea = await room.as('lea')
    for (let count = 0; count < 205; count += 1)
      await lea.send({ to: ['bob'], subject: `Q${count}`, body: 'x', kind: 'request' })
    await send({ kind: 'request', subject: 'Question' })
    later(25 * hour)
    await patrol()
    expect(await subjects(critic)).toContain('Overdue: Question')
  })
})

test('work goes on past its lease for as long as its owner is heard of', async () => {
  const id = await send()
  await critic.process({ messages: [id], lease: minute })
  later(2 * minute)
  await critic.send({ to: ['architect'], subject: 'Still at it', kind: 'notification' })
  expect(named(await patrol())).not.toContain('leases')
})

test('work that was taken by a clock that was ahead is its taker’s for as long as the lease was, and no longer', async () => {
  const id = await send()
  later(24 * hour)
  await critic.process({ messages: [id], lease: 20 * minute })
  later(-24 * hour)
  await patrol()
  later(20 * minute - 1)
  expect(named(await patrol())).not.toContain('leases')
  later(1)
  expect(await patrol()).toMatchObject([{ act: 'leases', messages: [id] }])
})

test('a long tail of unindexed mail is told as it is indexed, up to all of it', async () => {
  for (let sent = 0; sent < 120; sent += 1) await mayor.send({ to: ['critic'], subject: `Word ${sent}` })
  const told: (readonly [number, number])[] = []
  const watched = await room.as('mayor/', { progress: (done, of) => void told.push([done, of]) })
  const { acts } = await watched.patrol({})
  expect(acts.map(({ act }) => act)).toContain('index')
  const [, of = 0] = told.at(-1) ?? []
  expect(of).toBeGreaterThanOrEqual(120)
  expect(told.length).toBeGreaterThan(1)
  expect(told.at(-1)).toEqual([of, of])
  expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((one, other) => one - other))
})
