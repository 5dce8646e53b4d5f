import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folders } from '../../src/drivers/folders/folders.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import type { ExchangeValue } from '../../src/values/exchange-schema.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'

let room: MailRoom
let lea: Mailbox
let folder: string
let mailbox: string
beforeEach(async () => {
  room = await openMailRoom()
  room.now = Date.now()
  lea = await room.join('lea', { kind: 'user' })
  await room.join('ann')
  folder = mkdtempSync(join(tmpdir(), 'watchpost-sync-'))
  mailbox = join(folder, 'agent-mailbox.jsonl')
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

type FormatName = 'haak' | 'adr003' | 'cccc' | 'gastown'

/** One run that ends when both sides are in step. */
async function once(by: Mailbox = lea, format: FormatName = 'haak', path = folder): Promise<ExchangeValue> {
  const signal = new AbortController().signal
  const values: ExchangeValue[] = []
  for await (const value of by.sync({ path, format, once: true }, signal)) values.push(value)
  const [value] = values
  if (value === undefined) throw new Error('The run told nothing')
  return value
}

const line = (id: string, more: object = {}) =>
  `${JSON.stringify({ id, sender: 'ann', recipient: 'lea', timestamp: new Date(room.now).toISOString(), content: `body of ${id}`, thread: null, ttl_hours: 100, read_by: [], ...more })}\n`
const contents = () =>
  readFileSync(mailbox, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => (JSON.parse(text) as { content: string }).content)
const bodies = async (by: Mailbox = lea, owner = 'lea') =>
  (await by.inbox({ owner, all: true, limit: 500 })).messages.map(({ preview }) => preview).sort()
const idle = { read: 0, written: 0, skipped: [] }

describe('a run goes on where the last one ended', () => {
  beforeEach(async () => {
    writeFileSync(mailbox, line('id-1') + line('id-2'))
    expect(await once()).toMatchObject({ read: 2 })
    await lea.send({ to: ['ann'], body: 'ours' })
    expect(await once()).toMatchObject({ written: 1 })
    expect(contents()).toEqual(['body of id-1', 'body of id-2', 'ours'])
  })

  const theirs = ['body of id-1', 'body of id-2']
  const all = [...theirs, 'ours']
  const put = (text: string) => {
    writeFileSync(`${mailbox}.new`, text)
    renameSync(`${mailbox}.new`, mailbox)
  }
  const text = () => readFileSync(mailbox, 'utf8')
  /** What happens to the folder in between, what the run tells, what the file and lea's mailbox contain then. */
  const cases: readonly {
    readonly what: string
    readonly change: () => void
    readonly told: Partial<ExchangeValue>
    readonly file?: readonly string[]
    readonly inbox?: readonly string[]
  }[] = [
    { what: 'nothing', change: () => undefined, told: idle },
    {
      what: 'others append',
      change: () => appendFileSync(mailbox, line('id-3')),
      told: { read: 1, written: 1 },
      file: [...all, 'body of id-3'],
      inbox: [...theirs, 'body of id-3'],
    },
    {
      what: 'git puts back the same content as a new file',
      change() {
        put(text())
        utimesSync(mailbox, 1, 1)
      },
      told: idle,
    },
    {
      what: 'somebody edits an old line, of the same length, in place',
      change: () => writeFileSync(mailbox, text().replace(/id-1/gu, 'id-9')),
      told: { read: 3, written: 2 },
      file: ['body of id-9', 'body of id-2', 'ours', 'body of id-1'],
      inbox: [...theirs, 'body of id-9'],
    },
    {
      what: 'the same, with the time of the file put back',
      change() {
        const { atime, mtime } = statSync(mailbox)
        writeFileSync(mailbox, text().replace(/id-1/gu, 'id-9'))
        utimesSync(mailbox, atime, mtime)
      },
      told: { read: 3, written: 2 },
      file: ['body of id-9', 'body of id-2', 'ours', 'body of id-1'],
      inbox: [...theirs, 'body of id-9'],
    },
    {
      what: 'another file of the same length takes its place',
      change: () => put(text().replace(/id-2/gu, 'id-8')),
      told: { read: 3, written: 2 },
      file: ['body of id-1', 'body of id-8', 'ours', 'body of id-2'],
      inbox: [...theirs, 'body of id-8'],
    },
    {
      what: 'a longer file takes its place, without an old line',
      change: () => put(text().replace(/^.*\n/u, '') + line('id-7') + line('id-6')),
      told: { read: 4, written: 3 },
      file: ['body of id-2', 'ours', 'body of id-7', 'body of id-6', 'body of id-1'],
      inbox: [...theirs, 'body of id-6', 'body of id-7'],
    },
    {
      what: 'the file is cut',
      change: () => truncateSync(mailbox, Buffer.byteLength(line('id-1'))),
      told: { read: 1, written: 2 },
      file: all,
    },
    {
      what: 'the file is emptied',
      change: () => truncateSync(mailbox, 0),
      told: { read: 0, written: 3 },
      file: all,
    },
    { what: 'the file is removed', change: () => rmSync(mailbox), told: { read: 0, written: 3 }, file: all },
    {
      what: 'the roster alone is written by others',
      change() {
        const roster = join(folder, 'agent-roster.json')
        const agents = JSON.parse(readFileSync(roster, 'utf8')) as object[]
        writeFileSync(roster, JSON.stringify([...agents, { session_id: 'new', status: 'frozen' }]))
      },
      told: { read: 0, skipped: [] },
    },
    {
      what: 'an unfinished line is appended',
      change: () => appendFileSync(mailbox, '{"id": "hal'),
      told: { skipped: [{ where: 'agent-mailbox.jsonl:4', why: expect.stringContaining('not JSON') }] },
      file: [],
    },
  ]

  test.each(cases)('$what', async ({ change, told, file = all, inbox = theirs }) => {
    change()
    expect(await once()).toMatchObject(told)
    if (file.length > 0) expect(contents()).toEqual(file)
    expect(await bodies()).toEqual([...inbox].sort())
    expect(await bodies(lea, 'ann')).toEqual(['ours'])
    if (file.length > 0) expect(await once()).toEqual(idle)
  })

  // By then the stamps of files tell every later change, so their bytes are not compared.
  const stamped = cases.filter(({ what }) => /nothing|append|in place|put back/u.test(what))
  test.each(stamped)(
    '$what, long after the last run',
    async ({ change, told, file = all, inbox = theirs }) => {
      await new Promise((next) => setTimeout(next, 2100))
      expect(await once()).toEqual(idle)
      change()
      expect(await once()).toMatchObject(told)
      if (file.length > 0) expect(contents()).toEqual(file)
      expect(await bodies()).toEqual([...inbox].sort())
    },
  )

  test('what changes in the store is written, and no line twice', async () => {
    const [ours] = (await lea.inbox({ owner: 'ann', all: true })).messages
    const ann = await room.as('ann')
    await ann.process({ messages: [ours?.id ?? ''] })
    expect(await once()).toMatchObject({ read: 0, written: 1 })
    expect(readFileSync(join(folder, 'agent-mailbox-reads.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1)
    await ann.archive({ messages: [ours?.id ?? ''] })
    await lea.send({ to: ['ann'], body: 'more' })
    expect(await once()).toMatchObject({ read: 0, written: 1 })
    expect(contents()).toEqual([...all, 'more'])
    expect(existsSync(join(folder, 'agent-mailbox-archive'))).toBe(false)
    expect(await once()).toEqual(idle)
  })

  test('a line that cannot be read is told by each run', async () => {
    appendFileSync(mailbox, '{"bad"\n')
    const skipped = [{ where: 'agent-mailbox.jsonl:4', why: expect.stringContaining('not JSON') }]
    expect(await once()).toMatchObject({ skipped })
    expect(await once()).toMatchObject({ skipped })
    appendFileSync(mailbox, line('id-3'))
    expect(await once()).toMatchObject({ skipped })
    expect(await bodies()).toEqual([...theirs, 'body of id-3'])
  })

  test('our line waits behind the unfinished one of others, also over several runs', async () => {
    const [half, rest] = [line('id-3').slice(0, 30), line('id-3').slice(30)]
    appendFileSync(mailbox, half)
    await lea.send({ to: ['ann'], body: 'later' })
    for (const _ of [1, 2])
      expect((await once()).skipped).toContainEqual({
        where: 'agent-mailbox.jsonl',
        why: 'another program has not finished its last line, so 1 line was not written',
      })
    appendFileSync(mailbox, rest)
    await once()
    expect(contents()).toEqual([...all, 'body of id-3', 'later'])
    await once()
    expect(await once()).toEqual(idle)
  })

  test('a folder that was moved is read once, and nothing is there twice', async () => {
    const moved = `${folder}-moved`
    renameSync(folder, moved)
    expect(await once(lea, 'haak', moved)).toMatchObject({ read: 3, skipped: [] })
    expect(await once(lea, 'haak', moved)).toEqual(idle)
    // Another folder in its place holds nothing of this store.
    mkdirSync(folder)
    await once()
    expect(contents().sort()).toEqual([...all].sort())
    rmSync(moved, { recursive: true })
  })

  test('a clock that is set back changes nothing', async () => {
    room.now -= 86_400_000
    appendFileSync(mailbox, line('id-3'))
    const ahead = new Date(Date.now() + 86_400_000)
    utimesSync(mailbox, ahead, ahead)
    expect(await once()).toMatchObject({ read: 1, written: 1 })
    writeFileSync(mailbox, readFileSync(mailbox, 'utf8').replace(/id-3/gu, 'id-4'))
    utimesSync(mailbox, ahead, ahead)
    expect(await once()).toMatchObject({ read: 4 })
    expect(await bodies()).toEqual([...theirs, 'body of id-3', 'body of id-4'])
  })

  test('what others append just before our line is read by the next run', async () => {
    const open: typeof folders.open = async (...asked) => {
      const real = await folders.open(...asked)
      return {
        ...real,
        append(path, lines, patient) {
          appendFileSync(join(folder, path), line('id-5'))
          return real.append(path, lines, patient)
        },
      }
    }
    const late = await room.as('lea', { folders: { ...folders, open } })
    await lea.send({ to: ['ann'], body: 'more' })
    expect(await once(late)).toMatchObject({ read: 0, written: 1 })
    await once()
    expect(await bodies()).toEqual([...theirs, 'body of id-5'])
    expect(contents()).toEqual([...all, 'body of id-5', 'more'])
    expect(await once()).toEqual(idle)
  })

  test('and by the next round', async () => {
    let more = line('id-5') + line('id-6')
    const open: typeof folders.open = async (...asked) => {
      const real = await folders.open(...asked)
      return {
        ...real,
        append(path, lines, patient) {
          appendFileSync(join(folder, path), more)
          more = ''
          return real.append(path, lines, patient)
        },
      }
    }
    const stop = new AbortController()
    const told: ExchangeValue[] = []
    const late = await room.as('lea', { folders: { ...folders, open } })
    const ended = (async () => {
      for await (const value of late.sync({ path: folder, format: 'haak' }, stop.signal)) told.push(value)
    })()
    await lea.send({ to: ['ann'], body: 'more' })
    await soon(async () => expect(await bodies()).toEqual([...theirs, 'body of id-5', 'body of id-6']))
    stop.abort()
    await ended
    expect(contents()).toEqual([...all, 'body of id-5', 'body of id-6', 'more'])
    expect(told.flatMap(({ skipped }) => skipped)).toEqual([])
    expect(await once()).toMatchObject({ written: 0, skipped: [] })
  })

  test('another store that writes into the same folder, in turns and at once', async () => {
    const other = await openMailRoom()
    other.now = room.now
    const bob = await other.join('bob', { kind: 'user' })
    await other.join('cy')
    for (let turn = 0; turn < 6; turn += 1) {
      await lea.send({ to: ['ann'], body: `a-${turn}` })
      await bob.send({ to: ['cy'], body: `b-${turn}` })
      const runs = [() => once(lea), () => once(bob)]
      if (turn % 2 === 0) for (const run of runs) await run()
      else await Promise.all(runs.map((run) => run()))
    }
    await once(lea)
    await once(bob)
    const sent = ['a', 'b'].flatMap((who) => [0, 1, 2, 3, 4, 5].map((turn) => `${who}-${turn}`))
    expect(contents().sort()).toEqual([...all, ...sent].sort())
    for (const by of [lea, bob])
      expect([...(await bodies(by, 'ann')), ...(await bodies(by, 'cy'))].sort()).toEqual([...sent, 'ours'])
    await once(lea)
    expect(await once(lea)).toEqual(idle)
    await other.close()
  })
})

describe('a run that dies', () => {
  /** The same store, in which an act on the exchange fails at its nth call. */
  async function dying(act: 'noteSynced' | 'take' | 'departures', nth: number): Promise<Mailbox> {
    let calls = 0
    const exchange = new Proxy(room.store.exchange, {
      get(real, name: keyof MailStore['exchange']) {
        const work = Reflect.get(real, name) as (...input: unknown[]) => unknown
        if (name !== act) return work
        return (...input: unknown[]) => {
          calls += 1
          if (calls === nth) throw new Error('killed')
          return work(...input)
        }
      },
    })
    return room.as('lea', { store: Object.create(room.store, { exchange: { value: exchange } }) })
  }

  test.each([
    ['take', 1],
    ['departures', 1],
    ['noteSynced', 1],
    ['noteSynced', 2],
  ] as const)('at %s %i loses nothing, and doubles nothing', async (act, nth) => {
    writeFileSync(mailbox, line('id-1'))
    writeFileSync(
      join(folder, 'agent-roster.json'),
      JSON.stringify([{ session_id: 'ann', status: 'frozen' }]),
    )
    await lea.send({ to: ['ann'], body: 'ours' })
    const mortal = await dying(act, nth)
    await once(mortal).catch((error: unknown) => expect(String(error)).toContain('killed'))
    appendFileSync(mailbox, line('id-2'))
    await once()
    expect(contents().sort()).toEqual(['body of id-1', 'body of id-2', 'ours'])
    expect(await bodies()).toEqual(['body of id-1', 'body of id-2'])
    await once()
    expect(await once()).toEqual(idle)
  })
})

describe('the other formats', () => {
  test('adr003: only new files are read; changed, moved and removed ones end as ever', async () => {
    const ann = await room.as('ann')
    const sent = []
    for (const body of ['one', 'two', 'three'])
      sent.push((await lea.send({ to: ['ann'], body, priority: 'normal' })).id)
    await once(lea, 'adr003')
    expect(await once(lea, 'adr003')).toEqual(idle)
    const names = () => readdirSync(join(folder, 'ann/inbox')).sort()
    const [first = '', second = '', third = ''] = names()
    const file = (name: string) => join(folder, 'ann/inbox', name)
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { id: string; status: string }
    // There, one is marked as read, one is removed, and one is added.
    writeFileSync(file(first), JSON.stringify({ ...read(file(first)), status: 'read' }))
    rmSync(file(second))
    writeFileSync(
      file('MSG-000000000009.json'),
      JSON.stringify({ ...read(file(third)), id: 'MSG-000000000009', subject: 'added', body: 'added' }),
    )
    await once(lea, 'adr003')
    expect(names()).toEqual([first, second, third, 'MSG-000000000009.json'].sort())
    expect((await ann.inbox({ all: true })).messages.map(({ status }) => status).sort()).toEqual([
      'read',
      'unread',
      'unread',
      'unread',
    ])
    await once(lea, 'adr003')
    expect(await once(lea, 'adr003')).toEqual(idle)
    // A file of the past that comes to light goes where its message is now.
    await ann.archive({ messages: [sent[0] ?? ''] })
    await once(lea, 'adr003')
    const [archived = ''] = readdirSync(join(folder, 'ann/archive'))
    cpSync(join(folder, 'ann/archive', archived), file(archived))
    writeFileSync(file(archived), JSON.stringify({ ...read(file(archived)), status: 'unread' }))
    await once(lea, 'adr003')
    expect(names()).not.toContain(archived)
  })

  test('adr003: what others take back while it runs is put right', async () => {
    const ann = await room.as('ann')
    const { id } = await lea.send({ to: ['ann'], body: 'one' })
    const stop = new AbortController()
    const ended = (async () => {
      for await (const _ of lea.sync({ path: folder, format: 'adr003' }, stop.signal));
    })()
    await soon(() => expect(readdirSync(join(folder, 'ann/inbox'))).toHaveLength(1))
    const [name = ''] = readdirSync(join(folder, 'ann/inbox'))
    const path = join(folder, 'ann/inbox', name)
    const before = readFileSync(path, 'utf8')
    const status = () => (JSON.parse(readFileSync(path, 'utf8')) as { status: string }).status
    await ann.process({ messages: [id] })
    await soon(() => expect(status()).toBe('processing'))
    writeFileSync(path, before)
    await soon(() => expect(status()).toBe('processing'))
    stop.abort()
    await ended
    expect((await ann.inbox({ all: true })).messages).toMatchObject([{ id, status: 'processing' }])
  })

  test('cccc: an entry that was taken out of an inbox comes back, a peer is routed', async () => {
    await lea.send({ to: ['ann'], kind: 'query', body: 'Done?' })
    await once(lea, 'cccc')
    expect(await once(lea, 'cccc')).toMatchObject({ written: 0 })
    const inbox = join(folder, 'ann/inbox.json')
    const queue = () => (JSON.parse(readFileSync(inbox, 'utf8')) as { queue: object[] }).queue
    expect(queue()).toHaveLength(1)
    writeFileSync(inbox, JSON.stringify({ queue: [], last_read: null }))
    mkdirSync(join(folder, 'bob'))
    const entry = { id: 'q1', timestamp: new Date(room.now).toISOString(), to: 'ann', type: 'QUERY' }
    writeFileSync(
      join(folder, 'bob/outbox.json'),
      JSON.stringify({ sent: [{ ...entry, content: { statement: 'theirs' }, delivered: false }] }),
    )
    await once(lea, 'cccc')
    expect(queue()).toMatchObject([{ content: { statement: 'Done?' } }, { id: 'q1' }])
    await lea.send({ to: ['ann'], kind: 'query', body: 'And now?' })
    await once(lea, 'cccc')
    expect(queue()).toHaveLength(3)
  })

  test('gastown: states that changed on either side between runs are merged', async () => {
    const beads = join(folder, 'issues.jsonl')
    const ann = await room.as('ann')
    const { id: one } = await lea.send({ to: ['ann'], subject: 'one', body: 'one' })
    await lea.send({ to: ['ann'], subject: 'two', body: 'two' })
    await once(lea, 'gastown')
    expect(await once(lea, 'gastown')).toEqual(idle)
    const all = () =>
      readFileSync(beads, 'utf8')
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text) as { title: string; status: string; labels: string[] })
    await ann.archive({ messages: [one] })
    const closed = all().map((bead) => (bead.title === 'two' ? { ...bead, status: 'closed' } : bead))
    writeFileSync(beads, closed.map((bead) => `${JSON.stringify(bead)}\n`).join(''))
    await once(lea, 'gastown')
    expect(all().map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect((await ann.inbox({})).messages).toEqual([])
    expect(await once(lea, 'gastown')).toEqual(idle)
    await ann.restore({ messages: [one] })
    await once(lea, 'gastown')
    expect(all().map(({ status }) => status)).toEqual(['open', 'closed'])
    expect(await once(lea, 'gastown')).toEqual(idle)
  })
})
