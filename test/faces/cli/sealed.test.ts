import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Answer, copyOf, type Desk, openDesk, personAt } from '../../support/cli.ts'
import { callTool, connectMcp } from '../../support/mcp-client.ts'
import { filesWith } from '../../support/plain-text.ts'

const secret = 'The launch code is tangerine'
const detail = 'marmalade-payload-77'
const quote = 'blackcurrant'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['critic', 'scout', 'builder'])
})
afterEach(() => desk.close())

const keysOf = (holder: string) => join(desk.folder, '.local/state/watchpost/keys', holder)
const payload = `{"detail":"${detail}"}`
const letter = ['-s', 'Launch', '-b', secret, '--payload', payload, '--seal', '--as', 'scout'] as const
const sendSealed = (to = 'critic') => desk.json('send', to, ...letter).id as string
const readBy = (who: string, id: string): Answer => desk.json('read', id, '--peek', '--as', who).messages[0]

test('no file of the store, its backups and its exports has the text, whatever is done with it', () => {
  const person = personAt(desk)
  const id = sendSealed()
  const draft = (...words: readonly string[]) => desk.json('draft', 'save', ...words)
  draft('send', 'critic', '-s', 'Later', '-b', secret, '--seal', '--send-in', '2h', '--as', 'scout')
  draft('reply', id, '-b', quote, '--as', 'critic')
  const kept = draft('forward', id, 'builder', '-b', quote, '--as', 'critic')
  desk.json('draft', 'send', kept.id, '--as', 'critic')
  desk.json('reply', id, '-b', quote, '--as', 'critic')
  desk.json('handoff', 'builder', '--reply-to', id, '--done', quote, '--file', quote, '--as', 'critic')
  desk.json('next', '--take', '--as', 'critic')
  desk.json('complete', id, '--as', 'critic')
  desk.json('undo', '--as', 'critic')
  desk.json('search', 'tangerine', '--as', person)
  desk.json('patrol')
  desk.batch(
    Array.from({ length: 20 }, (_, at) => ({
      command: 'send',
      input: { to: ['builder'], subject: `filler ${at}` },
      as: 'scout',
    })),
  )
  // Indexes what was sent.
  desk.json('patrol')
  expect(desk.run(['backup', join(desk.folder, 'copy')]).code).toBe(0)
  for (const format of ['haak', 'adr003', 'cccc', 'gastown', 'mail']) {
    const { code } = desk.run(['export', join(desk.folder, 'out', format), '--format', format])
    expect([format, code === 0 || code === 8]).toEqual([format, true])
  }
  expect(existsSync(join(desk.folder, 'copy'))).toBe(true)
  expect(readdirSync(join(desk.folder, 'out'))).toHaveLength(5)
  expect(filesWith(desk.folder, 'filler 7')).not.toEqual([])
  for (const text of [secret, detail, quote, 'tangerine', 'marmalade'])
    expect([text, filesWith(desk.folder, text)]).toEqual([text, []])
  expect(readBy('critic', id)).toMatchObject({ body: secret, payload: { detail } })
  // The backup is opened with the same keys.
  const [message] = desk.json(
    '--store',
    join(desk.folder, 'copy'),
    'read',
    id,
    '--peek',
    '--as',
    'critic',
  ).messages
  expect(message).toMatchObject({ body: secret, sealed: true })
})

describe('carries it sealed, there and back', () => {
  let both: Desk
  const there = (...args: readonly string[]) => {
    const other = join(desk.folder, 'other')
    return desk.run(['--store', other, ...args], { cwd: other })
  }
  beforeAll(() => {
    desk = openDesk(['critic', 'scout', 'builder'])
    sendSealed()
    mkdirSync(join(desk.folder, 'other'))
    expect(there('init').code).toBe(0)
    for (const agent of ['critic', 'scout']) there('agents', 'register', agent)
    both = desk
  })
  afterAll(() => both.close())

  test.each(['haak', 'adr003', 'cccc', 'gastown', 'mail'])('%s', (format) => {
    desk.close()
    desk = copyOf(both)
    const folder = join(desk.folder, 'out')
    desk.run(['export', folder, '--format', format])
    expect(there('import', folder, '--format', format).code).toBe(0)
    expect(filesWith(join(desk.folder, 'other'), secret)).toEqual([])
    const found = JSON.parse(there('inbox', 'critic', '--all', '--body', '--as', 'critic', '--json').out)
    expect(found.messages).toMatchObject([{ body: secret, sealed: true, preview: '[sealed]' }])
    const { id } = found.messages[0]
    const read = JSON.parse(there('read', id, '--peek', '--as', 'critic', '--json').out)
    // It is in the sealed text, so also formats without a place for it carry it.
    expect(read.messages).toMatchObject([{ payload: { detail } }])
  })
})

