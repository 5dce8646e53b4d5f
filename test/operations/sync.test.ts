import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import type { ExchangeValue } from '../../src/values/exchange-schema.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'

let room: MailRoom
let lea: Mailbox
let folder: string
const stop = { now: new AbortController() }
beforeEach(async () => {
  stop.now = new AbortController()
  room = await openMailRoom()
  room.now = Date.now()
  lea = await room.join('lea', { kind: 'user' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-sync-'))
})
afterEach(async () => {
  stop.now.abort()
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Keeps in step until the test ends, and gathers what is told. */
function start(format: 'haak' | 'adr003' | 'cccc') {
  const told: ExchangeValue[] = []
  const ended = (async () => {
    for await (const value of lea.sync({ path: folder, format }, stop.now.signal)) told.push(value)
  })()
  const end = () => {
    stop.now.abort()
    return ended
  }
  return { told, end }
}
const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown>
const bodiesOf = async (owner: string) =>
  (await lea.inbox({ owner, all: true, limit: 500 })).messages.map(({ preview }) => preview)

describe('cccc', () => {
  const claim = (id: string, more: object = {}) => ({
    id,
    timestamp: new Date(room.now).toISOString(),
    to: 'peerb',
    type: 'CLAIM',
    content: { statement: `claim ${id}`, evidence: ['RFC 7519'] },
    delivered: false,
    ...more,
  })
  const outbox = (...sent: readonly object[]) => {
    mkdirSync(join(folder, 'peera'), { recursive: true })
    writeFileSync(join(folder, 'peera/outbox.json'), JSON.stringify({ sent, note: 'mine' }))
  }

  test('picks up the outbox, routes, marks delivered, and tells what is no message', async () => {
    outbox(
      claim('m1'),
      claim('m2', { to: ['peerb', 'foreman'] }),
      claim('m3', { content: 7 }),
      claim('m4', { type: undefined }),
    )
    const { told, end } = start('cccc')
    await soon(() =>
      expect(json('foreman/inbox.json')).toMatchObject({ queue: [{ id: 'm2', from: 'peera' }] }),
    )
    await soon(() =>
      expect(json('peera/outbox.json')['sent']).toMatchObject(
        [true, true, false, false].map((delivered) => ({ delivered })),
      ),
    )
    expect(json('peera/outbox.json')).toMatchObject({ note: 'mine' })
    expect(json('peerb/inbox.json')).toMatchObject({
      queue: [{ id: 'm1', type: 'CLAIM', status: 'unread' }, { id: 'm2' }],
    })
    expect(await bodiesOf('peerb')).toEqual(['claim m1', 'claim m2'])
    expect(told[0]?.skipped.map(({ where }) => where)).toEqual([
      'peera/outbox.json[2]',
      'peera/outbox.json[3]',
    ])
    // An answer of ours goes the other way.
    const peerb = await room.as('peerb')
    await peerb.reply({ message: 'm1', body: 'Agreed.', kind: 'agree' })
    await soon(() =>
      expect(json('peera/inbox.json')).toMatchObject({
        queue: [
          { from: 'system', type: 'RESPONSE', reply_to: 'm3', content: { message_id: 'm3' } },
          { from: 'system', type: 'RESPONSE', reply_to: 'm4', content: { message_id: 'm4' } },
          { from: 'peerb', type: 'AGREE', content: { statement: 'Agreed.' } },
        ],
      }),
    )
    const before = readFileSync(join(folder, 'peerb/inbox.json'), 'utf8')
    await new Promise((next) => setTimeout(next, 700))
    expect(readFileSync(join(folder, 'peerb/inbox.json'), 'utf8')).toBe(before)
    await end()
  })

  const received = (id: string, more: object = {}) => ({
    id,
    timestamp: new Date(room.now).toISOString(),
    from: 'peera',
    type: 'QUERY',
    content: { statement: id },
    status: 'unread',
    ...more,
  })
  const inbox = (...queue: readonly object[]) => {
    mkdirSync(join(folder, 'peerb'), { recursive: true })
    writeFileSync(
      join(folder, 'peerb/inbox.json'),
      JSON.stringify({ queue, last_read: null, note: 'theirs' }),
    )
  }

  test('what becomes of a message while it is written there is told in the next round', async () => {
    const [peera, peerb] = [await room.join('peera'), await room.join('peerb')]
    const { id } = await peera.send({ to: ['peerb'], kind: 'query', body: 'Done?' })
    const { exchange } = room.store
    const departures: typeof exchange.departures = async (...asked) => {
      const page = await exchange.departures(...asked)
      if (page.rows.length > 0) await peerb.process({ messages: [id] })
      return page
    }
    const late = new Proxy(exchange, {
      get: (given, name) => (name === 'departures' ? departures : Reflect.get(given, name)),
    })
    lea = await room.as('lea', { store: Object.create(room.store, { exchange: { value: late } }) })
    const { end } = start('cccc')
    await soon(() =>
      expect(json('peerb/inbox.json')).toMatchObject({ queue: [{ from: 'peera', status: 'processing' }] }),
    )
    await end()
  })

  test('what becomes of a message here is told in the entry that lies there already', async () => {
    inbox(received('q1', { mood: 'calm' }), received('q2', { status: 'processing' }), received('q3'))
    const { end } = start('cccc')
    await soon(async () => expect(await bodiesOf('peerb')).toHaveLength(3))
    const peerb = await room.as('peerb')
    await peerb.fail({ messages: ['q1'], reason: 'no idea' })
    await peerb.unread({ messages: ['q2'] })
    await soon(() =>
      expect(json('peerb/inbox.json')).toMatchObject({
        queue: [
          { id: 'q1', status: 'failed', mood: 'calm' },
          { id: 'q2', status: 'processing' },
          { id: 'q3', status: 'unread' },
        ],
        note: 'theirs',
      }),
    )
    await peerb.archive({ messages: ['q1'] })
    await soon(() => expect(json('peerb/inbox.json')['queue']).toMatchObject([{ id: 'q2' }, { id: 'q3' }]))
    expect(json('peerb/archive/q1.json')).toMatchObject({ id: 'q1', from: 'peera', mood: 'calm' })
    await peerb.complete({ messages: ['q3'], keep: true })
    await soon(() =>
      expect(json('peerb/inbox.json')).toMatchObject({
        queue: [{ id: 'q2' }, { id: 'q3', status: 'completed' }],
        last_read: expect.any(String),
      }),
    )
    await end()
  })

  test('decisions, blockers and what is debated stand in what all share', async () => {
    const at = (minutes: number) => new Date(room.now + minutes * 60_000 - 3_600_000).toISOString()
    const said = (id: string, minutes: number, type: string, content: object, task = 'auth') => ({
      id,
      timestamp: at(minutes),
      type,
      content,
      context: { task_id: task },
      delivered: false,
    })
    outbox(
      { ...said('m1', 0, 'CLAIM', { statement: 'Session-based authentication' }), to: 'peerb' },
      { ...said('m3', 2, 'EVIDENCE', { statement: 'Redis holds sessions' }), to: 'peerb' },
      { ...said('n2', 11, 'COUNTER', { statement: 'n2' }, 'cache'), to: 'peerb' },
      { ...said('n4', 13, 'COUNTER', { statement: 'n4' }, 'cache'), to: 'peerb' },
    )
    mkdirSync(join(folder, 'peerb'), { recursive: true })
    mkdirSync(join(folder, 'shared'))
    writeFileSync(
      join(folder, 'peerb/outbox.json'),
      JSON.stringify({
        sent: [
          { ...said('m2', 1, 'COUNTER', { statement: 'JWT scales' }), to: 'peera' },
          { ...said('n1', 10, 'CLAIM', { statement: 'n1' }, 'cache'), to: 'peera' },
          { ...said('n3', 12, 'COUNTER', { statement: 'n3' }, 'cache'), to: 'peera' },
        ],
      }),
    )
    const mine = {
      decisions: [{ decision: 'Two spaces', agreed_by: ['peera', 'peerb'], timestamp: at(-60) }],
    }
    writeFileSync(join(folder, 'shared/consensus.json'), JSON.stringify({ ...mine, note: 'theirs' }))
    const { end } = start('cccc')
    await soon(() =>
      expect(json('shared/blockers.json')).toMatchObject({
        blockers: [{ task_id: 'cache', reason: 'counters', rounds: 4, status: 'open' }],
      }),
    )
    expect(json('shared/current_topic.json')).toMatchObject({
      task_id: 'cache',
      status: 'deadlock',
      round: 4,
    })
    // What somebody else noted as decided is a decision here.
    expect((await lea.decisions({})).decisions).toMatchObject([
      { decision: 'Two spaces', participants: ['peera', 'peerb'] },
    ])
    const peerb = await room.as('peerb')
    await peerb.reply({
      message: 'm3',
      kind: 'agree',
      statement: 'Hybrid',
      payload: { decision: 'Redis and JWT' },
    })
    await soon(() =>
      expect(json('shared/consensus.json')).toMatchObject({
        decisions: [
          mine.decisions[0],
          {
            task_id: 'auth',
            decision: 'Hybrid',
            approach: 'Redis and JWT',
            rounds: 4,
            participants: ['peera', 'peerb'],
          },
        ],
        note: 'theirs',
      }),
    )
    await soon(() =>
      expect(json('shared/current_topic.json')).toMatchObject({ task_id: 'auth', status: 'consensus' }),
    )
    const [blocker] = (await lea.blockers({})).blockers
    await lea.resolveDebate({
      thread: blocker?.thread ?? '',
      forceConsensus: true,
      decision: 'A cache of 1 MB',
    })
    await soon(() =>
      expect(json('shared/blockers.json')).toMatchObject({
        blockers: [{ task_id: 'cache', status: 'resolved', resolution: 'A cache of 1 MB' }],
      }),
    )
    await end()
    // Another store that reads the folder learns the same, and nothing twice.
    const other = await openMailRoom()
    const reader = await other.join('lea', { kind: 'user' })
    other.now = room.now
    expect((await reader.importMail({ path: folder, format: 'cccc' })).skipped).toEqual([])
    const { written } = await reader.importMail({ path: folder, format: 'cccc' })
    expect(written).toBe(0)
    await reader.patrol({})
    const decided = (await reader.decisions({})).decisions.map(({ decision }) => decision)
    expect(decided.sort()).toEqual(['A cache of 1 MB', 'Hybrid', 'Two spaces'])
    // What the messages say themselves is not said again.
    expect((await reader.thread({ message: 'm1' })).messages).toHaveLength(4)
    await other.close()
  })

  test('what is too large, a link or malformed is told and ends nothing', async () => {
    inbox(received('q1'))
    mkdirSync(join(folder, 'peerb/archive'))
    writeFileSync(join(folder, 'peerb/archive/big.json'), Buffer.alloc(2 ** 26 + 1, ' '))
    symlinkSync('/etc/passwd', join(folder, 'peerb/outbox.json'))
    writeFileSync(join(folder, 'peerb/archive/bad.json'), '{"half')
    const { told, end } = start('cccc')
    await soon(() =>
      expect(told.flatMap(({ skipped }) => skipped).map(({ where }) => where)).toEqual(
        expect.arrayContaining(['peerb/archive/big.json', 'peerb/outbox.json', 'peerb/archive/bad.json']),
      ),
    )
    const peerb = await room.as('peerb')
    await peerb.process({ messages: ['q1'] })
    await soon(() => expect(json('peerb/inbox.json')['queue']).toMatchObject([{ status: 'processing' }]))
    await peerb.archive({ messages: ['q1'] })
    await end()
    // An export tells what sync would have told.
    await lea.exportMail({ path: folder, format: 'cccc' })
    expect(json('peerb/inbox.json')['queue']).toEqual([])
    expect(json('peerb/archive/q1.json')).toMatchObject({ id: 'q1' })
  })

  test('an entry comes once to a peer that puts it into its archive and then out of its inbox, whatever is written meanwhile', async () => {
    inbox()
    await room.join('peerb')
    const foreman = await room.join('foreman')
    const { told, end } = start('cccc')
    type Entry = { readonly id: string; readonly content: { readonly statement: string } }
    const put = (path: string, value: object) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, `${path}.theirs`), JSON.stringify(value))
      renameSync(join(folder, `${path}.theirs`), join(folder, path))
    }
    const came: string[] = []
    for (let at = 0; at < 6; at += 1) {
      await foreman.send({ to: ['peerb'], body: `ours-${at}` })
      await soon(() => expect(json('peerb/inbox.json')['queue']).not.toEqual([]))
      const box = json('peerb/inbox.json') as { readonly queue: readonly Entry[] }
      came.push(...box.queue.map(({ content }) => content.statement))
      for (const entry of box.queue) put(`peerb/archive/${entry.id}.json`, { ...entry, status: 'processed' })
      put('peerb/inbox.json', { ...box, queue: [] })
    }
    expect(came).toEqual(Array.from({ length: 6 }, (_, at) => `ours-${at}`))
    expect(told.flatMap(({ skipped }) => skipped)).toEqual([])
    await end()
  })

  test('another program that reads, changes and puts back an inbox at random loses no entry of ours, and of its own at most one', async () => {
    inbox()
    const { end } = start('cccc')
    const script = `
      const { readFileSync, renameSync, writeFileSync } = require('node:fs')
      const path = process.argv[1]
      let left = 40
      const step = () => {
        const box = JSON.parse(readFileSync(path, 'utf8'))
        box.queue.push({ id: 'theirs-' + left, timestamp: new Date().toISOString(), from: 'peera', type: 'QUERY', content: { statement: 'theirs-' + left }, status: 'unread' })
        const finish = () => {
          writeFileSync(path + '.theirs', JSON.stringify(box))
          renameSync(path + '.theirs', path)
          if (--left > 0) setTimeout(step, Math.random() * 60)
        }
        setTimeout(finish, Math.random() * 20)
      }
      step()`
    const other = spawn(process.execPath, ['-e', script, join(folder, 'peerb/inbox.json')], {
      stdio: 'ignore',
    })
    const ended = new Promise((next) => other.on('exit', next))
    const foreman = await room.join('foreman')
    await soon(async () => expect(await lea.showAgent({ agent: 'peerb' })).toBeTruthy())
    for (let at = 0; at < 25; at += 1) {
      await foreman.send({ to: ['peerb'], body: `ours-${at}` })
      await new Promise((next) => setTimeout(next, Math.random() * 80))
    }
    await ended
    const all = [
      ...Array.from({ length: 25 }, (_, at) => `ours-${at}`),
      ...Array.from({ length: 40 }, (_, at) => `theirs-${at + 1}`),
    ].sort()
    const told = () =>
      (json('peerb/inbox.json')['queue'] as readonly { content: { statement: string } }[]).map(
        ({ content }) => content.statement,
      )
    // What they put in place between our last look at the file and our own renaming is gone: no system call compares and renames.
    const complete = (found: readonly string[]) => {
      const missing = all.filter((one) => !found.includes(one))
      expect(missing.filter((one) => one.startsWith('ours'))).toEqual([])
      expect(missing.length).toBeLessThanOrEqual(1)
      expect(found).toHaveLength(all.length - missing.length)
    }
    await soon(() => complete(told()))
    await soon(async () => complete(await bodiesOf('peerb')))
    await end()
  })
})

describe('adr003', () => {
  const file = (id: string, more: object = {}) => ({
    id,
    from_agent: 'architect',
    to_agent: 'lea',
    swarm_name: null,
    type: 'request',
    subject: id,
    body: `body of ${id}`,
    payload: {},
    priority: 3,
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
    mine: 'kept',
    ...more,
  })
  const put = (path: string, value: object) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, `${path}.tmp`), JSON.stringify(value))
    renameSync(join(folder, `${path}.tmp`), join(folder, path))
  }

  test('statuses go both ways, files keep what is theirs', async () => {
    put('lea/inbox/MSG-000000000001.json', file('MSG-000000000001'))
    put('lea/inbox/MSG-000000000002.json', file('MSG-000000000002'))
    const { end } = start('adr003')
    await soon(async () => expect(await bodiesOf('lea')).toHaveLength(2))
    await lea.process({ messages: ['MSG-000000000001'] })
    await soon(() =>
      expect(json('lea/inbox/MSG-000000000001.json')).toMatchObject({ status: 'processing', mine: 'kept' }),
    )
    await lea.complete({ messages: ['MSG-000000000001'] })
    await soon(() => expect(readdirSync(join(folder, 'lea/archive'))).toEqual(['MSG-000000000001.json']))
    expect(readdirSync(join(folder, 'lea/inbox'))).toEqual(['MSG-000000000002.json'])
    put(
      'lea/inbox/MSG-000000000002.json',
      file('MSG-000000000002', { status: 'failed', read_at: '2026-01-03T15:00:00' }),
    )
    await soon(async () => expect((await lea.inbox({})).messages).toMatchObject([{ status: 'failed' }]))
    await end()
  })

  const states: readonly [string, string, string][] = [
    // Here, there afterwards, and what it is then on both sides.
    ['completed', 'processing', 'processing'],
    ['failed', 'processing', 'processing'],
    ['failed', 'completed', 'completed'],
    ['processing', 'completed', 'completed'],
    ['read', 'failed', 'failed'],
    // The other program read its file long ago, and knows nothing of what was done here.
    ['completed', 'read', 'completed'],
    ['completed', 'unread', 'completed'],
    ['processing', 'read', 'processing'],
    ['failed', 'read', 'failed'],
  ]
  test.each(states)('%s, then %s by the file, is %s', async (here, there, both) => {
    const messages = ['MSG-000000000001']
    const path = 'lea/inbox/MSG-000000000001.json'
    const once = async () => {
      const rounds = lea.sync({ path: folder, format: 'adr003', once: true }, new AbortController().signal)
      for await (const { skipped } of rounds) expect(skipped).toEqual([])
    }
    put(path, file('MSG-000000000001'))
    await once()
    if (here === 'read') await (await lea.read({ messages })).settle()
    else if (here === 'processing') await lea.process({ messages })
    else if (here === 'failed') await lea.fail({ messages })
    else await lea.complete({ messages, keep: true })
    await once()
    expect(json(path)).toMatchObject({ status: here, mine: 'kept' })
    put(path, { ...json(path), status: there })
    await once()
    expect((await lea.inbox({ all: true })).messages).toMatchObject([{ status: both }])
    expect(json(path)).toMatchObject({ status: both, mine: 'kept' })
    // Nothing gives back what another system works on.
    const { rows } = await room.store.deliveries.of(1, { limit: 2, after: null })
    if (there === 'processing') expect(rows).toMatchObject([{ box: 'processing', heldUntil: null }])
    await once()
    expect(json(path)).toMatchObject({ status: both })
  })
})

