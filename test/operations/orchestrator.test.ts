import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DebatePolicy, defaultDebatePolicy } from '../../src/domain/debates/debate-policy.ts'
import { limits } from '../../src/domain/limits.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import type { ExchangeValue } from '../../src/values/exchange-schema.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'

let room: MailRoom
let lea: Mailbox
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-orchestrator-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

type Entry = { readonly id: string; readonly [name: string]: unknown }
const iso = (at: number) => new Date(at).toISOString()
let minutes = 0
const entry = (id: string, type: string, content: unknown, more: object = {}): Entry => {
  minutes += 1
  return { id, timestamp: iso(room.now + minutes * minute), to: 'peerb', type, content, ...more }
}
const of = (task: string) => ({ context: { task_id: task } })

const sentBy = (peer: string): readonly Entry[] => {
  try {
    return JSON.parse(readFileSync(join(folder, peer, 'outbox.json'), 'utf8')).sent
  } catch {
    return []
  }
}
const write = (peer: string, ...entries: readonly unknown[]) => {
  mkdirSync(join(folder, peer), { recursive: true })
  const sent = [...sentBy(peer), ...entries]
  writeFileSync(join(folder, peer, 'outbox.json'), JSON.stringify({ sent }))
}
const inboxOf = (peer: string): readonly Record<string, unknown>[] => {
  try {
    return JSON.parse(readFileSync(join(folder, peer, 'inbox.json'), 'utf8')).queue
  } catch {
    return []
  }
}
const idsIn = (peer: string) => inboxOf(peer).map(({ id }) => id)
const deliveredOf = (peer: string) => sentBy(peer).map(({ id, delivered }) => [id, delivered === true])
/** What a writer is told of its entries: the entry, and why. */
const toldTo = (peer: string) =>
  inboxOf(peer).flatMap(({ from, type, reply_to, content }) =>
    from === 'system' && type === 'RESPONSE'
      ? [[reply_to, (content as { error: string }).error] as const]
      : [],
  )

type Wanted = { readonly debate?: Partial<DebatePolicy>; readonly maxQueueSize?: number }
async function sync({ debate = {}, maxQueueSize }: Wanted = {}): Promise<ExchangeValue> {
  const settings = {
    ...defaultSettings,
    debate: { ...defaultDebatePolicy, ...debate },
    mailbox: { ...defaultSettings.mailbox, ...(maxQueueSize !== undefined && { maxQueueSize }) },
  }
  const box = await room.as('lea', { settings })
  const rounds: ExchangeValue[] = []
  const input = { path: folder, format: 'cccc', once: true } as const
  for await (const value of box.sync(input, new AbortController().signal)) rounds.push(value)
  return rounds[0] ?? { read: 0, written: 0, skipped: [] }
}

const claim = (id: string, task: string) => entry(id, 'CLAIM', { statement: `claim ${id}` }, of(task))
const from = (peer: string, to: string, id: string, type: string, task: string, content: object = {}) =>
  write(peer, entry(id, type, { statement: `${type} ${id}`, ...content }, { ...of(task), to }))

/** What its writer may not send: the case, how it is written, and why it is refused. */
const refused: readonly (readonly [string, () => void, string])[] = [
  ['an unknown type', () => write('peera', entry('x', 'BOGUS', {})), 'BOGUS is none of CLAIM'],
  ['a type from an object', () => write('peera', entry('x', 'constructor', {})), 'is none of CLAIM'],
  ['a forged sender', () => write('peera', entry('x', 'QUERY', {}, { from: 'foreman' })), 'outbox of peera'],
  ['no content', () => write('peera', entry('x', 'QUERY', 7)), 'content is neither'],
  ['no recipient', () => write('peera', entry('x', 'QUERY', {}, { to: [] })), 'to is missing'],
  [
    'an order of a peer',
    () => write('peera', entry('x', 'DIRECTIVE', { message: 'Stop' })),
    'only the foreman',
  ],
  ['an address that is none', () => write('peera', entry('x', 'QUERY', {}, { to: 'role:' })), ''],
  ['an entry that is no object', () => write('peera', 7), 'not an object'],
  [
    'more than a payload may have',
    () => write('peera', entry('x', 'QUERY', { body: 'Hi', data: 'x'.repeat(limits.fields) })),
    'characters',
  ],
  [
    'an agreement with oneself',
    () => write('peera', entry('x', 'AGREE', { statement: 'Yes' }, { reply_to: 'm0' })),
    'agree',
  ],
]

