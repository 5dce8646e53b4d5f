import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitOf } from '../../../src/faces/cli/exit.ts'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { openBare } from '../../support/store-bare.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['alice', 'bob'])
})
afterAll(() => desk.close())

/** One line of `batch`, which takes what no command line could hold. */
function batch(command: string, input: object) {
  const line = JSON.stringify({ command, input }).replace(/"nested (\d+)"/u, (_, depth) =>
    nested(Number(depth)),
  )
  const { out } = desk.run(['batch', '--as', 'alice'], { input: `${line}\n` })
  return JSON.parse(out)
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a length of time', () => {
  it.each([
    ['send', { to: ['bob'], subject: 'S', ttl: '99999999d' }],
    ['send', { to: ['bob'], subject: 'S', ttl: 9e15 }],
    ['send', { to: ['bob'], subject: 'S', expires: '99999999d' }],
    ['draft save', { operation: 'send', fields: { to: ['bob'] }, sendIn: '99999999d' }],
    ['queue create', { name: 'far', lease: 9e15 }],
  ])('that no calendar holds is refused by %s: %j', (command, input) => {
    expect(batch(command, input)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  it('that an older program let in hides nobody’s mailbox', () => {
    batch('send', { to: ['bob'], subject: 'kept' })
    const { database } = openBare(desk.store)
    database.exec(`UPDATE deliveries SET expires_at = ${9e15}`)
    database.close()
    expect(desk.json('inbox', '--as', 'bob').messages).toMatchObject([{ subject: 'kept' }])
    expect(desk.run(['next', '--as', 'bob']).code).toBe(0)
  })
})

describe('JSON that is nested too deep', () => {
  it.each([
    ['send', { to: ['bob'], subject: 'S', task: 'T', payload: 'nested 1500' }],
    ['send', { to: ['bob'], subject: 'S', task: 'T', payload: nested(1500) }],
    ['send', { to: ['bob'], subject: 'S', task: 'T', payload: 'nested 9000' }],
    ['send', { to: ['bob'], subject: 'nested 9000' }],
    ['handoff', { to: ['bob'], context: { more: 'nested 1500' } }],
    ['draft save', { operation: 'send', fields: { to: ['bob'], payload: 'nested 1500' } }],
  ])('is refused by %s: %j', (command, input) => {
    expect(batch(command, input)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  it('is text where it stands for evidence, and takes no list of tasks away', () => {
    const evidence = [`{"data":${nested(1500)}}`]
    const claim = { to: ['bob'], subject: 'C', kind: 'claim', statement: 'S', task: 'T', evidence }
    expect(batch('send', claim)).toMatchObject({ ok: true })
    expect(desk.json('task', 'list').tasks).toMatchObject([{ id: 'T' }])
    expect(desk.run(['patrol']).code).toBe(0)
  })
})

describe('what every list shows', () => {
  it.each([
    ['a subject', { subject: 'x'.repeat(4097) }],
    ['a payload', { payload: { more: 'x'.repeat(2 ** 20) } }],
    ['a context', { context: { more: 'x'.repeat(2 ** 20) } }],
  ])('is no flood: %s has its limit', (_what, input) => {
    expect(batch('send', { to: ['bob'], ...input })).toMatchObject({ ok: false, error: { code: 'usage' } })
  })
})

describe('a body that is lost', () => {
  let own: Desk
  let lost: string
  beforeAll(() => {
    own = openDesk(['alice', 'bob'])
    own.json('queue', 'create', 'work')
    const body = 'x'.repeat(300_000)
    const send = (input: object) => ({ command: 'send', as: 'alice', input: { body: 'sound', ...input } })
    const [, first] = own.batch([
      send({ to: ['queue:work'], subject: 'lost', body, priority: 'urgent' }),
      send({ to: ['bob'], subject: 'lost', body, priority: 'urgent' }),
      send({ to: ['queue:work'], subject: 'sound' }),
      ...Array.from({ length: 5 }, () => send({ to: ['bob'], subject: 'sound', again: true })),
    ])
    lost = first.id
    own.json('reply', lost, '-b', 'Answered', '--as', 'alice')
    rmSync(join(own.store, 'bodies'), { recursive: true })
  })
  afterAll(() => own.close())

  it.each([
    'next',
    'next --take',
    'wait --timeout 5s',
    'wait --timeout 5s --take',
    'wait --timeout 5s --kind request',
    'claim work',
  ])('keeps no other mail from its reader: %s', (words) => {
    expect(own.json(...words.split(' '), '--as', 'bob').message.body).toMatch(/^(?:sound|Answered)$/u)
  })

  it('keeps no other from a prompt', () => {
    expect(own.run(['inject', '--as', 'bob']).out).toContain('sound')
  })

  it('hides no thread, and no list with bodies', () => {
    const { messages } = own.json('thread', lost, '--as', 'bob')
    expect(messages.map(({ body }: Answer) => body)).toEqual([
      expect.stringContaining('is missing'),
      'Answered',
    ])
    expect(own.json('inbox', '--body', '--as', 'bob').messages[0]).toMatchObject({ subject: 'lost' })
  })

  it('is told where nothing else is left, and stays unread', () => {
    while (own.run(['next', '--as', 'bob']).code === 0);
    expect(own.run(['next', '--as', 'bob']).code).toBe(6)
    const waited = own.run(['wait', '--timeout', '1s', '--as', 'bob'])
    expect(waited).toMatchObject({ code: 124, err: expect.stringContaining(lost) })
    expect(own.run(['read', lost, '--as', 'bob']).code).toBe(6)
    expect(own.run(['claim', 'work', '--as', 'bob']).code).toBe(6)
    expect(own.json('inbox', '--unread', '--as', 'bob').messages).toMatchObject([{ id: lost }])
  })

  it('keeps no patrol from its round', () => {
    const { database } = openBare(own.store)
    database.exec('DROP TRIGGER messages_unchanged; UPDATE messages SET sent_at = 1, arrived_at = 1')
    database.close()
    const { acts } = own.json('patrol')
    expect(acts.flatMap(({ act, messages }: Answer) => (act === 'overdue' ? messages : []))).toContain(lost)
    own.json('agents', 'retire', 'bob')
    expect(own.run(['patrol']).code).toBe(0)
  })
})

it('a disk that is full is told where it is not the store’s', () => {
  expect(exitOf(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))).toBe(5)
  expect(exitOf(new Error('no space left'))).toBe(70)
})
