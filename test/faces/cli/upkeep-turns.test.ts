import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn as openTerminal } from '@lydell/node-pty'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newTurn, readTurn, type UpkeepTurn } from '../../../src/domain/upkeep-turn.ts'
import { roundActs } from '../../../src/services/upkeep/round-acts.ts'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { inProcess } from '../../support/in-process.ts'
import { withoutCaps } from '../../support/no-caps.ts'
import { until } from '../../support/soon.ts'

const longAgo = 0
const waiting = 15
let desk: Desk
let children: ChildProcess[]
beforeEach(() => {
  desk = openDesk(['a', 'b'])
  withoutCaps(desk.store)
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  desk.close()
})

const openDatabase = () => new Database(join(desk.store, 'mail.db'), { timeout: 10_000 })
/** While something is waited for: opening the store for each look would be most of the work. */
let looking: Database.Database | null = null

function sql<T>(work: (database: Database.Database) => T): T {
  if (looking !== null) return work(looking)
  const database = openDatabase()
  try {
    return work(database)
  } finally {
    database.close()
  }
}
async function comes(look: () => boolean): Promise<void> {
  looking = openDatabase()
  try {
    await until(look)
  } finally {
    looking.close()
    looking = null
  }
}
const turn = () =>
  readTurn(
    sql(
      (database) =>
        database.prepare("SELECT value FROM facts WHERE name = 'upkeep'").pluck().get() as string | null,
    ) ?? null,
  )
const setTurn = (more: Partial<UpkeepTurn>) => {
  const value = JSON.stringify({ ...newTurn(longAgo), ...more })
  const text =
    "INSERT INTO facts(name, value) VALUES('upkeep', ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"
  sql((database) => database.prepare(text).run(value))
}
const due = () => setTurn({})
/** Mail of `b` whose snooze has ended, which only upkeep puts back. */
async function snoozed(count: number): Promise<void> {
  await inProcess(desk.store, async (as) => {
    const [a, b] = [await as('a'), await as('b')]
    const messages: string[] = []
    for (let at = 0; at < count; at += 1)
      messages.push((await a.send({ to: ['b'], subject: `Later ${at}`, kind: 'notification' })).id)
    await b.snooze({ messages, until: '1h' })
  })
  sql((database) => database.exec('UPDATE deliveries SET snoozed_until = 1 WHERE snoozed_until IS NOT NULL'))
}
const woken = () =>
  sql((database) =>
    database
      .prepare("SELECT count(*), count(DISTINCT message_id) FROM events WHERE what = 'woken'")
      .raw()
      .get(),
  ) as readonly [number, number]
const send = () => desk.run(['send', 'a', '-s', 'S', '--again', '--as', 'b'])
/**
 * Commands, each a while after the one before it, as the clock in the store has it: the lease of one that could not give its turn
 * back, because the store was busy, has ended.
 */
function sendUntil(done: () => boolean, most = 40): void {
  for (let count = 0; !done() && count < most; count += 1) {
    expect(send()).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\S+ sent to a\n$/u) })
    const known = turn()
    if (known !== null) setTurn({ ...known, sliced: 0, holder: null, until: 0 })
  }
}
function start(...words: readonly string[]): ChildProcess {
  const child = desk.start(words)
  children.push(child)
  return child
}

describe('a command that writes', () => {
  test('begins the count with the first one, and does nothing for five minutes', async () => {
    expect(turn()).not.toBeNull()
    await snoozed(waiting)
    const before = turn()
    send()
    expect([turn(), woken()[0]]).toEqual([before, 0])
  })

  test('does a slice after its answer once a round is due, until the round is done', async () => {
    await snoozed(waiting)
    due()
    sendUntil(() => (turn()?.finished ?? 0) > longAgo)
    expect(woken()).toEqual([waiting, waiting])
    expect(turn()).toMatchObject({ holder: null, at: 0, full: longAgo })
    const { events } = desk.json('history', desk.json('inbox', 'b').messages[0].id)
    expect(events.find(({ what }: { what: string }) => what === 'woken')).toMatchObject({
      from: 'system',
      actor: 'system',
    })
  })

  test('goes on where the one before it stopped', async () => {
    await snoozed(waiting)
    setTurn({ at: roundActs.findIndex(({ name }) => name === 'snoozes') + 1 })
    sendUntil(() => (turn()?.finished ?? 0) > longAgo)
    expect(woken()[0]).toBe(0)
  })

  test('takes no turn from a process that has it, until its lease ends', async () => {
    await snoozed(waiting)
    setTurn({ holder: 'another', until: Date.now() + 30_000 })
    const before = turn()
    send()
    expect([turn(), woken()[0]]).toEqual([before, 0])
    setTurn({ holder: 'dead', until: Date.now() - 1 })
    sendUntil(() => (turn()?.finished ?? 0) > longAgo)
    expect(woken()).toEqual([waiting, waiting])
  })

  test('is not held up by a clock that was ahead', async () => {
    await snoozed(1)
    setTurn({ holder: 'dead', until: Date.now() + 10 * 86_400_000, finished: Date.now() + 86_400_000 })
    sendUntil(() => woken()[0] === 1)
  })

  test('leaves the round alone where every write is synced', async () => {
    await snoozed(1)
    due()
    writeFileSync(join(desk.store, 'config.yaml'), 'durability: full\n')
    const before = turn()
    expect(send().code).toBe(0)
    expect([turn(), woken()[0]]).toEqual([before, 0])
  })

  test('fills nobody’s undo', async () => {
    await snoozed(1)
    due()
    sendUntil(() => woken()[0] === 1)
    const others =
      "SELECT count(*) FROM deeds d JOIN agents a ON a.id = d.actor_id WHERE d.command = 'upkeep' AND a.address <> 'system'"
    expect(sql((database) => database.prepare(others).pluck().get())).toBe(0)
  })
})