describe('what is deleted there by hand', () => {
  test('is not deleted here: it comes back with its state when sync starts again', async () => {
    const ann = await room.join('ann')
    const { id } = await lea.send({ to: ['ann'], body: 'open' })
    const { id: old } = await lea.send({ to: ['ann'], body: 'settled' })
    await ann.archive({ messages: [old] })
    const first = start('adr003')
    await soon(() => expect(readdirSync(join(folder, 'ann/archive'))).toHaveLength(1))
    const [open = ''] = readdirSync(join(folder, 'ann/inbox'))
    await first.end()
    const before = json(`ann/inbox/${open}`)
    rmSync(join(folder, 'ann/inbox', open))
    rmSync(join(folder, 'ann/archive'), { recursive: true })
    stop.now = new AbortController()
    const second = start('adr003')
    await soon(() => expect(json(`ann/inbox/${open}`)).toEqual(before))
    await soon(() => expect(readdirSync(join(folder, 'ann/archive'))).toHaveLength(1))
    expect((await ann.inbox({ all: true })).messages.map((one) => one.id).sort()).toEqual([id, old].sort())
    // While it runs, what was deleted comes back once something becomes of the message.
    rmSync(join(folder, 'ann/inbox', open))
    await new Promise((next) => setTimeout(next, 700))
    expect(readdirSync(join(folder, 'ann/inbox'))).toEqual([])
    await ann.process({ messages: [id] })
    await soon(() => expect(json(`ann/inbox/${open}`)).toMatchObject({ status: 'processing' }))
    await second.end()
  })

  test('holds for a file that many write into, too', async () => {
    const ann = await room.join('ann')
    const sent = await lea.send({ to: ['ann'], body: 'open' })
    const first = start('cccc')
    await soon(() => expect(json('ann/inbox.json')['queue']).toHaveLength(1))
    await first.end()
    rmSync(join(folder, 'ann/inbox.json'))
    stop.now = new AbortController()
    const second = start('cccc')
    await soon(() => expect(json('ann/inbox.json')['queue']).toMatchObject([{ status: 'unread' }]))
    expect((await ann.inbox({})).messages).toMatchObject([{ id: sent.id }])
    await second.end()
  })
})

