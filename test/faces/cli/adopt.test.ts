import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['ana'])
})
afterEach(() => desk.close())

const put = (path: string, content: unknown) => {
  mkdirSync(dirname(join(desk.folder, path)), { recursive: true })
  writeFileSync(join(desk.folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const haakLine = (id: string, more: object = {}) =>
  `${JSON.stringify({ id, sender: 'ana', recipient: 'bo', timestamp: '2026-11-20T10:00:00Z', content: id, ...more })}\n`
const entry = { from: 'team-lead', text: 'Read it', timestamp: '2026-11-22T08:00:00Z', read: true }
const asPerson = { env: { WATCHPOST_IDENTITY: 'person' } }
const adopt = (...args: readonly string[]) => desk.run(['adopt', ...args], asPerson)

test('what is in the project and in the home folder is found, taken once, and compared', () => {
  put('data/agent-mailbox.jsonl', `${haakLine('m1')}${haakLine('m2', { read_by: ['bo'] })}broken\n`)
  put('.claude/teams/auth/inboxes/reader.json', [entry])
  const first = adopt('--yes', '--json')
  expect(first.code).toBe(8)
  const value = JSON.parse(first.out)
  expect(value).toMatchObject({
    taken: true,
    stores: [
      { format: 'haak', messages: 2, known: 0, unread: 1, written: 2, skipped: 1, syncs: true },
      { format: 'claude-teams', messages: 1, agents: 2, unread: 0, written: 1, skipped: 0 },
    ],
    differences: [],
    skipped: [{ where: 'agent-mailbox.jsonl:3', why: expect.stringContaining('not JSON') }],
  })
  const again = JSON.parse(adopt('--yes', '--json').out)
  expect(
    again.stores.map(({ known, written }: { known: number; written: number }) => [known, written]),
  ).toEqual([
    [2, 0],
    [1, 0],
  ])
  const { out, err } = adopt('--yes')
  expect(out).toContain('compared: 2 messages and 1 mailbox, no difference')
  expect(err).toContain(`To keep it in step: watchpost sync ${join(desk.folder, 'data')} --format haak`)
})

test('files beside the one that a system is known by count, too', () => {
  put('agent-mailbox.jsonl', haakLine('m1', { recipient: 'ana', sender: 'bo' }))
  put(
    'agent-mailbox-reads.jsonl',
    `${JSON.stringify({ message_id: 'm1', reader_session_id: 'ana', timestamp: '2026-11-20T11:00:00Z' })}\n`,
  )
  expect(JSON.parse(adopt('--yes', '--json').out)).toMatchObject({
    stores: [{ format: 'haak', path: desk.folder, unread: 0, mailboxes: [{ mailbox: 'ana' }] }],
    differences: [],
  })
})

test.each(['~/elsewhere', 'FOLDER/elsewhere', 'elsewhere'])(
  'a variable of another system names its place: %s',
  (written) => {
    put('elsewhere/teams/auth/inboxes/reader.json', [entry])
    const env = { ...asPerson.env, CLAUDE_CONFIG_DIR: written.replace('FOLDER', desk.folder) }
    const { out } = desk.run(['adopt', '--dry-run', '--json'], { env })
    expect(JSON.parse(out).stores).toMatchObject([{ format: 'claude-teams', messages: 1 }])
  },
)

test('without a terminal it shows what is there, takes nothing, and says what to add', () => {
  put('data/agent-mailbox.jsonl', haakLine('m1'))
  const { code, out, err } = adopt()
  expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining('1 message ·') })
  expect(err).toContain('To be able to go back, run `watchpost backup FILE` first.')
  expect(err).toContain('Nothing was imported.\n  Add --yes to import it.')
  const dry = adopt('--dry-run', '--json')
  expect(JSON.parse(dry.out)).toMatchObject({ taken: false, stores: [{ messages: 1, known: 0, written: 0 }] })
  expect(dry.code).toBe(0)
  expect(desk.json('search', 'm1').messages).toEqual([])
})

test.each([{ flags: [] }, { flags: ['--yes'] }])(
  'an agent may not adopt ($flags), and may look',
  ({ flags }) => {
    put('data/agent-mailbox.jsonl', haakLine('m1'))
    const env = { CLAUDECODE: '1', WATCHPOST_AGENT: 'ana' }
    const refused = desk.run(['adopt', ...flags], { env })
    expect(refused).toMatchObject({
      code: 7,
      err: expect.stringContaining('Only a person at a terminal may adopt'),
    })
    expect(desk.run(['adopt', '--dry-run'], { env })).toMatchObject({ code: 0 })
  },
)

test('an agent in the name of a person may look, and may not adopt', () => {
  put('data/agent-mailbox.jsonl', haakLine('m1'))
  const env = { WATCHPOST_IDENTITY: 'agent' }
  const run = (...flags: readonly string[]) => desk.run(['--as', 'root', 'adopt', ...flags], { env })
  expect(run('--yes').code).toBe(7)
  expect(run('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('1 message ·') })
})

test('only what can be imported is announced', () => {
  put('.claude/teams/auth/inboxes/reader.json', [])
  put('data/agent-mailbox.jsonl', `${haakLine('m1')}${haakLine('m2', { recipient: 'a b!' })}`)
  const { out } = adopt('--dry-run')
  expect(out).toContain('would be imported: 1 · 1 cannot be imported')
  expect(out).toContain('would be imported: nothing')
  adopt('--yes')
  expect(adopt('--dry-run').out).toContain('would be imported: nothing (1 is here) · 1 cannot be imported')
})

test('where nothing is recognised, that and what was looked for is said', () => {
  put('empty/notes.txt', 'no mail')
  for (const args of [['empty', '--yes'], ['empty', '--dry-run'], ['--yes']]) {
    const { code, err } = adopt(...args)
    expect(code).toBe(2)
    expect(err).toContain(
      `No mail of another system was found in ${args[1] ? 'empty' : 'this project and your home folder'}`,
    )
    for (const place of [
      '.beads',
      '.cccc/mailbox',
      'agent-mailbox.jsonl',
      'workspace/mailboxes',
      '~/.claude/teams',
    ])
      expect(err).toContain(place)
  }
  expect(adopt('nowhere')).toMatchObject({ code: 3 })
})

test('what is further here than there has moved on, and what went back there is told', () => {
  put('.claude/teams/auth/inboxes/reader.json', [entry, { ...entry, text: 'More', read: false }])
  adopt('--yes')
  desk.json('archive', '--of', 'reader.auth', desk.json('search', 'More').messages[0].id)
  const after = JSON.parse(adopt('--yes', '--json').out)
  expect(after.differences).toEqual([])
  expect(after.stores[0].mailboxes).toEqual([
    { mailbox: 'reader.auth', there: { messages: 2, unread: 1 }, here: { messages: 2, unread: 0 } },
  ])
})

test.each(['.cccc', '.'])('a larger folder than the mailbox may be named: %s', (named) => {
  mkdirSync(join(desk.folder, '.cccc/mailbox'), { recursive: true })
  desk.json('send', 'ana', '-s', 'Hello', '-b', 'Hello')
  desk.json('export', named, '--format', 'cccc')
  expect(existsSync(join(desk.folder, '.cccc/mailbox/ana/inbox.json'))).toBe(true)
})
