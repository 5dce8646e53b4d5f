import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitions } from '../../../src/faces/cli/schemas.ts'
import { type Answer, type Desk, openPrepared } from '../../support/cli.ts'
import { isAlive, processIn } from '../../support/processes.ts'
import { until } from '../../support/soon.ts'

let desk: Desk
const started: ChildProcess[] = []
const led = (fresh: Desk) =>
  fresh.run(['agents', 'update', 'critic', '--reports-to', 'lead'], { env: { WATCHPOST_IDENTITY: 'person' } })
beforeEach(() => {
  desk = openPrepared(['critic', 'lead'], led)
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  desk.close()
})

const send = (...subjects: readonly string[]): readonly string[] =>
  desk
    .batch(
      subjects.map((subject) => ({
        command: 'send',
        as: 'lead',
        input: { to: ['critic'], subject, body: `About ${subject}` },
      })),
    )
    .map(({ id }) => id)
const statusOf = (id: string): string =>
  desk.json('read', id, '--peek', '--as', 'critic').messages[0].status as string
const node = (script: string) => ['--', process.execPath, '-e', script]
/** What an agent's program wrote of itself. */
const agentProcess = () => processIn(join(desk.folder, 'pid'))
const validate = new Ajv({ strict: false }).compile(definitions()['ran'] ?? false)

function linesOf(out: string): readonly Answer[] {
  const lines = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer)
  for (const line of lines) expect(validate(line), JSON.stringify(validate.errors)).toBe(true)
  return lines
}
function drain(...args: readonly string[]) {
  const { code, out, err } = desk.run(['run', 'critic', '--once', '--json', '--as', 'lead', ...args])
  return { code, lines: code === 0 || code === 8 ? linesOf(out) : [], err }
}
function start(...args: readonly string[]) {
  const child = desk.start(['run', 'critic', '--json', '--as', 'lead', ...args])
  started.push(child)
  let out = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  const closed = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, closed, lines: () => linesOf(out.slice(0, out.lastIndexOf('\n') + 1)) }
}

