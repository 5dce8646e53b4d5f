import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../src/dev/digest.mjs'
import { openMailboxThread } from '../../../src/entry/mailbox-thread/mailbox-thread.ts'
import { programFile } from '../../support/batch.ts'
import { type Answer, type Desk, openDesk, type Ran } from '../../support/cli.ts'
import { callTool, connectMcp } from '../../support/mcp-client.ts'
import { movedClock } from '../../support/moved-clock.ts'
import { withPostgres } from '../../support/postgres.ts'
import { connected } from '../../support/postgres-server.ts'

const minute = 60_000
/** The exit code where there is nothing to claim. */
const nothing = 1
const agents = ['ana', 'ben', 'sam'] as const

type Machine = {
  run(...args: readonly string[]): Ran
  json(...args: readonly string[]): Answer
}

/** Programs on machines that are in front of one store, whose time is right. */
function machinesOf(desk: Desk, store: () => string) {
  return (by: number): Machine => {
    const run = (...args: readonly string[]) =>
      desk.run(['--store', store(), ...args], { env: movedClock(by) })
    return {
      run,
      json(...args) {
        const { code, out, err } = run(...args, '--json')
        if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
        return JSON.parse(out)
      },
    }
  }
}

const pairs = [
  ['the second is 11 minutes ahead', 0, 11 * minute],
  ['the first is 11 minutes behind', -11 * minute, 0],
] as const

