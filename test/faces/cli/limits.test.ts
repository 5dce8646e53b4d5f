import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

const flood = 'x'.repeat(100 * 1024)
const many = Array.from({ length: 20_000 }, (_, at) => `t${at}`)

let desk: Desk
let id: string
beforeAll(() => {
  desk = openDesk(['alice', 'bob'])
  id = desk.json('send', 'bob', '-s', 'Hello', '--as', 'alice').id
  desk.run(['process', id, '--as', 'bob'])
  desk.run(['fail', id, '--as', 'bob', '--reason', 'none'])
})
afterAll(() => desk.close())

function refused(command: string, input: object, as = 'bob') {
  const { out } = desk.run(['batch'], { input: `${JSON.stringify({ command, input, as })}\n` })
  return JSON.parse(out)
}

const parts: readonly (readonly [string, object])[] = [
  ['tag', { tag: [flood] }],
  ['tags', { tag: many }],
  ['key', { key: flood }],
  ['task', { task: flood }],
  ['swarm', { swarm: flood }],
  ['subject', { subject: flood }],
  ['attach', { attach: [flood] }],
  ['cc', { cc: [flood] }],
]

describe.each([
  ['send', () => ({ to: ['alice'], body: 'b' })],
  ['send', () => ({ to: ['all'], body: 'b' })],
  ['reply', () => ({ message: id, body: 'b' })],
  ['forward', () => ({ message: id, to: ['alice'] })],
  ['handoff', () => ({ to: 'alice', done: 'd' })],
])('%s', (command, whole) => {
  test.each(parts)('refuses a flood in its %s and names the limit', (_, part) => {
    const answer = refused(command, { ...whole(), ...part })
    expect(answer).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(answer.error.message).toMatch(/at most \d+ are accepted/u)
    expect(answer.error.message.length).toBeLessThan(500)
  })
})

test.each([
  ['retry', () => ({ messages: [flood] })],
  ['retry', () => ({ messages: many })],
  ['retry', () => ({ messages: [id], of: flood })],
  ['fail', () => ({ messages: [id], reason: flood })],
  ['ack', () => ({ messages: [id], note: flood })],
  ['escalate', () => ({ message: id, to: 'alice', subject: flood })],
  ['agents register', () => ({ agent: flood })],
])('%s refuses what is too long with a short error: %#', (command, input) => {
  const answer = refused(command, input())
  expect(answer).toMatchObject({ ok: false, error: { code: 'usage' } })
  expect(answer.error.message.length).toBeLessThan(500)
})

test('a draft may be too long, and is refused when it is sent', () => {
  const fields = { to: ['alice'], subject: 'S', tag: [flood] }
  const saved = refused('draft save', { operation: 'send', fields })
  const answer = refused('draft send', { draft: saved.value.id })
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('at most 200') } })
})

test('nothing of all that was stored, and the retry still works', () => {
  const { messages } = desk.json('inbox', 'alice', '--all')
  expect(messages.filter(({ from }: { from: string }) => from !== 'system')).toEqual([])
  expect(desk.run(['retry', id, '--as', 'bob']).code).toBe(0)
})

test('a subject that is just short enough can still be answered, forwarded and escalated', () => {
  const long = desk.json('send', 'bob', '-s', 's'.repeat(4096), '--as', 'alice').id
  for (const words of [
    ['reply', long],
    ['forward', long, 'alice'],
    ['escalate', long, '--to', 'alice'],
  ])
    expect(desk.run([...words, '-b', 'b', '--as', 'bob'].filter(Boolean))).toMatchObject({ code: 0 })
})

test('a file of another system cannot bring in what no sender may send', () => {
  const message = (id: string, subject: string) =>
    JSON.stringify({
      id,
      from_agent: 'alice',
      to_agent: 'bob',
      subject,
      body: 'b',
      type: 'request',
      priority: 2,
      created_at: '2026-05-01T10:00:00',
    })
  const file = join(desk.folder, 'mail.jsonl')
  writeFileSync(file, `${message('MSG-1', flood)}\n${message('MSG-2', 'short')}\n`)
  const { code, out } = desk.run(['import', file, '--format', 'adr003', '--json'])
  expect([code, JSON.parse(out)]).toMatchObject([
    8,
    { written: 1, skipped: [{ why: expect.stringContaining('limit is 4096') }] },
  ])
})