describe('what send refuses is refused', () => {
  test('an agreement with a counter is no consensus; its writer is told once, and the file is kept', async () => {
    write('peera', claim('m1', 'auth'))
    from('peerb', 'peera', 'm2', 'COUNTER', 'auth')
    from('peera', 'peerb', 'm3', 'AGREE', 'auth')
    const { skipped } = await sync()
    expect(skipped).toEqual([
      { where: 'peera/outbox.json[1]', why: expect.stringContaining('with agree; allowed kinds: evidence') },
    ])
    expect((await lea.debateHealth({})).decided).toBe(0)
    expect(deliveredOf('peera')).toEqual([
      ['m1', true],
      ['m3', false],
    ])
    expect(idsIn('peerb')).toEqual(['m1'])
    expect(toldTo('peera')).toEqual([['m3', expect.stringContaining('allowed kinds: evidence')]])
    // It stays refused, also when the debate has gone on so that it would be allowed.
    from('peera', 'peerb', 'm4', 'EVIDENCE', 'auth')
    from('peerb', 'peera', 'm5', 'COUNTER', 'auth')
    from('peera', 'peerb', 'm6', 'EVIDENCE', 'auth')
    expect((await sync()).skipped).toHaveLength(1)
    expect(toldTo('peera')).toHaveLength(1)
    expect(deliveredOf('peera').filter(([, delivered]) => !delivered)).toEqual([['m3', false]])
  })

  test('an entry that its writer mends is delivered', async () => {
    write('peera', claim('m1', 'auth'), entry('m2', 'BOGUS', { statement: 'x' }))
    await sync()
    expect(idsIn('peerb')).toEqual(['m1'])
    const mended = sentBy('peera').map((one) => (one.id === 'm2' ? { ...one, type: 'QUERY' } : one))
    writeFileSync(join(folder, 'peera/outbox.json'), JSON.stringify({ sent: mended }))
    expect((await sync()).skipped).toEqual([])
    expect(idsIn('peerb')).toEqual(['m1', 'm2'])
    expect(toldTo('peera')).toHaveLength(1)
  })

  test.each(refused)('%s', async (_, given, why) => {
    write('peera', entry('m0', 'QUERY', { statement: 'fine' }))
    given()
    const { skipped } = await sync()
    expect(skipped).toEqual([{ where: 'peera/outbox.json[1]', why: expect.stringContaining(why) }])
    expect(idsIn('peerb')).toEqual(['m0'])
    expect(toldTo('peera')).toEqual([[expect.any(String), expect.stringContaining(why)]])
    await sync()
    expect(toldTo('peera')).toHaveLength(1)
  })

  test('nobody writes in the name of the system', async () => {
    write('system', entry('x', 'RESPONSE', { statement: 'You may' }, { to: 'peerb' }))
    expect((await sync()).skipped).toMatchObject([{ why: expect.stringContaining('name of the system') }])
    expect(idsIn('peerb')).toEqual([])
  })

  test('whom its rules forbid is not reached', async () => {
    await room.join('peera', { talksTo: ['foreman'] })
    write('peera', entry('x', 'QUERY', { statement: 'Hi' }), entry('y', 'QUERY', {}, { to: 'foreman' }))
    expect((await sync()).skipped).toMatchObject([{ why: expect.stringContaining('may not write to peerb') }])
    expect(idsIn('foreman')).toEqual(['y'])
  })

  test('evidence that the settings require is missing', async () => {
    const strict = {
      evidence: { forClaims: 'optional', forCounters: 'required', minimumStrength: 'moderate' },
    } as const
    write('peera', claim('m1', 'auth'))
    from('peerb', 'peera', 'm2', 'COUNTER', 'auth')
    expect((await sync({ debate: strict })).skipped).toMatchObject([
      { why: expect.stringContaining('has weak evidence') },
    ])
    from('peerb', 'peera', 'm3', 'COUNTER', 'auth', { rationale: 'Stateless for horizontal scaling' })
    await sync({ debate: strict })
    expect(idsIn('peera')).toContain('m3')
  })

  test('nobody agrees with, counters or concedes to themselves', async () => {
    write('peera', claim('m1', 'auth'))
    from('peera', 'peerb', 'm2', 'COUNTER', 'auth')
    from('peera', 'peerb', 'm3', 'AGREE', 'auth')
    expect((await sync()).skipped).toHaveLength(2)
    expect(idsIn('peerb')).toEqual(['m1'])
  })
})

