import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let env: NodeJS.ProcessEnv
let scripts: string
beforeAll(() => {
  desk = openDesk()
  const bin = join(desk.folder, 'bin')
  scripts = join(desk.folder, 'scripts')
  for (const folder of [bin, scripts]) mkdirSync(folder)
  const program = join(bin, 'watchpost')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`)
  chmodSync(program, 0o755)
  const quiet = quietEnvironment()
  env = { ...quiet, HOME: desk.folder, PATH: [bin, quiet['PATH']].join(delimiter) }
  const written = spawnSync('sh', [], { cwd: scripts, env, input: desk.run(['compat', 'haak']).out })
  expect(written.status).toBe(0)
})
afterAll(() => desk.close())

/** As the description of HAAK's mailbox writes it. */
function python(script: string, ...args: readonly string[]) {
  const done = spawnSync('python3', [join(scripts, script), ...args], {
    cwd: desk.folder,
    env,
    encoding: 'utf8',
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}
const read = (session: string) =>
  python('agent_mailbox.py', 'read', '--session-id', session)
    .out.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; subject: string; from: string })
const tag = 'project:inscription'

describe("HAAK's command lines", () => {
  test('are two scripts that can be run, or one at a time', () => {
    for (const name of ['agent_mailbox.py', 'agent_roster.py'])
      expect(statSync(join(scripts, name)).mode & 0o111).not.toBe(0)
    expect(desk.run(['compat', 'haak', '--script', 'roster']).out).toMatch(/^#!\/usr\/bin\/env python3\n/u)
    expect(desk.run(['compat', 'hack']).code).toBe(2)
  })

  test('reading unread mail only may be said', () => {
    const done = python('agent_mailbox.py', 'read', '--session-id', 'nobody-yet', '--unread-only')
    expect(done).toMatchObject({ code: 0, err: '' })
  })

  test('the scripts can be written into a folder, again and again, but never over others', () => {
    const folder = join(desk.folder, 'written')
    for (const _ of [1, 2]) expect(desk.run(['compat', 'haak', '--to', folder])).toMatchObject({ code: 0 })
    expect(statSync(join(folder, 'agent_roster.py')).mode & 0o111).not.toBe(0)
    writeFileSync(join(folder, 'agent_roster.py'), '# theirs\n')
    expect(desk.run(['compat', 'haak', '--to', folder])).toMatchObject({ code: 4 })
  })

  test('tags are set as a list, and mail goes to them', () => {
    const tags = `${tag},concern:governance, domain:architecture`
    const set = python('agent_roster.py', 'update', '--session-id', 'architect-new', '--tags', tags)
    expect(set).toEqual({ code: 0, out: '', err: '' })
    python(
      'agent_roster.py',
      'update',
      '--session-id',
      'scribe',
      '--tags',
      'concern:ontology',
      '--role',
      'steward',
    )
    const to = `${tag},concern:ontology`
    const words = ['--from', 'max', '--to', to, '--subject', 'Tags', '--body', '- one\n- two']
    const sent = python('agent_mailbox.py', 'send', ...words)
    expect(sent).toMatchObject({ code: 0, err: '' })
    for (const session of ['architect-new', 'scribe']) {
      expect(read(session)).toMatchObject([
        { from: 'max', subject: 'Tags', body: '- one\n- two', to: [tag, 'concern:ontology'], thread: null },
      ])
      expect(read(session)).toEqual([])
    }
    python('agent_roster.py', 'update', '--session-id', 'architect-new', '--tags', tag)
    const list = JSON.parse(python('agent_roster.py', 'list').out)
    expect(list).toContainEqual({ session_id: 'architect-new', role: null, tags: [tag], status: 'alive' })
  })

  test('a plain name is a role that may be taken later, and an answer stays in its thread', () => {
    const words = ['--to', 'pilot', '--subject', 'Fly', '--body', 'North', '--ttl-hours', '50']
    python('agent_mailbox.py', 'send', '--from', 'max', ...words)
    python('agent_roster.py', 'register', '--session-id', 'late', '--role', 'pilot')
    const [mail] = read('late')
    expect(mail).toMatchObject({ subject: 'Fly', to: 'role:pilot' })
    const answer = ['--to', 'max', '--body', 'Done', '--thread', mail?.id ?? '']
    expect(python('agent_mailbox.py', 'send', '--from', 'late', ...answer).code).toBe(0)
    expect(read('max')).toMatchObject([{ from: 'late', thread: mail?.id }])
  })

  test('what is refused is told with its code', () => {
    const { code, err } = python('agent_mailbox.py', 'send', '--from', 'max', '--to', 'x:y:z', '--body', 'x')
    expect(code).not.toBe(0)
    expect(err).not.toBe('')
  })
})
