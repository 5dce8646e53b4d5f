import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  folder = mkdtempSync(join(tmpdir(), 'watchpost-beads-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

type Bead = { readonly id: string; readonly labels: readonly string[]; readonly [key: string]: unknown }
const bead = (id: string, labels: readonly string[] = [], more: object = {}): Bead => ({
  id,
  title: id,
  description: 'make',
  status: 'open',
  priority: 2,
  issue_type: 'message',
  assignee: 'gastown/Toast',
  created_at: '2027-01-31T11:00:00Z',
  updated_at: '2027-01-31T11:00:00Z',
  mine: { kept: true },
  labels: ['gt:message', 'from:mayor/', 'msg-type:task', ...labels],
  ...more,
})
const queued = (id: string, labels: readonly string[] = [], more: object = {}) =>
  bead(id, ['queue:builds', ...labels], { assignee: '', ...more })
const claim = (by: string, minutes: number) => [
  `claimed-by:${by}`,
  `claimed-at:${new Date(room.now + minutes * minute).toISOString()}`,
]
const builds = {
  id: 'hq-q-builds',
  title: 'Queue: builds',
  description: 'name: builds\nstatus: active',
  labels: ['gt:queue'],
}
const put = (...beads: readonly object[]) =>
  writeFileSync(join(folder, 'issues.jsonl'), beads.map((one) => `${JSON.stringify(one)}\n`).join(''))
const all = () =>
  readFileSync(join(folder, 'issues.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Bead)
const found = (id: string) => all().find((one) => one.id === id)
/** What the other system does with its bead. */
const change = (id: string, to: (one: Bead) => object) =>
  put(...all().map((one) => (one.id === id ? to(one) : one)))
/** One round of a program of its own. */
async function sync(): Promise<ExchangeValue> {
  const values: ExchangeValue[] = []
  const rounds = lea.sync({ path: folder, format: 'gastown', once: true }, new AbortController().signal)
  for await (const value of rounds) values.push(value)
  return values[0] as ExchangeValue
}
const statusOf = async (owner: string, id: string) => {
  const { messages } = await lea.inbox({ owner, all: true, limit: 500 })
  return messages.find(({ subject }) => subject === id)?.status
}
async function take(agent: string) {
  const offer = await (await room.as(agent)).claim({ queue: 'builds' })
  await offer.settle()
  return offer.value.message
}
const withLabel = (label: string) => (one: Bead) => ({ ...one, labels: [...one.labels, label] })

describe('the state of mail', () => {
  beforeEach(async () => {
    put(bead('hq-1'), bead('hq-2', ['custom']))
    expect(await sync()).toMatchObject({ read: 2, skipped: [] })
  })

  test('goes out: read, hooked, closed and back; the rest of the bead is theirs', async () => {
    const toast = await room.as('gastown/Toast')
    await toast.ack({ messages: ['hq-2'] })
    await sync()
    expect(found('hq-2')).toMatchObject({
      status: 'open',
      labels: expect.arrayContaining(['custom', 'read']),
    })
    await toast.process({ messages: ['hq-2'] })
    await sync()
    expect(found('hq-2')).toMatchObject({ status: 'hooked', mine: { kept: true } })
    await toast.complete({ messages: ['hq-2'] })
    await sync()
    expect(found('hq-2')).toMatchObject({ status: 'closed', closed_at: expect.any(String) })
    await toast.undo({})
    await toast.undo({})
    await toast.unread({ messages: ['hq-2'] })
    await sync()
    expect(found('hq-2')).toMatchObject({ status: 'open', title: 'hq-2' })
    expect(found('hq-2')).not.toHaveProperty('closed_at')
    expect(found('hq-2')?.labels).not.toContain('read')
    expect(found('hq-1')).toEqual(bead('hq-1'))
    expect((await sync()).written).toBe(0)
  })

  test('comes in: read, hooked, closed and back', async () => {
    change('hq-1', withLabel('read'))
    await sync()
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('read')
    change('hq-1', (one) => ({ ...one, status: 'hooked' }))
    await sync()
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('processing')
    change('hq-1', (one) => ({ ...one, status: 'closed' }))
    await sync()
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('archived')
    put(bead('hq-1'), bead('hq-2', ['custom']))
    await sync()
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('unread')
    expect(found('hq-1')).toEqual(bead('hq-1'))
  })

  test('if both sides changed it, the further one counts', async () => {
    const toast = await room.as('gastown/Toast')
    await toast.ack({ messages: ['hq-1', 'hq-2'] })
    await toast.complete({ messages: ['hq-2'] })
    change('hq-1', (one) => ({ ...one, status: 'closed' }))
    change('hq-2', withLabel('read'))
    await sync()
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('archived')
    expect(found('hq-1')).toMatchObject({ status: 'closed' })
    expect(found('hq-2')).toMatchObject({ status: 'closed' })
    expect((await sync()).written).toBe(0)
  })

  test('what another program puts back a moment after it was rewritten is no change', async () => {
    const stop = new AbortController()
    const rounds = lea.sync({ path: folder, format: 'gastown' }, stop.signal)[Symbol.asyncIterator]()
    await rounds.next()
    const pumped = (async () => {
      while (!(await rounds.next()).done);
    })()
    const before = all()
    const toast = await room.as('gastown/Toast')
    await toast.ack({ messages: ['hq-1'] })
    await soon(() => expect(found('hq-1')?.labels).toContain('read'))
    put(...before)
    await soon(() => expect(found('hq-1')?.labels).toContain('read'))
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('read')
    stop.abort()
    await pumped
  })

  test('a tombstone archives what it deletes and brings nothing in; what is pinned stays so', async () => {
    put(bead('hq-1', [], { status: 'tombstone' }), bead('hq-2', ['custom'], { status: 'pinned' }))
    const deleted = bead('hq-9', [], { status: 'tombstone', assignee: 'gastown/ghost' })
    put(...all(), deleted)
    expect(await sync()).toMatchObject({ skipped: [] })
    expect(await statusOf('gastown/Toast', 'hq-1')).toBe('archived')
    await expect(lea.showAgent({ agent: 'gastown/ghost' })).rejects.toMatchObject({ code: 'not-found' })
    const toast = await room.as('gastown/Toast')
    await toast.ack({ messages: ['hq-2'] })
    await sync()
    expect(found('hq-1')).toMatchObject({ status: 'tombstone' })
    expect(found('hq-2')).toMatchObject({ status: 'pinned', labels: expect.arrayContaining(['read']) })
    expect(found('hq-9')).toEqual(deleted)
  })
})

describe('claims', () => {
  beforeEach(async () => {
    put(builds, queued('hq-5'), queued('hq-6'))
    await room.join('gastown/nux')
    await room.join('gastown/ann')
    await sync()
  })
  const holder = async (id: string) => {
    const message = await room.store.exchange.known('gastown', [id])
    const { rows } = await room.store.deliveries.of(message[0] ?? 0, { limit: 5, after: null })
    return rows[0]?.box === 'processing' ? rows[0].heldBy : null
  }

  test('go both ways, and so do their release and their end', async () => {
    const nux = await room.as('gastown/nux')
    const { subject: mine } = await take('gastown/nux')
    const other = mine === 'hq-5' ? 'hq-6' : 'hq-5'
    await sync()
    expect(found(mine)?.labels).toContain('claimed-by:gastown/nux')
    change(other, (one) => ({ ...one, labels: [...one.labels, ...claim('gastown/ann', 0)] }))
    await sync()
    expect(await holder(other)).toBe('gastown/ann')
    await nux.release({ message: mine })
    change(other, () => queued(other))
    await sync()
    expect(await holder(other)).toBeNull()
    expect(found(mine)?.labels.filter((label) => label.startsWith('claimed'))).toEqual([])
    const ann = await room.as('gastown/ann')
    const again = await take('gastown/ann')
    await ann.complete({ messages: [again.id] })
    await sync()
    expect(found(again.subject)).toMatchObject({ status: 'closed' })
  })

  test('the first valid claim stands, the mayor hears of a later one, which counts after a lapse', async () => {
    const mayor = await room.as('mayor/')
    await lea.resumeAgent({ agent: 'mayor/' })
    const { subject } = await take('gastown/nux')
    await sync()
    room.now += minute
    const taken = (one: Bead) => ({
      ...one,
      labels: [...one.labels.filter((label) => !label.startsWith('claimed')), ...claim('gastown/ann', 0)],
    })
    change(subject, taken)
    await sync()
    expect(await holder(subject)).toBe('gastown/nux')
    expect(found(subject)?.labels).toContain('claimed-by:gastown/nux')
    expect((await mayor.inbox({})).messages).toMatchObject([{ subject: `Claimed twice: ${subject}` }])
    room.now += 60 * minute
    change(subject, taken)
    await sync()
    expect(await holder(subject)).toBe('gastown/ann')
    expect((await mayor.inbox({})).messages).toHaveLength(1)
  })
})

describe('what others read', () => {
  test('mail to patterns and sets is one bead for each recipient, who all keep their own state', async () => {
    put(builds)
    const max = await room.join('gastown/crew/max')
    await room.join('gastown/crew/zoe')
    await lea.send({ to: ['gastown/crew/*'], subject: 'Stand up', body: 'now' })
    await sync()
    const beads = () => all().filter(({ title }) => title === 'Stand up')
    expect(beads().map(({ assignee }) => assignee)).toEqual(['gastown/max', 'gastown/zoe'])
    expect(beads()[0]?.labels).toContain('from:overseer')
    const { messages } = await max.inbox({})
    await max.reply({ message: messages[0]?.id ?? '', body: 'Here' })
    await max.ack({ messages: [messages[0]?.id ?? ''] })
    change(beads()[1]?.id ?? '', (one) => ({ ...one, status: 'closed' }))
    await sync()
    const reply = all().find(({ title }) => title === 'Re: Stand up')
    expect(reply).toMatchObject({ assignee: 'overseer' })
    expect(reply?.labels).toContain(`reply-to:${beads()[0]?.id}`)
    expect(await statusOf('gastown/zoe', 'Stand up')).toBe('archived')
    expect(beads()[0]?.labels).toContain('read')
    change(reply?.id ?? '', withLabel('read'))
    await sync()
    expect(await statusOf('lea', 'Re: Stand up')).toBe('read')
    expect((await sync()).written).toBe(0)
    expect(all()).toHaveLength(4)
  })

  test('an answer keeps the name of its thread', async () => {
    put(bead('hq-1', ['thread:thread-0123456789ab']))
    await sync()
    const toast = await room.as('gastown/Toast')
    const { id } = await toast.reply({ message: 'hq-1', body: 'Done' })
    await (await room.as('mayor/')).reply({ message: id, body: 'Thanks' })
    await sync()
    const named = all().map(({ labels }) => labels.filter((label) => label.startsWith('thread:')))
    expect(named).toEqual(Array.from({ length: 3 }, () => ['thread:thread-0123456789ab']))
  })

  test('agent beads make the roster', async () => {
    const agent = (id: string, description = '', more: object = {}) => ({
      id,
      title: id,
      description,
      status: 'open',
      issue_type: 'agent',
      labels: ['gt:agent'],
      ...more,
    })
    put(
      agent('hq-mayor'),
      agent('gt-gastown-polecat-nux', 'role_type: polecat\nrig: gastown\nagent_state: working'),
      agent('gt-my-rig-crew-ann-b', 'role_type: crew\nrig: my-rig'),
      agent('gt-gastown-witness', '', { status: 'closed' }),
      agent('gt-nothing'),
    )
    expect((await sync()).skipped).toMatchObject([{ where: 'issues.jsonl:5' }])
    const { agents } = await lea.listAgents({})
    expect(agents.map(({ address, state }) => [address, state])).toEqual(
      expect.arrayContaining([
        ['mayor/', 'frozen'],
        ['gastown/nux', 'frozen'],
        ['my-rig/ann-b', 'frozen'],
      ]),
    )
    expect(await lea.showAgent({ agent: 'gastown/witness' })).toMatchObject({ state: 'dead' })
  })

  test('invalid beads are skipped with their reason and kept, and nothing of them is taken', async () => {
    const wrong = [
      bead('hq-1', [], { assignee: '' }),
      queued('hq-2', [], { assignee: 'gastown/Toast' }),
      queued('hq-3', ['channel:alerts']),
      bead('hq-4', claim('gastown/nux', 0)),
    ]
    put(builds, ...wrong)
    const { skipped } = await sync()
    expect(skipped.map(({ where, why }) => [where, why.split(':')[0]])).toEqual([
      ['issues.jsonl:2', 'it goes to nobody'],
      ['issues.jsonl:3', 'it has 2 targets'],
      ['issues.jsonl:4', 'it has 2 targets'],
      ['issues.jsonl:5', 'it is claimed, but not an item of a queue'],
    ])
    expect((await lea.inbox({ everyone: true, all: true })).messages).toEqual([])
    expect(all()).toEqual([builds, ...wrong])
  })

  test('subscribers that are patterns or sets are kept, and get what is posted', async () => {
    const channel = {
      id: 'hq-channel-alerts',
      title: 'Channel: alerts',
      labels: ['gt:channel'],
      description: 'name: alerts\nsubscribers: gastown/crew/*,@witnesses,gastown/nux\nstatus: active',
    }
    put(channel)
    await sync()
    const max = await room.join('gastown/crew/max')
    const witness = await room.join('gastown/witness')
    expect((await lea.showChannel({ channel: 'alerts' })).subscribers).toEqual([
      'gastown/nux',
      '@witnesses',
      'gastown/crew/*',
    ])
    await lea.send({ to: ['channel:alerts'], subject: 'Red' })
    for (const one of [max, witness])
      expect((await one.inbox({})).messages).toMatchObject([{ subject: 'Red' }])
    const out = mkdtempSync(join(tmpdir(), 'watchpost-beads-'))
    await lea.exportMail({ path: out, format: 'gastown' })
    const [first = ''] = readFileSync(join(out, 'issues.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('hq-channel-alerts'))
    rmSync(out, { recursive: true })
    expect(JSON.parse(first)).toMatchObject({
      title: 'Channel: alerts',
      description: expect.stringContaining('subscribers: gastown/nux,@witnesses,gastown/crew/*'),
    })
    await lea.unsubscribe({ channel: 'alerts', agent: '@witnesses' })
    expect((await lea.showChannel({ channel: 'alerts' })).subscribers).toHaveLength(2)
  })
})
