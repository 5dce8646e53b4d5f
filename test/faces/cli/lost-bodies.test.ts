import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Desk, openPrepared } from '../../support/cli.ts'

let desk: Desk
let lost = ''
const withQueue = (fresh: Desk) => fresh.run(['queue', 'create', 'work'])
beforeEach(() => {
  desk = openPrepared(['critic', 'lead'], withQueue)
})
afterEach(() => desk.close())

const send = (to: string, body: string, priority = 'normal'): string =>
  desk.batch([{ command: 'send', as: 'lead', input: { to: [to], body, priority } }])[0].id
/** The most pressing mail loses its body file. */
function lose(to: string): string {
  lost = send(to, 'A long body. '.repeat(30_000), 'urgent')
  rmSync(join(desk.store, 'bodies'), { recursive: true })
  return lost
}
const said = () => `${lost} cannot be read: its body file is missing or damaged; \`watchpost doctor\``
const run = (words: string) => desk.run([...words.split(' '), '--as', 'critic'])

describe('a lost body holds up no other mail, and is named', () => {
  test.each(['next', 'next --take', 'wait --timeout 5s', 'wait --timeout 5s --take', 'next --json'])(
    '%s',
    (words) => {
      lose('critic')
      send('critic', 'Sound')
      const { code, out, err } = run(words)
      expect([code, out.includes('Sound')]).toEqual([0, true])
      expect(err).toContain(said())
    },
  )

  test('inject', () => {
    lose('critic')
    send('critic', 'Sound')
    const { code, out, err } = run('inject')
    expect([code, out.includes('Sound')]).toEqual([0, true])
    expect(err).toContain(said())
  })

  test('claim', () => {
    lose('queue:work')
    send('queue:work', 'Sound')
    const { code, out, err } = run('claim work')
    expect([code, out.includes('Sound')]).toEqual([0, true])
    expect(err).toContain(said())
  })

  test('run', () => {
    lose('critic')
    const sound = [send('critic', 'One'), send('critic', 'Two')]
    const { code, out } = desk.run(['run', 'critic', '--once', '--json', '--as', 'critic', '--', 'true'])
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer)
    expect(lines.map(({ message, outcome }) => [message, outcome])).toEqual([
      [sound[0], 'completed'],
      [sound[1], 'completed'],
      [lost, 'unreadable'],
    ])
    expect([code, lines[2].reason]).toEqual([8, expect.stringContaining(said())])
  })
})

describe('where nothing else is left', () => {
  test.each([
    ['next', 6],
    ['wait --timeout 1s', 124],
    ['wait --timeout 1s --take', 124],
  ] as const)('%s ends with %i and names it', (words, code) => {
    lose('critic')
    const done = run(words)
    expect(done.code).toBe(code)
    expect(done.err).toContain(said())
  })

  test('claim ends with 6 and names it', () => {
    lose('queue:work')
    const done = run('claim work')
    expect(done.code).toBe(6)
    expect(done.err).toContain(said())
  })

  test('wait goes on to what comes', async () => {
    lose('critic')
    const child = desk.start(['wait', '--timeout', '60s', '--as', 'critic'])
    let out = ''
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const closed = new Promise((resolve) => child.on('close', resolve))
    send('critic', 'Sound')
    expect(await closed).toBe(0)
    expect(out).toContain('Sound')
  })
})