describe('who has the key reads it', () => {
  test('in the text of commands, for people and for agents', () => {
    const id = sendSealed()
    const { out } = desk.run(['read', id, '--peek'])
    expect(out).toContain('yes, and opened with your key')
    expect(out).toContain(secret)
    const agents = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' }
    const fenced = desk.run(['read', id, '--peek', '--as', 'critic'], { env: agents }).out
    expect(fenced).toContain('sealed')
    expect(fenced).toContain(secret)
    const list = desk.run(['inbox', '--as', 'critic']).out
    expect(list).toContain('[sealed] Launch')
    expect(list).not.toContain('tangerine')
    expect(desk.run(['read', id, '--as', 'builder']).out).toContain('builder has no key for it')
  })

  test('in a hook', () => {
    sendSealed()
    const event = '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"go"}'
    const { code, out } = desk.run(['hook', '--as', 'critic'], { input: event })
    expect([code, out]).toEqual([0, expect.stringContaining(secret)])
    expect(out).toContain(detail)
  })

  test('over MCP, and answers sealed', async () => {
    const id = sendSealed()
    const connection = await connectMcp(desk)
    try {
      const { value } = await callTool(connection, 'read', { messages: [id] })
      expect(value.messages).toMatchObject([{ body: secret, sealed: true }])
      const sent = await callTool(connection, 'reply', { message: id, body: quote })
      const own = await callTool(connection, 'send', { to: ['scout'], subject: 'S', body: quote, seal: true })
      for (const { value } of [sent, own])
        expect(readBy('scout', value.id)).toMatchObject({ body: quote, sealed: true })
    } finally {
      await connection.client.close()
    }
    expect(filesWith(desk.store, quote)).toEqual([])
  })

  test('by a program, whose output is sealed, and what it complains of is not kept', () => {
    const id = sendSealed()
    const command = (script: string) => [
      'run',
      'critic',
      '--once',
      '--reply',
      '--',
      process.execPath,
      '-e',
      script,
    ]
    const echo = "process.stdin.on('data', (text) => process.stdout.write('got ' + text))"
    expect(desk.run(command(echo)).code).toBe(0)
    const [answer] = desk.json('inbox', 'scout', '--body', '--as', 'scout').messages
    expect(answer).toMatchObject({ sealed: true, body: expect.stringContaining(secret) })
    sendSealed()
    const complain = "process.stdin.on('data', (text) => console.error(String(text))); process.exitCode = 3"
    expect(desk.run(command(complain)).code).toBe(8)
    expect(filesWith(desk.store, 'tangerine')).toEqual([])
    expect(desk.json('history', id).events).not.toEqual([])
  })

  test('behind a door, with the keys of the near machine', () => {
    const near = join(desk.folder, 'near')
    mkdirSync(near)
    const door = `exec:${process.execPath} ${programFile} door '${desk.folder}'`
    const ask = (...args: readonly string[]) =>
      desk.run(['--store', door, ...args], { cwd: near, env: { HOME: near } })
    const person = personAt(desk)
    const early = ask('send', 'critic', '-b', secret, '--seal', '--as', 'scout')
    expect([early.code, early.err]).toEqual([7, expect.stringContaining('critic')])
    expect(early.err).toContain('have no key yet')
    expect(ask('keys', 'make', '--as', 'critic').code).toBe(0)
    expect(desk.run(['keys', 'make', '--as', person]).code).toBe(0)
    // There and back: critic lives there, scout here.
    const id = sendSealed()
    expect(ask('read', id, '--peek', '--as', 'critic').out).toContain(secret)
    expect(readBy('critic', id).locked).toContain('critic')
    expect(readBy(person, id)).toMatchObject({ body: secret })
    const sent = ask('send', 'scout', '-b', quote, '--seal', '--as', 'critic', '--json')
    expect(sent.code).toBe(0)
    expect(readBy('scout', JSON.parse(sent.out).id)).toMatchObject({ body: quote })
    for (const text of [secret, quote]) expect(filesWith(desk.folder, text)).toEqual([])
  })
})

describe('a lost key', () => {
  test('is told to readers, senders and those who look at the list', () => {
    const id = sendSealed()
    renameSync(keysOf('critic'), join(desk.folder, 'aside'))
    expect(readBy('critic', id).locked).toContain('critic has no key on this machine')
    expect(desk.run(['keys', 'list']).err).toContain('A key of critic is missing on this machine')
    expect(desk.run(['send', 'critic', ...letter]).err).toContain('The key of critic is missing')
    expect(readBy(personAt(desk), id)).toMatchObject({ body: secret })
    renameSync(join(desk.folder, 'aside'), keysOf('critic'))
    expect(readBy('critic', id)).toMatchObject({ body: secret })
  })

  test('fails the work of a program, and says so to who asked for it', () => {
    const id = sendSealed()
    rmSync(keysOf('critic'), { recursive: true })
    const { code, out } = desk.run(['run', 'critic', '--once', '--json', '--', process.execPath, '-e', '0'])
    expect(code).toBe(8)
    expect(JSON.parse(out)).toMatchObject({ message: id, outcome: 'failed' })
    const [notice] = desk.json('inbox', 'scout', '--body', '--as', 'scout').messages
    expect(notice.body).toContain('It is sealed and cannot be opened')
  })
})

test('a rotation keeps older mail readable', () => {
  const old = sendSealed()
  const { keys } = desk.json('keys', 'rotate', '--as', 'critic')
  expect(keys.map(({ listed }: Answer) => listed)).toEqual([true, false])
  for (const id of [old, sendSealed()]) expect(readBy('critic', id)).toMatchObject({ body: secret })
  expect(desk.run(['keys', 'list', 'critic']).out).toMatch(/critic +here .*\n *critic +old /u)
})

test.each([
  ['inject', ['inject']],
  ['read', ['read', 'ID']],
  ['next', ['next']],
  ['next --take', ['next', '--take']],
  ['wait --take', ['wait', '--take', '--timeout', '0s']],
] as const)(
  '%s leaves mail unread that it cannot open, and offers it once the key is back',
  (_name, words) => {
    const unread = () => desk.json('inbox', '--unread', '--as', 'critic').messages.length
    desk.run(['keys', 'make', '--as', 'critic'])
    const id = sendSealed()
    const away = join(desk.folder, 'away')
    renameSync(keysOf('critic'), away)
    const run = () => desk.run([...words.map((word) => (word === 'ID' ? id : word)), '--as', 'critic'])
    const { out, err } = run()
    expect(`${out}${err}`).not.toContain(secret)
    expect(unread()).toBe(1)
    renameSync(away, keysOf('critic'))
    expect(run().out).toContain(secret)
    expect(unread()).toBe(0)
  },
)