test('a command that only reads never does it', async () => {
  await snoozed(1)
  due()
  const before = turn()
  for (const words of [
    ['inbox', 'b'],
    ['count', 'b'],
    ['agents'],
    ['search', 'Later'],
    ['history', '--since', '1h'],
  ])
    desk.run(words)
  expect([turn(), woken()[0]]).toEqual([before, 0])
})

test('a storm of commands does each thing once', async () => {
  await snoozed(waiting)
  due()
  const done = Array.from(
    { length: 12 },
    () =>
      new Promise<number | null>((resolve) => {
        const child = start('send', 'a', '-s', 'S', '--again', '--as', 'b')
        child.stdout?.resume()
        child.on('close', resolve)
      }),
  )
  expect(new Set(await Promise.all(done))).toEqual(new Set([0]))
  sendUntil(() => (turn()?.finished ?? 0) > longAgo)
  expect(woken()).toEqual([waiting, waiting])
})

test('a command that is killed after its answer loses nothing, and the next ones finish the round', async () => {
  await snoozed(waiting)
  due()
  for (let round = 0; round < 12; round += 1) {
    const known = turn()
    if (known !== null) setTurn({ ...known, holder: null, until: 0, sliced: 0 })
    await new Promise<void>((resolve) => {
      const child = start('send', 'a', '-s', `Killed ${round}`, '--as', 'b')
      child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), round % 6))
      child.on('close', () => resolve())
    })
  }
  const known = turn()
  if (known !== null) setTurn({ ...known, holder: null, until: 0, sliced: 0 })
  sendUntil(() => (turn()?.finished ?? 0) > longAgo)
  expect(woken()).toEqual([waiting, waiting])
  expect(
    desk
      .json('inbox', 'a', '--limit', '500')
      .messages.filter(({ subject }: { subject: string }) => subject.startsWith('Killed')),
  ).toHaveLength(12)
  expect(desk.run(['doctor']).code).toBe(0)
})

describe('a process that stays', () => {
  test.each([
    ['watch', ['watch', '--as', 'a']],
    ['wait', ['wait', '--new', '--as', 'a']],
    ['run', ['run', 'a', '--', 'true']],
    ['mcp', ['mcp', '--as', 'a']],
  ])('%s does whole rounds', async (name, words) => {
    await snoozed(waiting)
    due()
    const child = start(...words)
    if (name === 'mcp') call(child)
    await comes(() => (turn()?.full ?? 0) > longAgo)
    expect([turn()?.holder, woken()]).toEqual([null, [waiting, waiting]])
  })

  test('two at once take turns: each thing is done once, each notice sent once', async () => {
    await snoozed(200)
    due()
    start('watch', '--as', 'a')
    start('watch', '--as', 'b')
    await comes(() => (turn()?.full ?? 0) > longAgo)
    expect(woken()).toEqual([200, 200])
  })

  test('one that is killed in the middle keeps its turn only until its lease ends', async () => {
    await snoozed(400)
    due()
    const first = start('watch', '--as', 'a')
    await comes(() => woken()[0] > 0)
    first.kill('SIGKILL')
    await new Promise((gone) => first.once('close', gone))
    const { holder } = turn() ?? newTurn(0)
    expect(holder).not.toBeNull()
    // The lease is a minute; here it is cut to some seconds.
    const until = Date.now() + 5_000
    setTurn({ ...(turn() ?? newTurn(0)), until })
    start('watch', '--as', 'b')
    await comes(() => turn()?.holder !== holder)
    expect(Date.now()).toBeGreaterThanOrEqual(until)
    await comes(() => (turn()?.full ?? 0) > longAgo)
    expect(woken()).toEqual([400, 400])
  })
})

test.each([
  ['a screen does whole rounds', [], true],
  ['a read-only screen does none', ['--read-only'], false],
])('%s', async (_, flags, does) => {
  await snoozed(waiting)
  due()
  const before = turn()
  const env = { ...quietEnvironment(), HOME: desk.folder, TERM: 'xterm-256color' }
  const screen = openTerminal(process.execPath, [programFile, ...flags], {
    cwd: desk.folder,
    env,
    cols: 100,
    rows: 30,
  })
  let drawn = ''
  screen.onData((text) => (drawn += text))
  try {
    await until(() => drawn.length > 500)
    if (does) await comes(() => (turn()?.full ?? 0) > longAgo)
    else await new Promise((next) => setTimeout(next, 5_000))
    expect(does ? woken() : [turn(), woken()[0]]).toEqual(does ? [waiting, waiting] : [before, 0])
  } finally {
    screen.kill('SIGKILL')
  }
})

test('a patrol counts as a round', () => {
  due()
  desk.run(['patrol', '--dry-run'])
  expect(turn()?.full).toBe(longAgo)
  desk.run(['patrol'])
  expect(turn()?.full).toBeGreaterThan(longAgo)
})

function call(child: ChildProcess): void {
  const say = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '1' }
  say({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  })
  say({ method: 'notifications/initialized' })
  say({ id: 2, method: 'tools/call', params: { name: 'inbox', arguments: {} } })
  child.stdout?.resume()
}
