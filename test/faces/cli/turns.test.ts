import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBatch } from '../../support/batch.ts'
import { type Answer, type Desk, openPrepared } from '../../support/cli.ts'

let desk: Desk
let ids: readonly string[]
beforeEach(() => {
  desk = openPrepared(['critic', 'architect'], (made) => void made.run(['queue', 'create', 'work']))
  ids = ['One', 'Two', 'Three'].map(
    (subject) =>
      desk.json('send', 'queue:work', '-s', subject, '-b', `${subject} body`, '--as', 'architect').id,
  )
})
afterEach(() => desk.close())

const claim = () => desk.json('claim', 'work', '--as', 'critic').message

test('one command ends an item and gives the next, until there is none', () => {
  let message: Answer = claim()
  const seen: string[] = []
  while (message !== undefined) {
    seen.push(message.id)
    const { messages, next } = desk.json('complete', message.id, '--next', '--as', 'critic')
    expect(messages).toMatchObject([{ id: message.id, status: 'archived' }])
    message = next?.message
  }
  expect(seen).toEqual(ids)
  expect(desk.json('queue', 'show', 'work')).toMatchObject({ available: 0, processing: 0, completed: 3 })
})

test('as text it is what complete prints and then what claim prints', () => {
  const { id } = claim()
  const agent = desk.run(['complete', id, '--next', '--as', 'critic'])
  expect(agent.code, agent.err).toBe(0)
  expect(agent.out).toMatch(new RegExp(`${id}\\s+completed, now archived[^]*Two body`, 'u'))
  const lines = agent.out.split('\n')
  const body = lines.findIndex((line) => line.includes('Two body'))
  // What others wrote stands between marked lines.
  expect(lines[0]).toMatch(/watchpost/u)
  expect(lines.slice(body).some((line) => line.includes(lines[0]?.split(' ')[0] ?? '?'))).toBe(true)
  desk.json('release', ids[1] ?? '', '--as', 'critic')
})

test('that nothing is left is no failure', () => {
  for (const id of ids.slice(0, 2)) {
    claim()
    desk.json('complete', id, '--as', 'critic')
  }
  const { id } = claim()
  const last = desk.run(['complete', id, '--next', '--as', 'critic'])
  expect(last).toMatchObject({ code: 0, err: expect.stringContaining('nothing to claim in work') })
  expect(last.out.trimEnd()).toMatch(new RegExp(`^${id}\\s+completed, now archived$`, 'u'))
})

test('a refused ending gives nothing, and ends with its own code', () => {
  const { id } = claim()
  expect(desk.run(['complete', id, '--next', '--as', 'architect']).code).toBe(4)
  expect(desk.run(['fail', id, '--next', '--attempt', '7', '--as', 'critic']).code).toBe(4)
  expect(desk.run(['complete', id, ids[1] ?? '', '--next', '--as', 'critic']).code).toBe(2)
  expect(desk.run(['complete', id, '--lease', '5m', '--as', 'critic']).code).toBe(2)
  expect(desk.json('queue', 'show', 'work')).toMatchObject({ available: 2, processing: 1 })
})

test('a batch line answers with both', async () => {
  const { id } = claim()
  const batch = openBatch(['--store', desk.store, '--as', 'critic'])
  batch.feed([{ command: 'complete', input: { messages: [id], next: true, lease: '1h' } }])
  batch.feed([{ command: 'fail', input: { messages: [ids[1]], reason: 'Broken', next: true } }])
  expect(await batch.finish()).toBe(0)
  const [done, failed] = batch.lines.map(({ value }) => value as Answer)
  expect(done).toMatchObject({ messages: [{ id }], next: { message: { id: ids[1], body: 'Two body' } } })
  const { until } = done.next.message.lease
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 30 * 60_000)
  // It has attempts left, and came first.
  expect(failed).toMatchObject({ messages: [{ status: 'unread' }], next: { message: { id: ids[1] } } })
  expect(failed.next.message.lease.attempt).toBe(2)
})

test('a queue says how many may claim at a time', () => {
  expect(desk.run(['queue', 'show', 'work']).out).toMatch(/^Claims at a time: unlimited$/mu)
})