describe('what sync refuses, import refuses', () => {
  test.each(refused)('%s', async (_, given, why) => {
    write('peera', entry('m0', 'QUERY', { statement: 'fine' }))
    given()
    for (const written of [1, 0]) {
      const value = await lea.importMail({ path: folder, format: 'cccc' })
      const where = 'peera/outbox.json[1]'
      expect(value.skipped).toEqual([{ where, why: expect.stringContaining(why) }])
      expect(value.written).toBe(written)
    }
    // An import notifies nobody, and sync judges the entry later.
    expect((await lea.inbox({ owner: 'peera' })).messages).toEqual([])
    expect((await lea.inbox({ owner: 'peerb' })).messages).toHaveLength(1)
    expect((await sync()).skipped).toHaveLength(1)
    expect(toldTo('peera')).toHaveLength(1)
  })

  test('by the debate as it is, and what a full mailbox has no room for', async () => {
    const settings = { ...defaultSettings, mailbox: { ...defaultSettings.mailbox, maxQueueSize: 2 } }
    const box = await room.as('lea', { settings })
    write('peera', claim('m1', 'auth'))
    from('peerb', 'peera', 'm2', 'COUNTER', 'auth')
    from('peera', 'peerb', 'm3', 'AGREE', 'auth')
    from('peera', 'peerb', 'm4', 'EVIDENCE', 'auth')
    from('peera', 'peerb', 'm5', 'QUERY', 'auth')
    const { skipped } = await box.importMail({ path: folder, format: 'cccc' })
    expect(skipped).toEqual([
      { where: 'peera/outbox.json[1]', why: expect.stringContaining('allowed kinds: evidence') },
      { where: 'peera/outbox.json[3]', why: expect.stringContaining('mailbox.max_queue_size') },
    ])
  })

  test('what was delivered before is history, unless its type is unknown', async () => {
    const sent = [
      claim('m1', 'auth'),
      entry('m2', 'AGREE', { statement: 'Yes' }, of('auth')),
      entry('m3', 'BOGUS', {}),
    ]
    write('peera', ...sent.map((one) => ({ ...one, delivered: true })))
    const { skipped } = await lea.importMail({ path: folder, format: 'cccc' })
    expect(skipped).toEqual([{ where: 'peera/outbox.json[2]', why: expect.stringContaining('BOGUS') }])
  })
})

