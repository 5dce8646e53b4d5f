import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waysOf } from '../../src/domain/ways.ts'
import { interswarmSchema } from '../../src/formats/mail/schemas.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { openDesk } from '../support/cli.ts'
import { peerOf } from '../support/mail-peer.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

const ajv = new Ajv({ strict: false })
addFormats(ajv)
const isInterswarm = ajv.compile(interswarmSchema as object)

let room: MailRoom
let lea: Mailbox
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-exchange-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, ...lines: readonly (object | string)[]) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(
    join(folder, path),
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )
}
const linesOf = (path: string) =>
  readFileSync(join(folder, path), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const at = (minutes: number) => new Date(room.now + minutes * 60_000).toISOString()
const line = (id: string, more: object = {}) => ({
  id,
  sender: 's-1',
  recipient: 's-2',
  timestamp: at(-60),
  content: `this is ${id}`,
  thread: null,
  ttl_hours: null,
  read_by: [],
  ...more,
})
const mailbox = 'agent-mailbox.jsonl'

test('an import judges all its debates before it returns', async () => {
  const sent = (peer: 'peera' | 'peerb') => {
    const [to, type] = peer === 'peera' ? (['peerb', 'CLAIM'] as const) : (['peera', 'AGREE'] as const)
    return Array.from({ length: 120 }, (_, task) => ({
      id: `${peer}-${task}`,
      timestamp: at(task + (peer === 'peera' ? 0 : 200)),
      to,
      type,
      content: { statement: `${type} ${task}` },
      context: { task_id: `task-${task}` },
      delivered: true,
    }))
  }
  for (const peer of ['peera', 'peerb'] as const)
    put(`${peer}/outbox.json`, JSON.stringify({ sent: sent(peer) }))
  expect((await lea.importMail({ path: folder, format: 'cccc' })).skipped).toEqual([])
  expect(await lea.debateHealth({})).toMatchObject({ decided: 120, unfiled: 0, open: 0 })
  expect((await (await room.as('peerb')).owed({})).owed).toEqual([])
})

test('a notice of the system is no directive in CCCC', async () => {
  await room.join('foreman')
  const [peera, peerb] = [await room.join('peera'), await room.join('peerb')]
  let { id: message } = await peera.send({ to: ['peerb'], kind: 'claim', statement: 'A' })
  for (const box of [peerb, peera, peerb])
    ({ id: message } = await box.reply({ message, kind: 'counter', body: 'No' }))
  await lea.exportMail({ path: folder, format: 'cccc' })
  const { queue } = JSON.parse(readFileSync(join(folder, 'foreman/inbox.json'), 'utf8'))
  expect(queue).toMatchObject([{ from: 'system', type: 'RESPONSE' }])
})

describe('haak', () => {
  test('messages keep their times, threads and readings, whichever order they lie in; again changes nothing', async () => {
    put(
      mailbox,
      line('m2', { sender: 's-2', recipient: 's-1', thread: 'm1' }),
      line('m1'),
      line('m3', { recipient: 'architect' }),
    )
    put('agent-mailbox-reads.jsonl', { message_id: 'm1', reader_session_id: 's-2', timestamp: at(-50) })
    expect(await lea.importMail({ path: folder, format: 'haak' })).toEqual({
      read: 3,
      written: 3,
      skipped: [],
    })
    const { messages } = await lea.thread({ message: 'm2' })
    expect(messages.map(({ body, sentAt }) => [body, sentAt])).toEqual([
      ['this is m1', at(-60)],
      ['this is m2', at(-60)],
    ])
    const [first] = (await lea.inbox({ owner: 's-2' })).messages
    expect(first).toMatchObject({ status: 'read', readAt: at(-50), owes: false })
    expect(await lea.showAgent({ agent: 's-1' })).toMatchObject({ state: 'frozen' })
    expect(await lea.importMail({ path: folder, format: 'haak' })).toEqual({
      read: 3,
      written: 0,
      skipped: [],
    })
    // A role is taken on later; what was written to it is there.
    const heir = await room.join('heir', { role: 'architect' })
    expect((await heir.inbox({})).messages.map(({ preview }) => preview)).toEqual(['this is m3'])
  })

  test.each([
    [['role:architect', 'arch-1'], ['to', 'role:architect'], 'unread'],
    [['arch-1', 'architect'], ['to', 'role:architect'], 'unread'],
    [['role:architect', 'project:x'], ['role:architect', 'project:x'], 'unread'],
    [['project:x', 'role:architect', 'all'], ['role:architect', 'project:x', 'all'], 'unread'],
    [['role:architect'], ['role:architect'], 'archived'],
  ])('mail to %j keeps each way, here and where it is exported to', async (recipient, ways, box) => {
    const roster = { session_id: 'arch-1', role: 'architect', tags: ['project:x'], status: 'alive' }
    writeFileSync(join(folder, 'agent-roster.json'), JSON.stringify([roster]))
    put(mailbox, line('m-1', { recipient, ttl_hours: 240 }))
    const next = await openMailRoom()
    next.now = room.now
    try {
      const other = await next.join('lea', { kind: 'user' })
      await lea.importMail({ path: folder, format: 'haak' })
      await lea.exportMail({ path: folder, format: 'haak' })
      await other.importMail({ path: folder, format: 'haak' })
      for (const { store, person } of [room, next]) {
        const [id = 0] = await store.messages.find({ form: 'foreign', text: 'm-1' })
        const copy = await store.deliveries.find('arch-1', id)
        expect(copy === null ? null : waysOf(copy)).toEqual(ways)
        await person.updateAgent({ agent: 'arch-1', role: 'librarian' })
        expect(await store.deliveries.find('arch-1', id)).toMatchObject({ box })
      }
    } finally {
      await next.close()
    }
  })

  test('a bare role name reaches every holder, and its mail never expires', async () => {
    writeFileSync(
      join(folder, 'agent-roster.json'),
      JSON.stringify([
        { session_id: 'arch-1', role: 'architect', status: 'alive' },
        { session_id: 'arch-2', role: 'architect', status: 'frozen' },
        { session_id: 'lib-1', role: 'librarian', status: 'alive' },
        { session_id: 'steward-1', role: 'steward', status: 'dead' },
      ]),
    )
    put(
      mailbox,
      line('m1', { recipient: 'architect', timestamp: at(-3000) }),
      line('m2', { recipient: 'librarian', timestamp: at(-3000) }),
      line('m3', { recipient: 'steward', timestamp: at(-3000) }),
      line('m4', { recipient: 'qa-lead-agent', timestamp: at(-3000) }),
      line('m5', { recipient: 'tier2', timestamp: at(-3000) }),
    )
    expect(await lea.importMail({ path: folder, format: 'haak' })).toMatchObject({ written: 5, skipped: [] })
    await lea.patrol({})
    const bodies = async (owner: string) =>
      (await lea.inbox({ owner })).messages.map(({ preview }) => preview)
    expect(await bodies('arch-1')).toEqual(['this is m1'])
    expect(await bodies('arch-2')).toEqual(['this is m1'])
    expect(await bodies('lib-1')).toEqual(['this is m2'])
    for (const phantom of ['tier2', 'qa-lead-agent', 'steward', 'architect'])
      await expect(lea.showAgent({ agent: phantom })).rejects.toMatchObject({ code: 'not-found' })
    const heirs = [
      ['steward', 'm3'],
      ['qa-lead-agent', 'm4'],
      ['tier2', 'm5'],
    ] as const
    for (const [role, id] of heirs) {
      const heir = await room.join(`new-${role}`, { role })
      expect((await heir.inbox({})).messages.map(({ preview }) => preview)).toEqual([`this is ${id}`])
    }
  })

  test('a name that is a UUID, a sender or a reader is a session', async () => {
    const uuid = '0b6c7ad1-59a6-4f4e-9d59-6f6f6a6f0001'
    put(
      mailbox,
      line('m1', { recipient: uuid }),
      line('m2', { sender: 'plain', recipient: 's-1' }),
      line('m3', { recipient: 'plain' }),
      line('m4', { recipient: 'quiet', read_by: ['quiet'] }),
      line('m5', { recipient: 'later' }),
    )
    await lea.importMail({ path: folder, format: 'haak' })
    for (const session of [uuid, 'plain', 'quiet'])
      expect(await lea.showAgent({ agent: session })).toMatchObject({ state: 'frozen' })
    expect((await lea.inbox({ owner: 'plain' })).messages).toMatchObject([{ preview: 'this is m3' }])
    // It proves to be a session when it reads; then no later holder of such a role gets the mail too.
    put('agent-mailbox-reads.jsonl', { message_id: 'm5', reader_session_id: 'later', timestamp: at(-5) })
    await lea.importMail({ path: folder, format: 'haak' })
    expect((await lea.inbox({ owner: 'later', all: true })).messages).toMatchObject([
      { preview: 'this is m5', status: 'read', readAt: at(-5) },
    ])
    const holder = await room.join('holder', { role: 'later' })
    expect((await holder.inbox({ all: true })).messages).toEqual([])
  })

  test('a role that was taken keeps its mail from a later agent of the same name', async () => {
    put(mailbox, line('m1', { recipient: 'archivist' }))
    await lea.importMail({ path: folder, format: 'haak' })
    const holder = await room.join('holder', { role: 'archivist' })
    const [mail] = (await holder.inbox({})).messages
    await holder.complete({ messages: [mail?.id ?? ''] })
    const namesake = await room.join('archivist')
    expect((await namesake.inbox({ all: true })).messages).toEqual([])
  })

  test('mail for a retired agent arrives as a dead letter, and nobody is notified', async () => {
    writeFileSync(
      join(folder, 'agent-roster.json'),
      JSON.stringify([{ session_id: 's-2', status: 'dead' }, { session_id: 's-1' }]),
    )
    put(
      mailbox,
      line('m1'),
      line('m2', { timestamp: at(-3000) }),
      line('m3', { timestamp: at(-3000), ttl_hours: 2 }),
      line('m4', { read_by: ['s-2'] }),
    )
    expect(await lea.importMail({ path: folder, format: 'haak' })).toMatchObject({ written: 4, skipped: [] })
    const dead = (await lea.inbox({ owner: 's-2', dead: true })).messages
    expect(dead.map(({ preview }) => preview).sort()).toEqual(['this is m1', 'this is m2'])
    expect(dead[0]).toMatchObject({ condition: 'dead', deadReason: 'retired', owes: false })
    await lea.patrol({})
    expect((await lea.search({ query: ['from:system'] })).messages).toEqual([])
  })

  test("a reader that does not hold the role finishes its copy, not the holders'", async () => {
    writeFileSync(
      join(folder, 'agent-roster.json'),
      JSON.stringify([{ session_id: 's-3', role: 'architect' }, { session_id: 's-4' }]),
    )
    put(mailbox, line('m1', { recipient: 'architect', read_by: ['s-4'] }))
    await lea.importMail({ path: folder, format: 'haak' })
    const [seen] = (await lea.inbox({ owner: 's-4' })).messages
    expect(seen).toMatchObject({ status: 'read', owes: false })
    await (await room.as('s-4')).complete({ messages: [seen?.id ?? ''] })
    expect((await lea.inbox({ owner: 's-3' })).messages).toMatchObject([{ status: 'unread' }])
  })

  test('mail without an expiry stays so on its way out and back, mail to a session has a day', async () => {
    await room.join('scout')
    await room.join('s-7', { session: 's-7' })
    await lea.send({ to: ['scout'], body: 'keep this' })
    await lea.send({ to: ['s-7'], body: 'a day' })
    await lea.send({ to: ['role:pilot'], body: 'for a role' })
    expect((await lea.inbox({ owner: 's-7' })).messages).toMatchObject([
      { expiresAt: new Date(room.now + 24 * 3_600_000).toISOString() },
    ])
    const out = join(folder, 'out')
    await lea.exportMail({ path: out, format: 'haak' })
    const hours = linesOf(`out/${mailbox}`).map(({ content, ttl_hours }) => [content, ttl_hours])
    expect(hours).toEqual([
      ['keep this', 876_000],
      ['a day', 24],
      ['for a role', null],
    ])
    const other = await openMailRoom()
    try {
      const reader = await other.join('lea', { kind: 'user' })
      await reader.importMail({ path: out, format: 'haak' })
      expect((await reader.inbox({ owner: 's-7' })).messages).toMatchObject([
        { expiresAt: new Date(room.now + 24 * 3_600_000).toISOString() },
      ])
      other.now += 30 * 24 * 3_600_000
      await reader.patrol({})
      expect((await reader.inbox({ owner: 'scout' })).messages).toContainEqual(
        expect.objectContaining({ preview: 'keep this', expiresAt: null }),
      )
    } finally {
      await other.close()
    }
  })

  test('another message by an id that came before is told, and changes nothing of that one', async () => {
    put(mailbox, line('m1', { read_by: [] }))
    await lea.importMail({ path: folder, format: 'haak' })
    put(mailbox, line('m1', { timestamp: at(-30), content: 'something else', read_by: ['s-2'] }))
    expect(await lea.importMail({ path: folder, format: 'haak' })).toEqual({
      read: 1,
      written: 0,
      skipped: [
        {
          where: `${mailbox}:1`,
          why: expect.stringMatching(/^the id m1 was already imported with other content, as \w+$/u),
        },
      ],
    })
    expect((await (await room.as('s-2')).inbox({})).messages).toMatchObject([{ status: 'unread' }])
  })

  test('an id that is too long for the index of a store is told, and keeps no other mail out', async () => {
    put(mailbox, line(`m${'ж'.repeat(1000)}`), line('m2'))
    expect(await lea.importMail({ path: folder, format: 'haak' })).toEqual({
      read: 2,
      written: 1,
      skipped: [{ where: `${mailbox}:1`, why: 'the id has 2001 bytes; the limit is 1500' }],
    })
  })

  test('what is malformed is told with its place, and nothing else is lost', async () => {
    put(
      mailbox,
      line('m1'),
      '{"half',
      { id: 'm2' },
      line('m1', { content: 'another' }),
      line('m3', { sender: 'no such name!' }),
      line('m4'),
      '[]',
    )
    const { read, written, skipped } = await lea.importMail({ path: folder, format: 'haak' })
    expect([read, written]).toEqual([3, 2])
    expect(skipped.map(({ where }) => where).sort()).toEqual(
      [2, 3, 4, 5, 7].map((number) => `${mailbox}:${number}`),
    )
    expect((await lea.validate({ path: folder, format: 'haak' })).skipped).toHaveLength(5)
  })

  test('broadcasts and tags reach the roster, what has expired lapses in silence', async () => {
    writeFileSync(
      join(folder, 'agent-roster.json'),
      JSON.stringify([
        { session_id: 'a', tags: ['project:x'] },
        { session_id: 'b', tags: ['concern:y'] },
        { session_id: 'c', tags: [] },
      ]),
    )
    put(
      mailbox,
      line('m1', { recipient: ['project:x', 'concern:y'] }),
      line('m2', { recipient: 'all' }),
      line('m3', { recipient: 'all', timestamp: at(-600), read_by: ['c'] }),
      line('m4', { recipient: 'c', timestamp: at(-3000) }),
    )
    expect((await lea.importMail({ path: folder, format: 'haak' })).skipped).toEqual([])
    const bodies = async (owner: string) =>
      (await lea.inbox({ owner })).messages.map(({ preview }) => preview)
    expect(await bodies('a')).toEqual(['this is m1', 'this is m2'])
    expect(await bodies('c')).toEqual(['this is m2'])
    const before = (await room.store.roster.list({}, { limit: 500, after: null })).rows.length
    await lea.patrol({})
    expect((await lea.inbox({ owner: 's-1', dead: true })).messages).toEqual([])
    expect((await lea.search({ query: ['from:system'] })).messages).toEqual([])
    expect((await room.store.roster.list({}, { limit: 500, after: null })).rows).toHaveLength(before)
  })

  test('goes out as it came in, is appended to and never rewritten, and comes back as ours', async () => {
    put(
      mailbox,
      line('m1', { mood: 'calm', recipient: 'lea' }),
      line('m2', { thread: 'gone', timestamp: '2027-01-31T12:00:00.123456+01:00' }),
    )
    const original = readFileSync(join(folder, mailbox), 'utf8')
    await lea.importMail({ path: folder, format: 'haak' })
    const out = join(folder, 'out')
    expect(await lea.exportMail({ path: out, format: 'haak' })).toMatchObject({ read: 2, skipped: [] })
    expect(linesOf(`out/${mailbox}`)).toEqual(linesOf(mailbox))
    await lea.send({ to: ['s-1'], subject: 'New', body: 'fresh' })
    appendFileSync(join(folder, mailbox), '{"unfinished')
    expect(await lea.exportMail({ path: folder, format: 'haak' })).toMatchObject({ read: 3 })
    const now = readFileSync(join(folder, mailbox), 'utf8')
    expect(now.startsWith(`${original}{"unfinished\n`)).toBe(true)
    expect(JSON.parse(now.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      sender: 'lea',
      recipient: 's-1',
      subject: 'New',
      content: 'fresh',
    })
    const again = await lea.importMail({ path: folder, format: 'haak' })
    expect(again).toMatchObject({ read: 3, written: 0 })
  })

  test('tells the entity graph', async () => {
    put(mailbox, line('m1'))
    await lea.importMail({ path: folder, format: 'haak' })
    expect(
      await lea.exportMail({ path: join(folder, 'graph.txt'), format: 'haak', graph: true }),
    ).toMatchObject({ written: 1 })
    expect(readFileSync(join(folder, 'graph.txt'), 'utf8').trim().split('\n')).toEqual([
      'entity: situation:mailbox-msg-m1',
      'type: situation',
      'agent:s-1 belongs-to situation:mailbox-msg-m1 quality: "actor"',
      'agent:s-2 belongs-to situation:mailbox-msg-m1 quality: "actor"',
      'message-content belongs-to situation:mailbox-msg-m1 quality: "materialization"',
    ])
  })
})

describe('folders', () => {
  test('links are refused, and what lies behind them stays unread', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'watchpost-outside-'))
    writeFileSync(join(outside, 'secret.jsonl'), `${JSON.stringify(line('secret'))}\n`)
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, mailbox))
    mkdirSync(join(folder, 'a/inbox'), { recursive: true })
    const { read, skipped } = await lea.importMail({ path: folder, format: 'haak' })
    expect([read, skipped]).toEqual([0, [{ where: mailbox, why: expect.stringContaining('link') }]])
    await lea.send({ to: ['lea'], body: 'x' })
    await lea.exportMail({ path: folder, format: 'haak' }).catch(() => undefined)
    expect(readFileSync(join(outside, 'secret.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(1)
    rmSync(outside, { recursive: true })
  })

  test('what is not there is an error, not an empty import', async () => {
    await expect(lea.importMail({ path: join(folder, 'none'), format: 'haak' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(lea.exportMail({ path: folder, format: 'adr003', graph: true })).rejects.toMatchObject({
      code: 'usage',
    })
  })
})

/** A file as ADR-003 has it. */
const recorded = {
  swarm_name: null,
  type: 'request',
  subject: 'Nightly run',
  body: 'Confirm.',
  payload: {},
  priority: 2,
  created_at: '2026-01-03T14:30:00',
  expires_at: null,
  status: 'unread',
  read_at: null,
  completed_at: null,
  reply_to: null,
  thread_id: null,
  context: {},
  attachments: [],
  tags: [],
}

describe('adr003', () => {
  test('a file a delivery, its own id each, statuses kept', async () => {
    for (const name of ['beta', 'gamma']) await room.store.peers.put(peerOf(name, 'http://127.0.0.1:9'))
    const ann = await room.join('ann')
    await room.join('swarm_dev/ben')
    const { id } = await ann.send({ to: ['swarm_dev/ben', 'lea'], subject: 'Two', body: 'of you' })
    await lea.complete({ messages: [id] })
    expect(await ann.exportMail({ path: folder, format: 'adr003' })).toMatchObject({ read: 1, written: 2 })
    const [ben] = readdirSync(join(folder, 'swarm_dev_ben/inbox'))
    const [own] = readdirSync(join(folder, 'lea/archive'))
    expect(ben).toMatch(/^MSG-[0-9a-f]{12}\.json$/u)
    expect(own).not.toBe(ben)
    const file = JSON.parse(readFileSync(join(folder, 'lea/archive', own ?? ''), 'utf8')) as object
    expect(file).toMatchObject({
      id: own?.slice(0, -5),
      from_agent: 'ann',
      to_agent: 'lea',
      status: 'archived',
      priority: 2,
      type: 'request',
    })
    expect((await ann.read({ messages: [ben?.slice(0, -5) ?? ''], peek: true })).value.messages[0]?.id).toBe(
      id,
    )
    expect(await ann.importMail({ path: folder, format: 'adr003' })).toMatchObject({ read: 2, written: 0 })
    expect(await ann.exportMail({ path: folder, format: 'adr003' })).toMatchObject({ written: 0 })
  })

  test('an answer to mail of the system goes to its folder, and stays as the record leaves it', async () => {
    const file = { ...recorded, id: 'MSG-000000000001', from_agent: 'system', to_agent: 'lea' }
    const at = (box: string, id: string) => join(folder, 'system', box, `${id}.json`)
    put('lea/inbox/MSG-000000000001.json', file)
    await lea.importMail({ path: folder, format: 'adr003' })
    const { recipients } = await lea.reply({ message: file.id, body: 'seen' })
    expect(recipients).toEqual([])
    expect(await lea.exportMail({ path: folder, format: 'adr003' })).toMatchObject({ skipped: [] })
    const [name = ''] = readdirSync(join(folder, 'system/inbox'))
    const id = name.slice(0, -'.json'.length)
    const answer = JSON.parse(readFileSync(at('inbox', id), 'utf8')) as object
    expect(answer).toMatchObject({
      to_agent: 'system',
      type: 'response',
      body: 'seen',
      status: 'unread',
      reply_to: file.id,
      thread_id: file.id,
    })
    // There, the system reads it and puts it away.
    rmSync(at('inbox', id))
    put(`system/archive/${name}`, { ...answer, status: 'archived' })
    const followed = lea.sync({ path: folder, format: 'adr003', once: true }, new AbortController().signal)
    for await (const { skipped } of followed) expect(skipped).toEqual([])
    expect(await lea.exportMail({ path: folder, format: 'adr003' })).toMatchObject({
      written: 0,
      skipped: [],
    })
    expect(readdirSync(join(folder, 'system/inbox'))).toEqual([])
    expect(JSON.parse(readFileSync(at('archive', id), 'utf8'))).toMatchObject({ status: 'archived' })
  })
})

const python = spawnSync('python3', ['--version']).status === 0
const script = fileURLToPath(new URL('../support/adr003.py', import.meta.url))

describe.runIf(python)('a Python program that follows ADR-003', () => {
  const adr003 = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('python3', [script, folder, ...words], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout) as never
  }
  const sync = async () => {
    for await (const value of lea.sync(
      { path: folder, format: 'adr003', once: true },
      new AbortController().signal,
    ))
      expect(value.skipped).toEqual([])
  }

  test('reads what we write, we read what it writes, and states go both ways', async () => {
    room.now = Date.now()
    const ben = await room.join('swarm_dev/ben')
    const { id } = await lea.send({
      to: ['swarm_dev/ben'],
      subject: 'Ours',
      body: 'b',
      priority: 'urgent',
      ttl: 3_600_000,
    })
    await lea.send({ to: ['swarm_dev/ben'], subject: 'Second', body: 'b' })
    const over = await lea.send({ to: ['swarm_dev/ben'], subject: 'Over', body: 'b', ttl: 1 })
    room.now += 10
    await sync()
    const seen = adr003('check', 'swarm_dev/ben') as { id: string; subject: string }[]
    expect(seen.map(({ subject }) => subject)).toEqual(['Ours', 'Second'])
    expect(over.duplicate).toBe(false)
    adr003('read', seen[0]?.id ?? '')
    adr003('complete', seen[1]?.id ?? '')
    const theirs = adr003('send', 'architect', 'lea', 'Theirs', 'c') as string
    await sync()
    expect((await ben.inbox({})).messages).toMatchObject([{ id, status: 'read' }])
    expect((await ben.inbox({ archived: true })).messages).toMatchObject([
      { subject: 'Second', status: 'archived' },
    ])
    expect((await lea.inbox({})).messages).toMatchObject([
      { subject: 'Theirs', priority: 'high', from: 'architect' },
    ])
    await (await lea.read({ messages: [theirs] })).settle()
    await sync()
    expect(adr003('check', 'lea')).toEqual([])
  })
})

describe('an import that is killed', () => {
  test('is done again, and nothing is there twice', async () => {
    const desk = openDesk([])
    const total = 6_000
    const lines = Array.from({ length: total }, (_, number) =>
      JSON.stringify(
        line(`m${number}`, {
          ttl_hours: 99_999,
          thread: number % 3 === 0 || number < 3 ? null : `m${number - 1}`,
        }),
      ),
    )
    writeFileSync(join(folder, mailbox), `${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'agent-roster.json'), JSON.stringify([{ session_id: 's-2' }]))
    let cut = 0
    for (let round = 0; round < 4; round += 1) {
      const child = desk.start(['import', folder, '--format', 'haak', '--json'])
      const ended = new Promise<number | null>((next) => child.on('exit', next))
      setTimeout(() => child.kill('SIGKILL'), 350 + round * 150)
      if ((await ended) === null) cut += 1
    }
    expect(cut).toBeGreaterThan(0)
    const before = desk.json('search', 'from:s-1', '--limit', '500').messages.length as number
    expect(desk.json('import', folder, '--format', 'haak').read).toBe(total)
    expect(desk.json('import', folder, '--format', 'haak')).toEqual({ read: total, written: 0, skipped: [] })
    const database = new Database(join(desk.store, 'mail.db'), { readonly: true })
    const count = (sql: string) => database.prepare(sql).pluck().get()
    expect(count('SELECT count(*) FROM messages')).toBe(total)
    expect(count('SELECT count(*) FROM deliveries')).toBe(total)
    expect(count("SELECT count(*) FROM foreign_ids WHERE format = 'haak'")).toBe(total)
    expect(count('SELECT count(*) FROM messages WHERE reply_to IS NULL')).toBe(total / 3 + 2)
    expect(before).toBeLessThanOrEqual(500)
    database.close()
    desk.close()
  })
})

describe('cccc', () => {
  test('one file of a folder is read as what it is there', async () => {
    const counter = {
      id: 'msg_001',
      from: 'peerb',
      type: 'COUNTER',
      content: { statement: 'No' },
      status: 'unread',
    }
    put('peera/inbox.json', { queue: [counter], last_read: null })
    put('peera/outbox.json', {
      sent: [{ id: 'm2', to: 'peerb', type: 'QUERY', content: { question: 'Why?' } }],
    })
    for (const name of ['inbox', 'outbox'])
      expect(await lea.importMail({ path: join(folder, `peera/${name}.json`), format: 'cccc' })).toEqual({
        read: 1,
        written: 1,
        skipped: [],
      })
    expect((await lea.inbox({ owner: 'peera' })).messages).toMatchObject([{ from: 'peerb', preview: 'No' }])
    expect((await lea.inbox({ owner: 'peerb' })).messages).toMatchObject([{ from: 'peera', preview: 'Why?' }])
  })
})

describe('cccc, of a debate that was held here', () => {
  test('each message tells its task and its round; what takes no stance is none', async () => {
    const peera = await room.join('peera')
    const peerb = await room.join('peerb')
    const claim = await peera.send({
      to: ['peerb'],
      kind: 'claim',
      subject: 'Auth',
      statement: 'JWT',
      task: 'auth',
      context: { note: 'kept' },
    })
    const query = await peerb.reply({ message: claim.id, kind: 'query', body: 'Why?' })
    await peera.reply({ message: query.id, body: 'Stateless.' })
    await peerb.reply({ message: claim.id, kind: 'counter', statement: 'Sessions' })
    await lea.exportMail({ path: folder, format: 'cccc' })
    const inboxes = ['peera', 'peerb'].map(
      (peer) =>
        JSON.parse(readFileSync(join(folder, peer, 'inbox.json'), 'utf8')) as {
          queue: { type: string; context?: object }[]
        },
    )
    const told = inboxes.flatMap(({ queue }) => queue.map(({ type, context }) => [type, context] as const))
    expect(Object.fromEntries(told)).toEqual({
      CLAIM: { note: 'kept', task_id: 'auth', round: 1 },
      QUERY: { task_id: 'auth' },
      RESPONSE: { task_id: 'auth' },
      COUNTER: { task_id: 'auth', round: 2 },
    })
  })
})

describe('gastown', () => {
  test('what is claimed there is leased here, to the same claimant, and goes out claimed', async () => {
    const bead = {
      id: 'hq-6',
      title: 'Build it',
      description: 'make',
      status: 'open',
      priority: 1,
      issue_type: 'message',
      assignee: 'queue:builds',
      created_at: at(-30),
    }
    const labels = ['gt:message', 'from:mayor/', 'msg-type:task', 'queue:builds']
    const claim = ['claimed-by:gastown/Toast', `claimed-at:${at(-5)}`]
    put(
      'issues.jsonl',
      {
        id: 'hq-q-builds',
        title: 'Queue: builds',
        description: 'name: builds\nstatus: active',
        labels: ['gt:queue'],
      },
      { ...bead, labels: [...labels, ...claim] },
    )
    expect(await lea.importMail({ path: folder, format: 'gastown' })).toMatchObject({
      written: 1,
      skipped: [],
    })
    expect(await lea.showQueue({ queue: 'builds' })).toMatchObject({ available: 0, processing: 1 })
    const { rows } = await room.store.deliveries.of(1, { limit: 5, after: null })
    expect(rows).toMatchObject([{ owner: 'queue:builds', box: 'processing', heldBy: 'gastown/Toast' }])
    const out = join(folder, 'out')
    await lea.exportMail({ path: out, format: 'gastown' })
    const printed = readFileSync(join(out, 'issues.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as { id: string; labels: string[] })
    const labelled = printed.find(({ id }) => id === 'hq-6')?.labels ?? []
    expect([...labelled].sort()).toEqual([...labels, ...claim].sort())
    const toast = await room.as('gastown/Toast')
    await toast.complete({ messages: ['hq-6'] })
    expect(await lea.showQueue({ queue: 'builds' })).toMatchObject({ processing: 0, completed: 1 })
  })

  test('a place says when it was made here; one of a rig is not written beside its own bead', async () => {
    const rig = {
      id: 'gt-q-merge',
      title: 'The merge queue',
      description: 'name: merge\nstatus: active',
      created_by: 'mayor/',
      labels: ['gt:queue'],
    }
    put('issues.jsonl', rig)
    await lea.importMail({ path: folder, format: 'gastown' })
    await lea.createQueue({ queue: 'builds' })
    await lea.createGroup({ group: 'ops' })
    await lea.createChannel({ channel: 'alerts' })
    await lea.exportMail({ path: folder, format: 'gastown' })
    const [kept, ...written] = linesOf('issues.jsonl')
    expect(kept).toEqual(rig)
    expect(written.map(({ id }) => id)).toEqual(['hq-group-ops', 'hq-q-builds', 'hq-channel-alerts'])
    const made = { created_by: 'lea', created_at: at(0).replace('.000Z', 'Z') }
    for (const one of written) expect(one).toMatchObject(made)
  })
})

describe('mail', () => {
  test('what goes to other swarms goes in an envelope for each, what stays here in none', async () => {
    for (const name of ['beta', 'gamma']) await room.store.peers.put(peerOf(name, 'http://127.0.0.1:9'))
    const ann = await room.join('ann')
    await ann.send({
      to: ['lea', 'critic@beta', 'judge@gamma'],
      subject: 'S',
      body: 'B',
      task: 'T-1',
      hold: true,
    })
    await ann.send({ to: ['critic@beta'], body: 'only', kind: 'request' })
    await lea.exportMail({ path: folder, format: 'mail' })
    const all = readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, never>,
    )
    const plain = all.filter((one) => 'id' in one)
    const wrapped = all.filter((one) => 'message_id' in one)
    expect(plain).toMatchObject([{ message: { recipient: { address: 'lea' } } }])
    expect(wrapped.map(({ target_swarm: target }) => target).sort()).toEqual(['beta', 'beta', 'gamma'])
    const own = 'local'
    for (const one of wrapped) {
      expect(one).toMatchObject({
        source_swarm: own,
        msg_type: 'request',
        task_owner: `swarm:${own}@${own}`,
        task_contributors: [`swarm:${own}@${own}`],
        payload: {
          sender: { address: `ann@${own}` },
          sender_swarm: own,
          recipient_swarm: one['target_swarm'],
        },
      })
      expect(isInterswarm(one), JSON.stringify(isInterswarm.errors)).toBe(true)
    }
    expect((await lea.importMail({ path: folder, format: 'mail' })).skipped).toEqual([])
    expect(await lea.exportMail({ path: folder, format: 'mail' })).toMatchObject({ written: 0 })
  })

  test('an envelope says whose the task is that it belongs to', async () => {
    const parties = { task_owner: 'user:bo@beta', task_contributors: ['user:bo@beta', 'swarm:gamma@beta'] }
    const id = '11111111-1111-4111-8111-111111111111'
    writeFileSync(
      join(folder, 'one.json'),
      JSON.stringify({
        message_id: id,
        source_swarm: 'beta',
        target_swarm: 'local',
        msg_type: 'request',
        ...parties,
        timestamp: '2025-01-01T12:00:00Z',
        payload: {
          task_id: id,
          request_id: id,
          subject: 'S',
          body: 'B',
          sender: { address_type: 'agent', address: 'critic@beta' },
          recipient: { address_type: 'agent', address: 'ann@local' },
        },
      }),
    )
    await lea.importMail({ path: folder, format: 'mail' })
    const { owner, contributors } = await lea.showTask({ task: id })
    expect([owner, contributors.slice(0, 2)]).toEqual([parties.task_owner, parties.task_contributors])
  })
})