test('one process a message, the message in its prompt, and what it needs in its variables', () => {
  const ids = send('First', 'Second')
  const script = `let text = ''; process.stdin.on('data', (c) => (text += c)).on('end', () =>
    require('fs').appendFileSync('seen', JSON.stringify({ text, e: process.env, argv: process.argv.slice(1) }) + '\\n'))`
  const { code, lines } = drain(...node(script), '-', '$(touch hacked)', '--json')
  expect(code).toBe(0)
  expect(lines.map(({ message, outcome, exit }) => [message, outcome, exit])).toEqual(
    ids.map((id) => [id, 'completed', 0]),
  )
  const seen = readFileSync(join(desk.folder, 'seen'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(seen).toHaveLength(2)
  expect(seen[0].text).toContain('Pending Messages')
  expect(seen[0].text).toContain('About First')
  expect(seen[0].text).not.toContain('About Second')
  expect(seen[0].argv).toEqual(['-', '$(touch hacked)', '--json'])
  expect(existsSync(join(desk.folder, 'hacked'))).toBe(false)
  expect(seen[1].e).toMatchObject({
    WATCHPOST_AGENT: 'critic',
    WATCHPOST_STORE: desk.store,
    WATCHPOST_MESSAGE: ids[1],
    WATCHPOST_THREAD: ids[1],
  })
  expect(ids.map(statusOf)).toEqual(['archived', 'archived'])
})

test.each<readonly [string, string, readonly string[], object]>([
  [
    'fails',
    `console.error('no such file'); process.exit(3)`,
    [],
    { outcome: 'failed', exit: 3, reason: 'exit code 3: no such file' },
  ],
  ['crashes', `process.kill(process.pid, 'SIGSEGV')`, [], { outcome: 'failed', signal: 'SIGSEGV' }],
  [
    'hangs',
    'setInterval(() => {}, 1000)',
    ['--timeout', '1s'],
    { outcome: 'failed', reason: 'timed out after 1s' },
  ],
  ['does not read', `process.stdin.destroy()`, [], { outcome: 'completed', exit: 0 }],
  [
    'prints without end',
    `process.stdout.write('x'.repeat(3e6), () => process.stderr.write('y'.repeat(3e6)))`,
    [],
    { outcome: 'completed' },
  ],
  [
    'leaves a process behind',
    `require('child_process').spawn('sleep', ['60'], { stdio: 'inherit' }).unref()`,
    [],
    { outcome: 'completed' },
  ],
])('a command that %s', (_, script, flags, expected) => {
  const [id = ''] = send('Do it')
  const { code, lines } = drain(...flags, ...node(script))
  expect(code).toBe('outcome' in expected && expected.outcome === 'failed' ? 8 : 0)
  expect(lines).toEqual([expect.objectContaining({ message: id, ...expected })])
  expect(statusOf(id)).toBe('outcome' in expected && expected.outcome === 'failed' ? 'failed' : 'archived')
})

test('a huge message that nobody reads is done all the same, and its sender sees why one failed', () => {
  const [id = ''] = desk
    .batch([
      { command: 'send', as: 'lead', input: { to: ['critic'], subject: 'Huge', body: 'x'.repeat(900_000) } },
    ])
    .map((value) => value.id as string)
  expect(
    drain(...node(`setTimeout(() => { console.error('gave up'); process.exit(1) }, 300)`)).lines,
  ).toHaveLength(1)
  expect(statusOf(id)).toBe('failed')
  const { events } = desk.json('history', id)
  expect(events.at(-1)).toMatchObject({ what: 'fail', detail: { reason: 'exit code 1: gave up' } })
})

test('--reply sends what it printed as the answer, in the thread, cut where it is too long', () => {
  const [id = ''] = send('Question')
  const { lines } = drain('--reply', ...node(`console.log('The answer. ' + 'z'.repeat(1.5e6))`))
  const { thread, from, body, kind } = desk.json('read', lines[0].reply, '--peek').messages[0]
  expect({ thread, from, kind }).toEqual({ thread: id, from: 'critic', kind: 'response' })
  expect(body).toMatch(/^The answer\. z+/u)
  expect(body).toContain('bytes of output were cut off here')
  expect(drain('--reply', ...node('0')).lines).toEqual([])
})

test.each([
  ['after it has read it', 10],
  // A pipe has no room for this: the program acts before its runner has handed it over.
  ['before it has read it', 300_000],
])('what the command does to its own message stays: %s', (_, size) => {
  const input = { to: ['critic'], subject: 'Mine', body: 'x'.repeat(size) }
  const id = desk.batch([{ command: 'send', as: 'lead', input }])[0]?.['id'] as string
  const script = `require('child_process').execFileSync(process.execPath,
    [${JSON.stringify(join(process.cwd(), 'dist/watchpost.js'))}, 'fail', process.env.WATCHPOST_MESSAGE, '--reason', 'mine'])
    process.stdin.resume().on('end', () => setTimeout(() => {}, 300))`
  expect(drain(...node(script)).lines).toEqual([expect.objectContaining({ outcome: 'failed', exit: 0 })])
  expect(statusOf(id)).toBe('failed')
})

test('from a backup, what it starts finds the same backup', () => {
  const [id = ''] = send('Do it')
  const copy = join(desk.folder, 'copy')
  desk.json('backup', copy)
  const script = `require('fs').writeFileSync('where', process.env.WATCHPOST_STORE)`
  expect(drain('--store', copy, ...node(script)).lines).toHaveLength(1)
  expect(readFileSync(join(desk.folder, 'where'), 'utf8')).toBe(copy)
  expect(statusOf(id)).toBe('unread')
})

test('a command that is not there stops it, and the message waits as before', () => {
  const [id = ''] = send('Wait')
  const { code, err } = drain('--', 'no-such-program-here')
  expect(code).toBe(2)
  expect(err).toContain('no-such-program-here')
  expect(statusOf(id)).toBe('unread')
  expect(desk.run(['next', '--as', 'critic']).code).toBe(0)
})

test('two runners on one agent do each message once, at most so many at one time', async () => {
  const subjects = Array.from({ length: 24 }, (_, at) => `S${at}`)
  const ids = send(...subjects)
  const script = `const fs = require('fs'); fs.appendFileSync('ran', process.env.WATCHPOST_MESSAGE + '\\n')`
  const runs = [0, 1].map(() => start('--once', '--concurrency', '3', ...node(script)))
  expect(await Promise.all(runs.map(({ closed }) => closed))).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ])
  const ran = readFileSync(join(desk.folder, 'ran'), 'utf8').trim().split('\n')
  expect(ran.toSorted()).toEqual([...ids].toSorted())
  const told = runs.flatMap(({ lines }) => lines().map(({ message }) => message as string))
  expect(told.toSorted()).toEqual([...ids].toSorted())
})