/** What holds of two machines with different clocks. */
function machinesAgree(desk: () => Desk, store: () => string): void {
  const on = (by: number) => machinesOf(desk(), store)(by)
  const isNow = (time: string) => expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(2 * minute)

  describe.each(pairs)('%s', (name, one, other) => {
    const key = name.replaceAll(' ', '-')
    test('a job is given to one', () => {
      on(one).json('send', 'queue:jobs', '-s', `Job ${key}`, '--as', 'sam')
      const first = on(one).json('claim', 'jobs', '--as', 'ana')
      const claimed = () => on(other).run('claim', 'jobs', '--as', 'ben', '--json').code
      isNow(first.message.sentAt)
      expect(Date.parse(first.message.lease.until) - Date.now()).toBeGreaterThan(5 * minute)
      expect(claimed()).toBe(nothing)
      on(other).json('patrol', '--as', 'ben')
      expect(claimed()).toBe(nothing)
      on(one).json('complete', first.message.id, '--as', 'ana')
    })

    test('a path is reserved for one', () => {
      on(one).json('reserve', `src/${key}.ts`, '--for', '10m', '--as', 'ana')
      const second = on(other).run('reserve', `src/${key}.ts`, '--for', '10m', '--as', 'ben', '--json')
      expect(second.code).toBe(4)
    })

    test('mail for ten minutes lives for ten minutes', () => {
      const { id } = on(one).json('send', 'ben', '-s', `Short ${key}`, '--ttl', '10m', '--as', 'ana')
      on(other).json('patrol', '--as', 'sam')
      const { messages } = on(other).json('inbox', '--as', 'ben')
      expect(messages.map((message: Answer) => message.id)).toContain(id)
      on(other).json('ack', id, '--as', 'ben')
    })

    test('mail that is snoozed comes back once, when it was to', async () => {
      const { id } = on(one).json('send', 'ben', '-s', `Later ${key}`, '--as', 'ana')
      const until = Date.now() + 4_000
      on(other).json('snooze', id, '--until', '4s', '--as', 'ben')
      const events = () =>
        on(other)
          .json('history', id, '--as', 'ben')
          .events.filter((event: Answer) => event.what === 'woken')
      while (Date.now() < until + 1_000) await new Promise((next) => setTimeout(next, 200))
      for (const by of [one, one]) on(by).json('patrol', '--as', 'sam')
      const { messages } = on(other).json('inbox', '--as', 'ben')
      expect(messages.map((message: Answer) => message.id)).toContain(id)
      expect(events()).toHaveLength(1)
      on(other).json('ack', id, '--as', 'ben')
    })

    test('times are in the order of what happened, in messages and in receipts', () => {
      const sent = [one, other, one].map((by, at) =>
        on(by).json('send', 'ben', '-s', `Turn ${at} ${key}`, '--as', 'ana'),
      )
      const times = sent.map(({ id }) => on(one).json('read', id, '--as', 'ana').messages[0].sentAt)
      expect(times).toEqual([...times].sort())
      for (const time of times) isNow(time)
      const [{ id }] = sent
      on(other).json('read', id, '--as', 'ben')
      on(one).json('ack', id, '--as', 'ben')
      const text = JSON.stringify(on(other).json('receipts', id, '--as', 'ana'))
      const steps = [...text.matchAll(/"(\d{4}-[\d-]+T[\d:.]+Z)"/gu)].map(([, time = '']) => time)
      expect(steps.length).toBeGreaterThan(2)
      for (const time of steps) isNow(time)
      for (const { id: each } of sent.slice(1)) on(one).json('ack', each, '--as', 'ben')
    })
  })

  const sentence = /This machine's clock is (\S+) (ahead of|behind) the store's\./gu

  test.each([
    [11 * minute, 'ahead of'],
    [-11 * minute, 'behind'],
  ])('a machine whose clock is %i ms off is told once, and not in its answer', (by, way) => {
    const { code, out, err } = on(by).run('inbox', '--as', 'ana', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toHaveProperty('messages')
    expect([...err.matchAll(sentence)].map(([, , said]) => said)).toEqual([way])
    const lines = [1, 2, 3].map(() => JSON.stringify({ command: 'count', input: {}, as: 'ana' }))
    const batch = desk().run(['--store', store(), 'batch'], { env: movedClock(by), input: lines.join('\n') })
    expect(batch.out.match(/"ok":true/gu)).toHaveLength(3)
    expect(batch.err.match(sentence)).toHaveLength(1)
  })

  test('a machine whose clock is right, or nearly so, is told nothing', () => {
    for (const by of [0, 3_000, -3_000])
      expect(on(by).run('whoami', '--as', 'ana')).toMatchObject({ code: 0, err: '' })
  })

  test('ages on paper are by the store’s clock', () => {
    on(0).json('send', 'sam', '-s', 'Fresh', '--as', 'ana')
    expect(on(11 * minute).run('inbox', '--as', 'sam').out).toMatch(/Fresh.*\b\d+s\b/u)
  })

  test('a program whose clock is set while it runs goes on in the store’s time', async () => {
    const file = join(desk().folder, 'moved')
    writeFileSync(file, '0')
    const child = desk().start(['--store', store(), 'batch'], movedClock(file))
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
    const times: string[] = []
    for (const by of [0, 11 * minute, -11 * minute, 0]) {
      writeFileSync(file, String(by))
      const input = { to: ['sam'], subject: `Set to ${by}`, again: true }
      child.stdin?.write(`${JSON.stringify({ command: 'send', input, as: 'ana' })}\n`)
      const { value, ok } = JSON.parse((await lines.next()).value as string)
      expect(ok).toBe(true)
      times.push(on(0).json('read', value.id, '--as', 'ana').messages[0].sentAt)
    }
    child.stdin?.end()
    await once(child, 'close')
    expect(times).toEqual([...times].sort())
    for (const time of times) isNow(time)
  })
}

describe('through a door', () => {
  let desk: Desk
  beforeAll(() => {
    desk = openDesk(agents)
    desk.json('queue', 'create', 'jobs')
  })
  afterAll(() => desk.close())

  const still = 'env -u NODE_OPTIONS -u MOVED_CLOCK'
  machinesAgree(
    () => desk,
    () => `exec:${still} ${process.execPath} ${programFile} door '${desk.folder}'`,
  )
})

describe('at a door whose far end is 11 minutes ahead', () => {
  const ahead = 11 * minute
  let desk: Desk
  let store: string
  beforeAll(() => {
    desk = openDesk(agents)
    const set = Object.entries(movedClock(ahead)).map(([name, value]) => `${name}='${value}'`)
    store = `exec:env ${set.join(' ')} ${process.execPath} ${programFile} door '${desk.folder}'`
  })
  afterAll(() => desk.close())

  /** By how much a time is later than this machine's. */
  const later = (at: number | string) => (typeof at === 'string' ? Date.parse(at) : at) - Date.now()
  const expectFar = (at: number | string) =>
    expect(Math.abs(later(at) - ahead), String(at)).toBeLessThan(2 * minute)
  const sentAt = (id: string) => desk.json('read', id, '--as', 'ana').messages[0].sentAt as string

  test('a hook goes by the far end, and says nothing of clocks', () => {
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 'one', prompt: 'hello' }
    const { id } = desk.json('send', 'ben', '-s', 'For the hook', '--as', 'ana')
    const hook = ['--store', store, 'hook', '--as', 'ben']
    const { err, out } = desk.run(hook, { input: JSON.stringify(event), env: { WATCHPOST_AGENT: 'ben' } })
    expect([err, out]).toEqual(['', expect.stringContaining('For the hook')])
    const shown = JSON.stringify(desk.json('receipts', id, '--as', 'ana').receipts[0].shown)
    expectFar(/\d{4}-[\d-]+T[\d:.]+Z/u.exec(shown)?.[0] ?? '')
  })

  test('tools of agents go by it', async () => {
    const connection = await connectMcp(desk, {
      as: 'ana',
      args: ['--store', store],
      env: { HOME: desk.folder },
    })
    try {
      const { value } = await callTool(connection, 'send', { to: ['sam'], subject: 'By a tool' })
      expectFar(sentAt(value.id))
      expect(connection.errors().match(/clock is/gu)).toHaveLength(1)
    } finally {
      await connection.client.close()
    }
  })

  test('the screen goes by it, in both of its threads', async () => {
    const opening = { store, as: 'ana', allowNetworkFilesystem: false, readOnly: true }
    const thread = await openMailboxThread(opening, join(root, 'dist/mailbox-worker.js'))
    try {
      expectFar(thread.now())
      expect(thread.clockNote).toMatch(/clock is 1[01]m\S* behind the store's/u)
      const { id } = await thread.mailbox.send({ to: ['sam'], subject: 'From the screen' })
      expectFar(sentAt(id))
      expect(Math.abs(thread.now() - Date.parse(sentAt(id)))).toBeLessThan(minute)
    } finally {
      await thread.close()
    }
  })

  test('so do the programs of a link to it', async () => {
    const child = desk.start(['link', store])
    let said = ''
    try {
      await new Promise<void>((listening) =>
        child.stderr?.on('data', (text: Buffer) => {
          said += text.toString()
          if (said.includes('Listening')) listening()
        }),
      )
      expect(said.match(/clock is 1[01]m\S* behind the store's/gu)).toHaveLength(1)
      const { code, out, err } = desk.run([
        '--store',
        store,
        'send',
        'sam',
        '-s',
        'L',
        '--as',
        'ana',
        '--json',
      ])
      expect([code, err]).toEqual([0, expect.stringMatching(/clock is 1[01]m\S* behind/u)])
      expectFar(sentAt(JSON.parse(out).id))
    } finally {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
  })
})

await withPostgres((server) => {
  let desk: Desk
  let address: string
  beforeAll(async () => {
    desk = openDesk()
    address = await server.fresh()
    const on = machinesOf(desk, () => address)
    for (const agent of agents) on(0).json('agents', 'register', agent)
    on(0).json('queue', 'create', 'jobs')
  })
  afterAll(() => desk.close())

  machinesAgree(
    () => desk,
    () => address,
  )

  test.each([
    [11 * minute, 'advice'],
    [0, null],
  ])('doctor says how far the clock is off: %i ms', (by, severity) => {
    const on = machinesOf(desk, () => address)
    const { findings, sound } = on(by).json('doctor')
    const clocks = findings.filter(({ finding }: Answer) => finding === 'clock')
    expect(clocks.map((one: Answer) => one.severity)).toEqual(severity === null ? [] : [severity])
    expect(sound).toBe(true)
  })

  test('a store is made in the time of its server', async () => {
    const made = await server.bare()
    const on = machinesOf(desk, () => made)
    on(11 * minute).json('init')
    const client = await connected(made)
    const { rows } = await client.query(`SELECT value AS at FROM watchpost.facts WHERE name = 'created_at'
      UNION ALL SELECT registered_at::text FROM watchpost.agents`)
    await client.end()
    expect(rows).toHaveLength(2)
    for (const { at } of rows) expect(Math.abs(Number(at) - Date.now())).toBeLessThan(minute)
  })
})