describe('a full queue', () => {
  test('keeps later mail in its outbox, in order, until there is room', async () => {
    write('peera', ...['m1', 'm2', 'm3', 'm4'].map((id) => entry(id, 'QUERY', { statement: id })))
    const { skipped } = await sync({ maxQueueSize: 2 })
    expect(skipped.map(({ where }) => where)).toEqual(['peera/outbox.json[2]', 'peera/outbox.json[3]'])
    expect(deliveredOf('peera').map(([, delivered]) => delivered)).toEqual([true, true, false, false])
    expect(toldTo('peera')).toEqual([])
    const peerb = await room.as('peerb')
    await peerb.archive({ messages: ['m1'] })
    await sync({ maxQueueSize: 2 })
    expect(deliveredOf('peera').map(([, delivered]) => delivered)).toEqual([true, true, true, false])
    expect(idsIn('peerb')).toEqual(['m2', 'm3'])
  })

  test('is tried again while sync runs, as soon as somebody reads', async () => {
    room.now = Date.now()
    const settings = { ...defaultSettings, mailbox: { ...defaultSettings.mailbox, maxQueueSize: 1 } }
    const box = await room.as('lea', { settings })
    const stop = new AbortController()
    const told: ExchangeValue[] = []
    write('peera', ...['m1', 'm2'].map((id) => entry(id, 'QUERY', { statement: id })))
    const ended = (async () => {
      for await (const value of box.sync({ path: folder, format: 'cccc' }, stop.signal)) told.push(value)
    })()
    await soon(() =>
      expect(deliveredOf('peera')).toEqual([
        ['m1', true],
        ['m2', false],
      ]),
    )
    await (await room.as('peerb')).archive({ messages: ['m1'] })
    await soon(() =>
      expect(deliveredOf('peera')).toEqual([
        ['m1', true],
        ['m2', true],
      ]),
    )
    stop.abort()
    await ended
    expect(told.flatMap(({ skipped }) => skipped)).toHaveLength(1)
  })

  /** peerb has no room left; the foreman directs both. */
  const directBoth = async () => {
    await room.join('foreman')
    write('peera', entry('m1', 'QUERY', { statement: 'm1' }))
    await sync({ maxQueueSize: 1 })
    write('foreman', entry('d1', 'DIRECTIVE', { message: 'Stop' }, { to: ['peera', 'peerb'] }))
  }
  const archives = async (peer: string, id: string) => (await room.as(peer)).archive({ messages: [id] })
  const once = { maxQueueSize: 1 }

  test('delays only its own copy of mail to several; that comes later, once', async () => {
    await directBoth()
    expect((await sync(once)).skipped).toMatchObject([{ where: 'foreman/outbox.json[0]' }])
    expect([idsIn('peera'), idsIn('peerb')]).toEqual([['d1'], ['m1']])
    expect(deliveredOf('foreman')).toEqual([['d1', false]])
    const again = await sync(once)
    expect([again.written, again.skipped.length]).toEqual([0, 1])
    await archives('peerb', 'm1')
    expect((await sync(once)).skipped).toEqual([])
    expect([idsIn('peera'), idsIn('peerb')]).toEqual([['d1'], ['d1']])
    expect(deliveredOf('foreman')).toEqual([['d1', true]])
    expect(await sync(once)).toMatchObject({ written: 0, skipped: [] })
    const { messages } = await lea.inbox({ owner: 'peerb', all: true })
    expect(messages.filter(({ kind }) => kind === 'directive')).toMatchObject([
      { status: 'unread', owes: true },
    ])
  })

  test.each<readonly [string, () => unknown]>([
    ['nothing', () => {}],
    ['the other peer archived its copy', () => archives('peera', 'd1')],
    [
      'the other peer put its copy into its archive',
      () => {
        const [taken] = inboxOf('peera')
        mkdirSync(join(folder, 'peera/archive'), { recursive: true })
        writeFileSync(join(folder, 'peera/archive/d1.json'), JSON.stringify(taken))
        writeFileSync(join(folder, 'peera/inbox.json'), JSON.stringify({ queue: [] }))
      },
    ],
    [
      'its writer says that it was delivered',
      () => {
        const sent = sentBy('foreman').map((one) => ({ ...one, delivered: true }))
        writeFileSync(join(folder, 'foreman/outbox.json'), JSON.stringify({ sent }))
      },
    ],
    [
      'an import',
      async () => {
        const settings = { ...defaultSettings, mailbox: { ...defaultSettings.mailbox, maxQueueSize: 1 } }
        const box = await room.as('lea', { settings })
        expect((await box.importMail({ path: folder, format: 'cccc' })).skipped).toHaveLength(1)
      },
    ],
  ])('the copy that waits comes once, also where this happened meanwhile: %s', async (_, meanwhile) => {
    await directBoth()
    await sync(once)
    await meanwhile()
    await sync(once)
    expect(idsIn('peerb')).toEqual(['m1'])
    await archives('peerb', 'm1')
    await sync(once)
    expect(idsIn('peerb')).toEqual(['d1'])
    await sync(once)
    for (const owner of ['peera', 'peerb']) {
      const { messages } = await lea.inbox({ owner, all: true })
      expect(messages.filter(({ kind }) => kind === 'directive')).toHaveLength(1)
    }
    expect(idsIn('peera').length + idsIn('peerb').length).toBeLessThanOrEqual(2)
  })

  test('a claim to several is judged once, though its debate goes on before all have it', async () => {
    write('peera', entry('m1', 'QUERY', { statement: 'm1' }))
    await sync(once)
    write('peera', entry('c1', 'CLAIM', { statement: 'A' }, { to: ['foreman', 'peerb'], ...of('auth') }))
    await sync(once)
    from('foreman', 'peera', 'a1', 'AGREE', 'auth')
    await sync(once)
    await archives('peerb', 'm1')
    expect((await sync(once)).skipped).toEqual([])
    expect(idsIn('peerb')).toEqual(['c1'])
  })

  test('holds back what the same writer sends there later, and nothing to others', async () => {
    await directBoth()
    const more = (id: string, to: unknown) => entry(id, 'DIRECTIVE', { message: id }, { to })
    write('foreman', more('d2', 'peerb'), more('d3', ['peerb', 'aux']), more('d4', 'luna'))
    await sync(once)
    expect([idsIn('peera'), idsIn('aux'), idsIn('luna')]).toEqual([['d1'], ['d3'], ['d4']])
    for (const [read, next] of [
      ['m1', 'd1'],
      ['d1', 'd2'],
      ['d2', 'd3'],
    ] as const) {
      await archives('peerb', read)
      await sync(once)
      expect(idsIn('peerb')).toEqual([next])
    }
    expect(deliveredOf('foreman').every(([, delivered]) => delivered)).toBe(true)
  })

  test('everywhere leaves mail to several where it is', async () => {
    write('peera', entry('m1', 'QUERY', {}), entry('m2', 'QUERY', {}, { to: 'foreman' }))
    await sync(once)
    write('peera', entry('m3', 'QUERY', { statement: 'm3' }, { to: ['foreman', 'peerb'] }))
    expect(await sync(once)).toMatchObject({ written: 0, skipped: [{ where: 'peera/outbox.json[2]' }] })
    expect((await lea.search({ query: ['m3'] })).messages).toEqual([])
  })
})