test('it waits for mail, and on SIGTERM ends its children and gives back what was not done', async () => {
  const run = start(...node(`process.env.WATCHPOST_KIND === 'request' ? setInterval(() => {}, 1000) : 0`))
  const [done = ''] = desk
    .batch([
      { command: 'send', as: 'lead', input: { to: ['critic'], subject: 'News', kind: 'notification' } },
    ])
    .map(({ id }) => id as string)
  await until(() => run.lines().some(({ message }) => message === done))
  const [hanging = ''] = send('Hangs')
  await until(() => statusOf(hanging) === 'processing')
  const [waiting = ''] = send('Waits its turn')
  run.child.kill('SIGTERM')
  expect(await run.closed).toEqual({ code: null, signal: 'SIGTERM' })
  expect(run.lines().at(-1)).toMatchObject({ message: hanging, outcome: 'released' })
  expect([statusOf(done), statusOf(hanging), statusOf(waiting)]).toEqual(['archived', 'unread', 'unread'])
})

test('a runner that is killed at work takes its program along, and leaves the message to the next, once', async () => {
  const run = start(
    '--concurrency',
    '2',
    ...node(
      `process.env.WATCHPOST_KIND === 'request' ? (require('fs').writeFileSync('pid', String(process.pid)), setInterval(() => {}, 1000)) : 0`,
    ),
  )
  desk.batch([
    { command: 'send', as: 'lead', input: { to: ['critic'], subject: 'News', kind: 'notification' } },
  ])
  // One that ended by itself is no longer anybody's to end.
  await until(() => run.lines().length === 1)
  const [id = ''] = send('Heavy')
  await until(() => agentProcess() !== null && statusOf(id) === 'processing')
  run.child.kill('SIGKILL')
  await run.closed
  await until(() => !isAlive(agentProcess() ?? 0))
  expect(statusOf(id)).toBe('processing')
  expect(drain(...node('0')).lines).toEqual([expect.objectContaining({ message: id, outcome: 'completed' })])
  const done = desk.json('history', id, '--as', 'critic').events as readonly Answer[]
  expect(done.filter(({ what }) => what === 'complete')).toHaveLength(1)
})