describe('haak', () => {
  test('the roster is followed: roles, tags, deaths; its file keeps its mode', async () => {
    const roster = join(folder, 'agent-roster.json')
    const write = (more: object) => writeFileSync(roster, JSON.stringify([{ session_id: 'a', ...more }]))
    write({ role: 'steward', tags: ['project:x'], status: 'alive' })
    chmodSync(roster, 0o644)
    const { end } = start('haak')
    await soon(async () =>
      expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ role: 'steward', tags: ['project:x'] }),
    )
    await soon(() => expect(readFileSync(roster, 'utf8')).toContain('lea'))
    expect(statSync(roster).mode & 0o777).toBe(0o644)
    await lea.send({ to: ['a'], body: 'for you' })
    write({ role: 'architect', tags: ['project:y'], status: 'alive' })
    await soon(async () =>
      expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ role: 'architect', tags: ['project:y'] }),
    )
    write({ role: 'architect', tags: ['project:y'], status: 'dead' })
    await soon(async () => expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ state: 'dead' }))
    expect((await lea.inbox({ owner: 'a', dead: true })).messages).toMatchObject([{ preview: 'for you' }])
    await end()
  })

  test('a role or a tag that the roster takes away takes its mail; what came by a name, too, stays', async () => {
    const roster = join(folder, 'agent-roster.json')
    const write = (more: object) =>
      writeFileSync(roster, JSON.stringify([{ session_id: 'a', status: 'alive', ...more }]))
    write({ role: 'steward', tags: ['project:x'] })
    const { end } = start('haak')
    const isKnown = (role: string) =>
      soon(async () => expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ role }))
    await isKnown('steward')
    await lea.send({ to: ['role:steward', 'a'], body: 'by role and name' })
    await lea.send({ to: ['role:steward', 'project:x'], body: 'by role and tag' })
    await lea.send({ to: ['role:steward'], body: 'by role' })
    await lea.send({ to: ['project:x'], body: 'by tag' })
    write({ role: 'architect', tags: ['project:x'] })
    await isKnown('architect')
    expect(await bodiesOf('a')).toEqual(
      expect.arrayContaining(['by role and name', 'by role and tag', 'by tag']),
    )
    write({ role: 'critic', tags: [] })
    await isKnown('critic')
    await soon(async () =>
      expect((await lea.inbox({ owner: 'a' })).messages.map(({ preview }) => preview)).toEqual([
        'by role and name',
      ]),
    )
    const dead = (await lea.inbox({ owner: 'a', dead: true })).messages
    expect(dead.map(({ preview }) => preview).sort()).toEqual(['by role and tag', 'by tag'])
    await soon(async () =>
      expect((await lea.inbox({})).messages.map(({ subject }) => subject)).toEqual(
        expect.arrayContaining([expect.stringContaining('Undelivered')]),
      ),
    )
    await end()
  })

  test('a newcomer that is alive there is alive here, last seen when its roster says', async () => {
    const roster = join(folder, 'agent-roster.json')
    const at = (minutes: number) => new Date(room.now - minutes * 60_000).toISOString()
    const write = (minutes: number) =>
      writeFileSync(
        roster,
        JSON.stringify([
          { session_id: 'awake', status: 'alive', last_seen: at(minutes) },
          { session_id: 'asleep', status: 'frozen', last_seen: at(90) },
          { session_id: 'bad', status: 'alive', last_seen: 'just now' },
        ]),
      )
    write(30)
    const { told, end } = start('haak')
    await soon(async () =>
      expect(await lea.showAgent({ agent: 'awake' })).toMatchObject({ state: 'alive', lastSeen: at(30) }),
    )
    expect(await lea.showAgent({ agent: 'asleep' })).toMatchObject({ state: 'frozen', lastSeen: at(90) })
    expect(told[0]?.skipped).toMatchObject([{ where: 'agent-roster.json[2]' }])
    write(5)
    await soon(async () =>
      expect(await lea.showAgent({ agent: 'awake' })).toMatchObject({ state: 'alive', lastSeen: at(5) }),
    )
    await end()
  })

  test('what changed in the roster while nobody was in step is followed at the next start', async () => {
    const roster = join(folder, 'agent-roster.json')
    const write = (more: object) => writeFileSync(roster, JSON.stringify([{ session_id: 'a', ...more }]))
    const once = async () => {
      for await (const _ of lea.sync({ path: folder, format: 'haak', once: true }, stop.now.signal));
    }
    write({ role: 'steward', tags: ['project:x'], status: 'alive' })
    await once()
    await lea.updateAgent({ agent: 'a', tag: ['concern:ours'] })
    write({ role: 'architect', tags: ['project:y'], status: 'alive' })
    await once()
    expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ role: 'architect', state: 'alive' })
    expect([...(await lea.showAgent({ agent: 'a' })).tags].sort()).toEqual(['concern:ours', 'project:y'])
    // What changed here alone stays, though the file still says otherwise.
    await lea.updateAgent({ agent: 'a', role: 'librarian' })
    await once()
    expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ role: 'librarian' })
    write({ role: 'architect', tags: ['project:y'], status: 'dead' })
    await once()
    expect(await lea.showAgent({ agent: 'a' })).toMatchObject({ role: 'librarian', state: 'dead' })
  })

  test('a line whose name was ambiguous is taken when the roster changes', async () => {
    writeFileSync(
      join(folder, 'agent-roster.json'),
      JSON.stringify([{ session_id: 'a', role: 'pilot', status: 'alive' }]),
    )
    await lea.createQueue({ queue: 'pilot' })
    const record = { id: 'm1', sender: 's-1', recipient: 'pilot', timestamp: new Date().toISOString() }
    appendFileSync(
      join(folder, 'agent-mailbox.jsonl'),
      `${JSON.stringify({ ...record, content: 'm1', thread: null, ttl_hours: 100, read_by: [] })}\n`,
    )
    const { told, end } = start('haak')
    await soon(() => expect(told[0]?.skipped).toMatchObject([{ why: expect.stringContaining('could be') }]))
    await room.join('pilot')
    await soon(async () => expect(await bodiesOf('pilot')).toEqual(['m1']))
    await end()
  })

  test('a half-written last line of another program is left alone until it is complete', async () => {
    const mailbox = join(folder, 'agent-mailbox.jsonl')
    const theirs = JSON.stringify({
      id: 'theirs',
      sender: 's-1',
      recipient: 'lea',
      timestamp: new Date().toISOString(),
      content: 'theirs',
      thread: null,
      ttl_hours: 100,
      read_by: [],
    })
    const half = theirs.slice(0, 40)
    appendFileSync(mailbox, half)
    await room.join('scout')
    await lea.send({ to: ['scout'], body: 'ours' })
    const rounds: ExchangeValue[] = []
    for await (const value of lea.sync({ path: folder, format: 'haak', once: true }, stop.now.signal))
      rounds.push(value)
    expect(readFileSync(mailbox, 'utf8')).toBe(half)
    expect(rounds[0]?.skipped).toContainEqual({
      where: 'agent-mailbox.jsonl',
      why: 'another program has not finished its last line, so 1 line was not written',
    })
    const { end } = start('haak')
    await new Promise((next) => setTimeout(next, 700))
    expect(readFileSync(mailbox, 'utf8')).toBe(half)
    appendFileSync(mailbox, `${theirs.slice(40)}\n`)
    await soon(async () => expect(await bodiesOf('lea')).toEqual(['theirs']))
    await soon(() =>
      expect(
        readFileSync(mailbox, 'utf8')
          .trimEnd()
          .split('\n')
          .map((text) => (JSON.parse(text) as { content: string }).content),
      ).toEqual(['theirs', 'ours']),
    )
    await end()
  })

  test('a second program that appends at random loses nothing, and nothing comes twice', async () => {
    const mailbox = join(folder, 'agent-mailbox.jsonl')
    const line = (id: string) =>
      `${JSON.stringify({ id, sender: 's-1', recipient: 'lea', timestamp: new Date().toISOString(), content: id, thread: null, ttl_hours: 100, read_by: [] })}\n`
    appendFileSync(mailbox, line('first-1'))
    const { told, end } = start('haak')
    await soon(async () => expect(await bodiesOf('lea')).toEqual(['first-1']))
    const script = `
      const { appendFileSync } = require('node:fs')
      let left = 120
      const step = () => {
        const id = 'theirs-' + left
        const text = JSON.stringify({ id, sender: 's-1', recipient: 'lea', timestamp: new Date().toISOString(), content: id, thread: null, ttl_hours: 100, read_by: [] }) + '\\n'
        if (left % 5 === 0) appendFileSync(process.argv[1], '{"half": \\n')
        appendFileSync(process.argv[1], text)
        if (--left > 0) setTimeout(step, Math.random() * 8)
      }
      step()`
    const other = spawn(process.execPath, ['-e', script, mailbox], { stdio: 'ignore' })
    const ended = new Promise((next) => other.on('exit', next))
    for (let at = 0; at < 40; at += 1) {
      await lea.send({ to: ['s-1'], body: `ours-${at}` })
      await new Promise((next) => setTimeout(next, Math.random() * 15))
    }
    await ended
    const theirs = Array.from({ length: 120 }, (_, at) => `theirs-${at + 1}`)
    const ours = Array.from({ length: 40 }, (_, at) => `ours-${at}`)
    await soon(async () => expect([...(await bodiesOf('lea'))].sort()).toEqual(['first-1', ...theirs].sort()))
    const contents = () =>
      readFileSync(mailbox, 'utf8')
        .trimEnd()
        .split('\n')
        .filter((text) => !text.startsWith('{"half'))
        .map((text) => (JSON.parse(text) as { content: string }).content)
    await soon(() => expect(contents().sort()).toEqual(['first-1', ...theirs, ...ours].sort()))
    await soon(() => expect(told.flatMap(({ skipped }) => skipped)).toHaveLength(24))
    await lea.archive({ messages: ['first-1'] })
    await new Promise((next) => setTimeout(next, 700))
    expect(contents()).toHaveLength(161)
    await end()
  })
})