describe('mail that names neither task nor message', () => {
  test('joins the debate of the present topic, and closes what its sender owed', async () => {
    write('peera', claim('m1', 'auth'))
    await sync()
    write('peerb', entry('m2', 'AGREE', { statement: 'Fine' }, { to: 'peera' }))
    await sync()
    expect((await lea.decisions({})).decisions).toMatchObject([{ decision: 'Fine', task: 'auth' }])
    expect((await (await room.as('peerb')).owed({})).owed).toEqual([])
  })

  test('a claim opens a debate of its own while that goes on', async () => {
    write('peera', claim('m1', 'auth'))
    await sync()
    write('peerb', entry('m2', 'CLAIM', { statement: 'Cache it' }, { to: 'peera' }))
    expect((await sync()).skipped).toEqual([])
    expect((await lea.listDebates({})).debates).toHaveLength(2)
  })

  test('a claim opens the topic that somebody set', async () => {
    mkdirSync(join(folder, 'shared'))
    const topic = { topic: 'Authentication', task_id: 'auth', timestamp: iso(room.now) }
    writeFileSync(join(folder, 'shared/current_topic.json'), JSON.stringify(topic))
    write('peera', entry('m1', 'CLAIM', { statement: 'Sessions' }))
    write('peerb', entry('m2', 'COUNTER', { statement: 'JWT' }, { to: 'peera' }))
    expect((await sync()).skipped).toEqual([])
    expect((await lea.listDebates({})).debates).toMatchObject([{ rounds: 2 }])
  })
})

test('the folder may be the one that the settings name', async () => {
  const below = `${folder.split('/').at(-1)}`
  // The folder of the settings lies below the one that the store is in.
  const settings = { ...defaultSettings, mailbox: { ...defaultSettings.mailbox, baseDir: below } }
  const box = await room.as('lea', { settings })
  mkdirSync(join(room.location, '..', below, 'peera'), { recursive: true })
  const sent = [entry('m1', 'QUERY', { statement: 'Hi' })]
  writeFileSync(join(room.location, '..', below, 'peera/outbox.json'), JSON.stringify({ sent }))
  expect((await box.importMail({ format: 'cccc' })).read).toBe(1)
  await expect(lea.importMail({ format: 'cccc' })).rejects.toMatchObject({ code: 'usage' })
  await expect(box.importMail({ format: 'haak' })).rejects.toMatchObject({ code: 'usage' })
})

test('a debate that was begun by a command goes on in files by its task', async () => {
  const peera = await room.join('peera')
  await room.join('peerb')
  await peera.send({ to: ['peerb'], kind: 'claim', statement: 'Sessions', task: 'auth' })
  from('peerb', 'peera', 'm1', 'AGREE', 'auth')
  expect((await sync()).skipped).toEqual([])
  expect((await lea.debateHealth({})).decided).toBe(1)
})

