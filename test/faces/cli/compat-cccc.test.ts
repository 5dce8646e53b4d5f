import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let env: NodeJS.ProcessEnv
let thread: string
beforeAll(() => {
  desk = openDesk(['peera', 'peerb', 'foreman'])
  const bin = join(desk.folder, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'watchpost')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`)
  chmodSync(program, 0o755)
  const quiet = quietEnvironment()
  env = { ...quiet, HOME: desk.folder, PATH: [bin, quiet['PATH']].join(delimiter) }
  expect(desk.run(['compat', 'cccc', '--to', bin])).toMatchObject({ code: 0 })
  mkdirSync(join(desk.folder, '.cccc/mailbox/peera'), { recursive: true })
  const entry = {
    id: 'msg_20250115_001',
    timestamp: '2025-01-15T10:30:00Z',
    from: 'peera',
    to: 'peerb',
    type: 'CLAIM',
    content: { statement: 'Use JWT for authentication', rationale: 'Stateless' },
  }
  writeFileSync(join(desk.folder, '.cccc/mailbox/peera/outbox.json'), JSON.stringify({ sent: [entry] }))
  const first = desk.json('send', 'peerb', '--kind', 'claim', '--statement', 'Sessions', '--as', 'peera')
  thread = first.thread
  let last = first.id
  for (const [from, statement] of [
    ['peerb', 'JWT'],
    ['peera', 'Sessions in Redis'],
    ['peerb', 'JWT all the same'],
    ['peera', 'No'],
  ] as const)
    last = desk.json(
      'reply',
      last,
      '--kind',
      'counter',
      '--statement',
      statement ?? '',
      '--as',
      from ?? '',
    ).id
})
afterAll(() => desk.close())

function typed(line: string) {
  const done = spawnSync('sh', ['-c', line], { cwd: desk.folder, encoding: 'utf8', input: '', env })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

const debugging = 'Mailbox Protocol, Debugging Mailbox Issues'
const practices = 'Mailbox Protocol, Best Practices'

/** The commands of the published page, in an order in which each has something to do. */
const examples: readonly (readonly [source: string, line: string, exit: number, shows: RegExp])[] = [
  [debugging, 'cccc mailbox status', 0, /peera[\s\S]*No/u],
  [debugging, 'cccc mailbox show peera --inbox', 0, /JWT all the same/u],
  ['no example', 'cccc mailbox show peera --outbox', 0, /Sessions/u],
  [debugging, 'cccc mailbox check-health', 0, /deadlock[\s\S]*peera/iu],
  [debugging, 'cccc mailbox validate', 0, /1/u],
  [debugging, 'cccc mailbox history --last 10', 0, /Sessions in Redis/u],
  [debugging, 'cccc status --detailed', 0, /peera[\s\S]*[Rr]ound/u],
  [debugging, 'cccc mailbox resolve --force-consensus', 2, /decision/iu],
  [debugging, 'cccc mailbox resolve --force-consensus --decision "Redis sessions"', 0, /Redis sessions/u],
  [
    'the same again',
    'cccc mailbox resolve --force-consensus --decision "Redis sessions"',
    1,
    /No debate is deadlocked/u,
  ],
  [practices, 'cccc mailbox archive --older-than 7d', 0, /^/u],
  [practices, 'cccc mailbox compress-archive', 0, /^/u],
  ['the real program', 'cccc attach .', 2, /no group/u],
  ['the real program', 'cccc mailbox', 2, /Unknown command: cccc mailbox/u],
]

describe("CCCC's examples", () => {
  test.each(examples)('%s: %s ends with %i', (_source, line, exit, shows) => {
    const done = typed(line)
    expect(done).toMatchObject({ code: exit })
    expect(done.out + done.err).toMatch(shows)
  })

  test('a debate that is named is resolved, and one without a decision is refused', () => {
    const { id } = desk.json('send', 'peerb', '--kind', 'claim', '--statement', 'Tabs', '--as', 'peera')
    expect(typed(`cccc mailbox resolve ${id} --force-consensus --decision Spaces`)).toMatchObject({ code: 0 })
    expect(desk.json('debate', 'show', id)).toMatchObject({ consensus: true, forced: true })
    expect(thread).not.toBe(id)
  })
})
