import { spawnSync } from 'node:child_process'
import { existsSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let id = ''
beforeAll(() => {
  desk = openDesk(['critic', 'architect'])
  id = desk.json('send', 'critic', '-s', 'Hello', '-b', 'There', '--as', 'architect').id
})
afterAll(() => desk.close())

/** What a person gets wrong, and what the first line says of it: in the words of the command line. */
const rows: readonly (readonly [readonly string[], number, string])[] = [
  [['inject', '--min-priority', '3'], 2, '--min-priority must be one of urgent, high, normal, low, not "3".'],
  [['wait', '--timeout', '0'], 2, '--timeout must be a duration such as 90s, 15m, 4h or 7d, not "0".'],
  [['inbox', '--limit', 'abc'], 2, '--limit must be a whole number, not "abc".'],
  [
    ['send', 'critic', '-p', '3', '--kind', 'ask'],
    2,
    '--kind must be one of request, response, notification, handoff, escalation, broadcast, interrupt, complete, claim, counter, evidence, agree, concede, query, directive, not "ask"; --priority must be one of urgent, high, normal, low, not "3".',
  ],
  [
    ['setup', 'vim'],
    2,
    'TOOL must be one of claude, codex, gemini, qwen, opencode, copilot, cursor, kimi, pi, tmux, git, not "vim".',
  ],
  [['read'], 2, 'ID is missing: The messages to read.'],
  [['export', 'x'], 2, '--format is missing: The format.'],
  [['send', 'critic', '-s', 'one', '--subject', 'two'], 2, '--subject can be given only once.'],
  [['inbox', '--limit', '5', '--limit', '6'], 0, ''],
  [['send', 'critic', '--field', 'a=b'], 2, '--field needs --template; nothing was sent.'],
  [['send', 'critic', '-b', 'x', '--key', ''], 2, '--key is empty.'],
  [
    ['send', 'critic', '--expires', '2027-02-30T09:00'],
    2,
    '--expires must be a time on a day that exists, such as 2h, 17:30, "tomorrow 9am", monday or 2027-01-31T09:00, not "2027-02-30T09:00".',
  ],
  [['send', 'nux@other', '-b', 'x'], 3, 'No swarm is registered as other; nothing was sent.'],
  [['resolve', 'critic', 'critc'], 8, 'There is no agent critc.'],
  [['read', ''], 2, 'The message id is empty.'],
  [['--store', '/dev/null/x', 'inbox'], 2, '/dev/null/x cannot be a folder: its path goes through a file.'],
  [
    ['archive', 'Q8Y7X', 'hq-9'],
    3,
    'Mistyped id: Q8Y7X (its check character does not match). There is no message hq-9.',
  ],
  [['read', 'hq-8', 'hq-9'], 3, 'There is no message hq-8. There is no message hq-9.'],
  [['serve', '--port', '99999'], 2, 'The store has no swarm to serve.'],
  [['export', '-', '--format', 'haak'], 2, '- (standard input or output) is not a folder.'],
  [['backup', '-'], 2, '- (standard output) is not a file.'],
  [['debate', 'log', '--out', '-'], 2, '- (standard output) is not a file.'],
]

test.each(rows)('%j ends with %i and says so', (args, code, said) => {
  const done = desk.run([...args, '--as', 'critic'])
  expect([done.code, done.err.split('\n')[0]]).toEqual([
    code,
    said === '' ? expect.any(String) : `watchpost: ${said}`,
  ])
})

test.each([
  [
    ['resolve', 'critic', 'critc'],
    'Did you mean critic? To keep mail for a recipient who is not registered yet, add --hold.',
  ],
  [['send', 'nux@other', '-b', 'x'], 'Register it with `watchpost swarm register other URL`.'],
  [['inject', '--limit', 'x'], 'See `watchpost inject --help`.'],
  [['queue', 'list', '--limt', '3'], 'See `watchpost queue list --help`.'],
  [['--nope'], 'See `watchpost --help`.'],
])('%j says what to do', (args, hint) => {
  expect(desk.run(args).err.split('\n')[1]).toBe(`  ${hint}`)
})

test('what is no text is sent as far as it is, and the sender is told', () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62])
  const { code, out, err } = desk.run(['send', 'architect', '-b', '-', '--as', 'critic', '--json'], {
    input: bytes,
  })
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^Standard input contains bytes that are not UTF-8; .*\n$/u),
  ])
  const sent = JSON.parse(out).id
  expect(desk.json('read', sent, '--as', 'architect').messages[0].body).toBe('a\uFFFDb')
  expect(desk.run(['send', 'architect', '-b', '-', '--as', 'critic'], { input: 'naïve ✓' }).err).toBe('')
})