test('what another orchestrator delivered before is history; later nobody else delivers', async () => {
  write(
    'peera',
    { ...claim('m1', 'auth'), delivered: true },
    { ...entry('m2', 'BOGUS', {}), delivered: true },
  )
  const where = 'peera/outbox.json[1]'
  expect((await sync()).skipped).toEqual([{ where, why: expect.stringContaining('BOGUS') }])
  // Nobody is told, and nothing is routed: who has no copy any more has dealt with it.
  for (const peer of ['peera', 'peerb']) expect(idsIn(peer)).toEqual([])
  const { messages } = await lea.inbox({ owner: 'peerb', all: true })
  expect(messages).toMatchObject([{ status: 'archived', owes: false, kind: 'claim' }])
  const again = await room.as('lea')
  expect((await again.inbox({ owner: 'peerb' })).messages).toEqual([])
})

test('of what was delivered before, a copy that still lies in an inbox counts', async () => {
  const said = claim('m1', 'auth')
  write('peera', { ...said, to: ['peerb', 'foreman'], delivered: true })
  mkdirSync(join(folder, 'peerb'), { recursive: true })
  writeFileSync(
    join(folder, 'peerb/inbox.json'),
    JSON.stringify({ queue: [{ ...said, to: ['peerb', 'foreman'], from: 'peera', status: 'unread' }] }),
  )
  expect((await sync()).skipped).toEqual([])
  const statusFor = async (owner: string) => (await lea.inbox({ owner, all: true })).messages[0]?.status
  expect([await statusFor('peerb'), await statusFor('foreman')]).toEqual(['unread', 'archived'])
})

/** Every message that CCCC's description prints, under the configuration that it prints. */
describe("the source's own messages", () => {
  const printed: Wanted = {
    maxQueueSize: 100,
    debate: {
      mostRounds: 5,
      deadlockThreshold: 3,
      consensusThreshold: 0.8,
      evidence: { forClaims: 'optional', forCounters: 'required', minimumStrength: 'moderate' },
    },
  }
  const said = (
    peer: string,
    to: unknown,
    type: string,
    content: object,
    more: object = of('task_auth_001'),
  ) => write(peer, entry(`msg_${type}_${minutes}`, type, content, { to, ...more }))

  test('pass: the exchange on authentication', async () => {
    said('peera', 'peerb', 'CLAIM', {
      statement: 'Use session-based authentication',
      rationale: ['Simpler to implement', 'Built-in CSRF protection', 'Easy to invalidate'],
    })
    said('peerb', 'peera', 'COUNTER', {
      statement: 'JWT would be more appropriate',
      rationale: ['Stateless for horizontal scaling', 'Works with mobile clients', 'Microservices friendly'],
      challenge: 'How does session scale to 3 servers?',
    })
    said('peera', 'peerb', 'EVIDENCE', {
      response: 'Sessions can use Redis for state',
      evidence: ['Redis session store handles 100k+ req/s', 'Used by Twitter, GitHub, Shopify'],
      compromise: 'Redis sessions + JWT for mobile?',
    })
    said('peerb', 'peera', 'AGREE', {
      statement: 'Accept hybrid approach',
      decision: 'Redis sessions (web) + JWT (mobile)',
      implementation: 'Start with session, add JWT',
    })
    expect((await sync(printed)).skipped).toEqual([])
    expect((await lea.decisions({})).decisions).toMatchObject([
      { decision: 'Accept hybrid approach', approach: 'Redis sessions (web) + JWT (mobile)', rounds: 4 },
    ])
    for (const peer of ['peera', 'peerb']) expect((await (await room.as(peer)).owed({})).owed).toEqual([])
  })

  test('pass: the flow in one line each', async () => {
    said('peera', 'peerb', 'CLAIM', { statement: 'Implement feature X using approach A' })
    said('peerb', 'peera', 'COUNTER', { statement: 'Approach B would be better because it is stateless' })
    said('peera', 'peerb', 'EVIDENCE', { statement: 'Approach A handles edge case Y, see test auth.test.ts' })
    said('peerb', 'peera', 'AGREE', { statement: 'Convinced. Proceeding with Approach A.' })
    expect((await sync(printed)).skipped).toEqual([])
    expect((await lea.decisions({})).decisions).toMatchObject([
      { approach: 'Convinced. Proceeding with Approach A.' },
    ])
  })

  test('pass: the basic format, evidence, directives and escalations', async () => {
    said('peera', 'peerb', 'CLAIM', {
      statement: 'Use JWT for authentication',
      rationale: 'Stateless, scalable, industry standard',
      evidence: ['RFC 7519', 'Current architecture patterns'],
    })
    said('peerb', 'peera', 'COUNTER', { statement: 'Sessions', rationale: 'Easy to invalidate' })
    said('peera', 'peerb', 'EVIDENCE', {
      statement: 'JWT refresh tokens prevent session hijacking',
      evidence: [
        { type: 'code', data: '// Refresh token implementation...', source: 'auth.ts:45-60' },
        {
          type: 'reference',
          data: 'OWASP Session Management Cheat Sheet',
          url: 'https://cheatsheetseries.owasp.org/...',
        },
        { type: 'test', data: "tests/auth.test.ts - 'prevents replay attacks'", result: 'PASS' },
      ],
    })
    const directive = {
      action: 'realign',
      message: 'Focus drifting from auth to UI. Refocus on authentication.',
      reference: 'POR.md#current-goals',
    }
    said('foreman', ['peera', 'peerb'], 'DIRECTIVE', directive, { from: 'foreman' })
    const escalation = {
      reason: 'Cannot proceed without API key decision',
      options: ['Use existing key', 'Generate new key', 'Skip for now'],
      deadline: '2025-01-15T12:00:00Z',
    }
    said('peera', 'human', 'ESCALATE', escalation, { from: 'peera' })
    expect((await sync(printed)).skipped).toEqual([])
    expect(inboxOf('peerb').map(({ type }) => type)).toEqual(['CLAIM', 'EVIDENCE', 'DIRECTIVE'])
  })
})