test('killed between taking a message and settling it, the message is offered again', async () => {
  const [id = ''] = send('Fragile')
  // So much that nobody has read it yet when the runner dies.
  desk.batch([
    {
      command: 'send',
      as: 'lead',
      input: { to: ['critic'], subject: 'Big', body: 'x'.repeat(900_000), priority: 'urgent' },
    },
  ])
  const run = start(
    ...node(`require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`),
  )
  const held = () =>
    look((database) =>
      database.prepare('SELECT count(*) AS n FROM deliveries WHERE held_by IS NOT NULL AND box = 0').get(),
    ) as { n: number }
  await until(() => agentProcess() !== null && held().n === 1)
  run.child.kill('SIGKILL')
  await run.closed
  await until(() => !isAlive(agentProcess() ?? 0))
  lapse()
  expect(drain(...node('0')).lines.map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
  expect(statusOf(id)).toBe('archived')
})

function look<T>(see: (database: Database.Database) => T): T {
  const database = new Database(join(desk.store, 'mail.db'))
  try {
    return see(database)
  } finally {
    database.close()
  }
}
/** As if minutes had passed. */
function lapse(): void {
  look((database) => database.exec('UPDATE deliveries SET held_until = 1 WHERE held_until IS NOT NULL'))
}

test.each([
  [['run', 'critic'], 2],
  [['run', 'critc', '--', 'true'], 3],
  [['run', 'critic', '--concurrency', '0', '--', 'true'], 2],
])('%j is refused', (args, code) => {
  expect(desk.run(args).code).toBe(code)
})

test.each([
  [0, 'process.exit(0)'],
  [8, 'process.exit(3)'],
  [8, "process.exit(process.env.WATCHPOST_PRIORITY === 'high' ? 0 : 1)"],
])('--once ends with %i after %s', (code, script) => {
  send('First')
  desk.json('send', 'critic', '-p', 'high', '-b', 'x', '--as', 'lead')
  expect(drain(...node(script)).code).toBe(code)
})

test.each([
  ['two that answer everything', ['critic', 'lead']],
  ['three in a ring', ['critic', 'lead', 'third']],
])('programs answer one another once: %s', async (_, agents) => {
  desk.run(['agents', 'register', 'third'])
  const runs = agents.map((agent) => {
    const child = desk.start(['run', agent, '--reply', '--json', ...node(`console.log('thanks')`)])
    started.push(child)
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
    return () => linesOf(out.slice(0, out.lastIndexOf('\n') + 1))
  })
  const ring = agents.map((agent, at) => [agent, agents[(at + 1) % agents.length] ?? ''] as const)
  for (const [from, to] of ring) desk.json('send', to, '-s', `from ${from}`, '-b', 'hi', '--as', from)
  // Each worked on the question that it got, and on the answer to its own.
  await until(() => runs.every((lines) => lines().length === 2))
  expect(runs.flatMap((lines) => lines().map(({ reply }) => reply !== null)).toSorted()).toEqual(
    agents.flatMap(() => [false, true]).toSorted(),
  )
  const all = desk.json('inbox', '--everyone', '--all').messages
  expect(all).toHaveLength(2 * agents.length)
  const answers = all.filter(({ kind }: Answer) => kind === 'response')
  expect(answers.map(({ automatic }: Answer) => automatic)).toEqual(agents.map(() => true))
  expect(desk.run(['read', answers[0].id, '--peek']).out).toContain('a program wrote it automatically')
})

test('--reply says nothing to what a program or the system wrote by itself', () => {
  const kinds = ['response', 'notification'].flatMap((kind) =>
    desk.batch([{ command: 'send', as: 'lead', input: { to: ['critic'], subject: kind, body: kind, kind } }]),
  )
  const [asked] = send('A question')
  const { lines } = drain('--reply', ...node(`console.log('thanks')`))
  expect(lines).toHaveLength(3)
  expect(lines.filter(({ reply }) => reply !== null).map(({ message }) => message)).toEqual([asked])
  expect(kinds.map(({ id }) => statusOf(id))).toEqual(['archived', 'archived'])
})

test.each<readonly [string, readonly string[]]>([
  ['names the agent before it', ['critic', '--once']],
  ['leaves the agent to --as', ['--once', '--as', 'critic']],
  ['has flags of the program behind it', ['critic', '--once', '--as', 'lead']],
])('what follows -- is the program, where the line %s', (_which, args) => {
  const [id = ''] = send('One')
  const said = join(desk.folder, 'said')
  const script = 'require("node:fs").writeFileSync(process.argv[1], process.argv.slice(2).join(" "))'
  const { code } = desk.run([
    'run',
    ...args,
    '--',
    process.execPath,
    '-e',
    script,
    '--',
    said,
    '--once',
    'critic',
  ])
  expect([code, readFileSync(said, 'utf8'), statusOf(id)]).toEqual([0, '--once critic', 'archived'])
})

test('a person says whose mail a program is for', () => {
  const { code, err } = desk.run(['run', '--', 'true'], { env: { WATCHPOST_IDENTITY: 'person' } })
  expect([code, err]).toEqual([2, expect.stringContaining('The agent is missing')])
})