test('a batch names inputs as it takes them', () => {
  const line = JSON.stringify({ command: 'inject', input: { minPriority: '3' } })
  const { out } = desk.run(['batch'], { input: `${line}\n` })
  expect(JSON.parse(out).error.message).toBe(
    'minPriority must be one of urgent, high, normal, low, not "3".'.replace(/^m/u, 'M'),
  )
})

test('a message that is named twice is printed once, and is read', () => {
  const done = desk.run(['read', id, id, '--as', 'critic', '--json'])
  expect(JSON.parse(done.out).messages).toMatchObject([{ id, status: 'read' }])
  expect([done.code, done.err]).toEqual([0, ''])
})

test('the log tells times as everything does', () => {
  desk.json('snooze', id, '--until', '2h', '--as', 'critic')
  const snoozed = desk.json('history', id).events.at(-1)
  expect(snoozed).toMatchObject({ what: 'snooze', detail: { until: expect.stringMatching(/^\d{4}-.*Z$/u) } })
})

describe('one endless subject', () => {
  test('does not make every line as long, also off a terminal', () => {
    desk.json('send', 'architect', '-s', 'long '.repeat(800), '--as', 'critic')
    const { out } = desk.run(['inbox', 'architect'])
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(300)
  })
})

describe('standard input as a file', () => {
  const line = (name: string) =>
    JSON.stringify({
      id: name,
      sender: 'critic',
      recipient: 'architect',
      timestamp: new Date().toISOString(),
      content: 'From a pipe',
      thread: null,
      ttl_hours: null,
      read_by: [],
    })

  test.each([
    ['lines', `${line('p-1')}\n${line('p-2')}\n`, 2],
    ['one value', `${line('p-3')}\n`, 1],
  ])('%s are checked and taken in, and leave nothing behind', (_, input, read) => {
    for (const command of ['validate', 'import']) {
      const { code, out, err } = desk.run([command, '-', '--format', 'haak', '--json'], {
        input,
        env: { TMPDIR: desk.folder },
      })
      expect([code, err]).toEqual([0, ''])
      expect(JSON.parse(out)).toMatchObject({ read, skipped: [] })
    }
    expect(readdirSync(desk.folder).filter((name) => name.startsWith('watchpost-'))).toEqual([])
    expect(existsSync(join(desk.folder, '-'))).toBe(false)
  })
})

test.runIf(existsSync('/dev/full'))(
  'a full disk under the output is no fault of ours, and no mail is read',
  () => {
    const sent = desk.json('send', 'critic', '-s', 'Unprinted', '-b', 'x', '--as', 'architect').id
    const done = spawnSync(process.execPath, [programFile, 'read', sent, '--as', 'critic', '--json'], {
      cwd: desk.folder,
      env: { ...quietEnvironment(), HOME: desk.folder },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    })
    expect([done.status, JSON.parse(done.stderr).error.code]).toEqual([5, 'busy'])
    expect(desk.json('inbox', 'critic', '--unread').messages).toMatchObject([{ id: sent }])
  },
)

test('mail to a group whose member nobody is goes to the others, and ends with 8', () => {
  desk.run(['group', 'create', 'ops', 'critic', 'nobody-yet'])
  const { code, out, err } = desk.run(['send', 'group:ops', '-b', 'x', '--as', 'architect', '--json'])
  expect([code, JSON.parse(out)]).toEqual([
    8,
    expect.objectContaining({
      recipients: [{ address: 'critic', state: 'delivered' }],
      absent: ['nobody-yet'],
    }),
  ])
  expect(err).toBe('')
  expect(desk.run(['send', 'group:ops', '-b', 'x', '--as', 'architect', '--hold']).code).toBe(0)
})

test('a mistake in one section of the settings stops only what reads it, and doctor finds it', () => {
  const own = openDesk(['critic'])
  writeFileSync(join(own.store, 'config.yaml'), 'patrol:\n  silent_after: soon\n')
  const said = 'patrol.silent_after is soon'
  expect(own.run(['send', 'critic', '-b', 'x', '--as', 'critic']).code).toBe(0)
  expect(own.run(['fleet', '--as', 'critic'])).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  expect(own.run(['doctor'])).toMatchObject({ code: 6, out: expect.stringContaining(said) })
  own.close()
})