describe('a decision that is asked for', () => {
  test('is owed and in Attention, whatever the date of its entry is', async () => {
    const asked = { reason: 'Which key?', options: ['The old', 'A new'], deadline: '2025-01-15T12:00:00Z' }
    write('peera', entry('e1', 'ESCALATE', asked, { to: 'human', timestamp: '2025-01-15T10:30:00Z' }))
    await sync()
    expect((await lea.inbox({})).messages).toMatchObject([{ kind: 'escalation', owes: true }])
    expect((await lea.attention({})).attention).toMatchObject([{ message: { kind: 'escalation' } }])
  })
})

describe('peers that live in files', () => {
  test('had no session that could have ended', async () => {
    write('peera', claim('m1', 'auth'))
    await sync()
    expect(idsIn('peerb')).toEqual(['m1'])
    const reasons = (await lea.attention({})).attention.map(({ why }) => why)
    expect(reasons).not.toContain('waiting')
  })

  test('find what the foreman directs in its directives, once', async () => {
    await room.join('foreman')
    write('foreman', entry('d1', 'DIRECTIVE', { message: 'Back to auth' }, { to: ['peera', 'peerb'] }))
    await sync()
    const order = JSON.parse(readFileSync(join(folder, 'foreman/directives/d1.json'), 'utf8'))
    expect(order).toMatchObject({ id: 'd1', type: 'DIRECTIVE', content: { message: 'Back to auth' } })
    expect((await sync()).written).toBe(0)
    expect([idsIn('peera'), idsIn('peerb')]).toEqual([['d1'], ['d1']])
  })
})

test('SUBPOR.md names the file of the message that decided', async () => {
  write('peera', claim('m1', 'auth'))
  await sync()
  from('peerb', 'peera', 'm2', 'AGREE', 'auth')
  await sync()
  const written = readFileSync(join(room.location, 'SUBPOR.md'), 'utf8')
  expect(written).toContain('/peerb/outbox.json[0]`, `watchpost thread ')
})

test('an agreement asks nothing, so that no response answers it', async () => {
  write('peera', claim('m1', 'auth'))
  await sync()
  from('peerb', 'peera', 'm2', 'AGREE', 'auth')
  await sync()
  write('peera', entry('m3', 'RESPONSE', { answer: 'Fine' }, { ...of('auth'), reply_to: 'm2' }))
  expect((await sync()).skipped).toEqual([
    { where: 'peera/outbox.json[1]', why: expect.stringContaining('agree') },
  ])
})
