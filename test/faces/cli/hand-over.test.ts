import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hearSignals } from '../../../src/faces/cli/output.ts'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const large = 'A line of a long body, forty characters.\n'.repeat(12_500)

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect'])
})
afterAll(() => desk.close())

function send(body: string): string {
  return desk.batch([{ command: 'send', input: { to: ['critic'], subject: 'S', body }, as: 'architect' }])[0]
    .id
}

function statusOf(id: string): string {
  return statusIn('critic', id)
}

function statusIn(owner: string, id: string): string {
  const { messages } = desk.json('inbox', owner, '--all')
  return messages.find((message: { id: string }) => message.id === id).status
}

function eventsOf(id: string): readonly string[] {
  return desk.json('history', id).events.map(({ what }: { what: string }) => what)
}

describe('a reader that took everything', () => {
  test.each(['read', 'next'])('makes the mail read: %s', (command) => {
    const id = send('small')
    const { code, out } = desk.run([command, ...(command === 'read' ? [id] : []), '--as', 'critic'])
    expect(code).toBe(0)
    expect(out).toContain('small')
    expect(statusOf(id)).toBe('read')
    expect(eventsOf(id)).toEqual(['sent', 'offered', 'shown'])
  })

  test('gets 500 kB whole', () => {
    const id = send(large)
    const { out } = desk.run(['read', id, '--as', 'critic', '--full', '--json'])
    expect(JSON.parse(out).messages[0].body).toBe(large)
    expect(statusOf(id)).toBe('read')
  })
})

describe('a reader gone early settles nothing', () => {
  const sizes = [
    ['small', 'small'],
    ['500 kB', large],
  ] as const

  test.each(sizes)('before the first byte, %s', async (_, body) => {
    const id = send(body)
    const child = desk.start(['read', id, '--as', 'critic', '--full'])
    child.stdout?.destroy()
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(statusOf(id)).toBe('unread')
    expect(eventsOf(id)).toEqual(['sent', 'offered', 'released'])
  })

  test('in the middle of 500 kB', async () => {
    const id = send(large)
    const child = desk.start(['read', id, '--as', 'critic', '--full'])
    if (child.stdout === null) throw new Error('no pipe')
    await once(child.stdout, 'readable')
    child.stdout.destroy()
    await once(child, 'close')
    expect(statusOf(id)).toBe('unread')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s while the reader does not read', async (signal) => {
    const id = send(large)
    const child = desk.start(['read', id, '--as', 'critic', '--full'])
    if (child.stdout === null) throw new Error('no pipe')
    await once(child.stdout, 'readable')
    child.kill(signal)
    const [code, ended] = await once(child, 'exit')
    expect([code, ended]).toEqual([null, signal])
    expect(eventsOf(id)).toEqual(['sent', 'offered', 'released'])
    expect(statusOf(id)).toBe('unread')
  })
})

describe('kill -9 between hold and settle', () => {
  let id = ''
  beforeEach(async () => {
    id = send(large)
    const child = desk.start(['read', id, '--as', 'critic', '--full'])
    if (child.stdout === null) throw new Error('no pipe')
    await once(child.stdout, 'readable')
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  test('leaves it unread, and held for others until the hold ends', () => {
    expect(statusOf(id)).toBe('unread')
    const again = desk.run(['read', id, '--as', 'critic'])
    expect(again.code).toBe(0)
    expect(again.err).toContain(`Another reader of this mailbox is receiving ${id}`)
    expect(statusOf(id)).toBe('unread')
  })

  test('offers it again after the hold', async () => {
    const store = await openSqliteStore(desk.store, { create: false, durability: 'normal' })
    const doer = { actor: 'critic', principal: null, session: null, command: 'test' }
    const [number] = await store.messages.find({ form: 'prefix', digits: id.slice(0, 4), text: id })
    const later = Date.now() + 61_000
    const [held] = await store.deliveries.hold(doer, 'critic', [number ?? 0], later + 60_000, later)
    expect(held?.why).toBe('held')
    await store.close()
  })
})

test('looking at what is already read, or is another’s, holds nothing', () => {
  const id = send('for critic')
  expect(desk.run(['read', id, '--as', 'architect']).out).toContain('for critic')
  expect(desk.run(['read', id, '--as', 'critic', '--peek']).out).toContain('for critic')
  expect(eventsOf(id)).toEqual(['sent'])
  expect(statusOf(id)).toBe('unread')
})

test('next --take prints and leases; nothing left is code 1', () => {
  const taker = openDesk(['worker', 'boss'])
  taker.batch([{ command: 'send', input: { to: ['worker'], subject: 'Do it' }, as: 'boss' }])
  const taken = taker.json('next', '--take', '--as', 'worker')
  expect(taken.message.subject).toBe('Do it')
  const { messages } = taker.json('inbox', 'worker')
  expect(messages[0]).toMatchObject({ status: 'processing', lease: { by: 'worker' } })
  expect(taker.run(['next', '--as', 'worker'])).toMatchObject({ code: 1, out: '' })
  taker.close()
})

describe('a reader that closed early is told what became of its mail', () => {
  // What is cut to 64 kB is hardly more than a pipe holds, and its reader may take as much again before it closes: each says more.
  const closed = 'The output was closed before'
  const headOf = (words: string, command = 'head -1') =>
    spawnSync('sh', ['-c', `"$0" "$@" ${words} | ${command}`, process.execPath, programFile], {
      env: { ...quietEnvironment(), WATCHPOST_STORE: desk.store, WATCHPOST_AGENT: 'critic' },
      encoding: 'utf8',
    }).stderr

  test.each([
    ['next --take --full', (id: string) => `the lease on ${id} was released`],
    ['wait --take --full', (id: string) => `the lease on ${id} was released`],
    ['next --full', (id: string) => `${id} stays unread`],
    ['read ID --full', (id: string) => `${id} stays unread`],
    ['inject --max-chars 1000000', () => 'this mail stays unread'],
  ])('%s', (words, told) => {
    desk.run(['inject', '--max-chars', '100000000', '--as', 'critic'])
    const id = send(large)
    if (words.startsWith('inject')) for (let more = 0; more < 3; more += 1) send(large)
    const err = headOf(words.replace('ID', id))
    expect(err).toContain(closed)
    expect(err).toContain(told(id))
    expect(headOf(`${words.replace('ID', id)} --quiet`)).toBe('')
    expect(headOf(words.replace('ID', id), 'cat >/dev/null')).not.toContain(closed)
  })

  test('a signal of the closed pipe that comes late does not end the program', () => {
    const { stop } = hearSignals()
    stop()
    process.kill(process.pid, 'SIGPIPE')
    expect(process.listenerCount('SIGPIPE')).toBe(1)
  })

  test('claim', () => {
    desk.run(['queue', 'create', 'work'])
    const { id } = desk.json('send', 'queue:work', '-b', large.slice(0, 100_000), '--as', 'architect')
    expect(headOf('claim work --full')).toContain(`the lease on ${id} was released`)
    expect(statusIn('queue:work', id)).toBe('unread')
    expect(headOf('claim work --full', 'cat >/dev/null')).toBe('')
    expect(statusIn('queue:work', id)).toBe('processing')
    const { id: next } = desk.json('send', 'queue:work', '-b', large.slice(0, 100_000), '--as', 'architect')
    expect(headOf(`complete ${id} --next --full`)).toContain(`the lease on ${next} was released`)
    expect([statusIn('queue:work', id), statusIn('queue:work', next)]).toEqual(['archived', 'unread'])
  })
})
