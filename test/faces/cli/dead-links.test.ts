import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'
import { patience } from '../../support/patience.ts'

/** The machine that has the store; `near` is another one, whose `ssh` runs what it is told, here. */
let far: Desk
let near: string
let url: string
let children: ChildProcess[]
const log = () => join(far.folder, 'ssh.log')

beforeEach(() => {
  far = openDesk(['critic', 'scout'])
  near = join(far.folder, 'near')
  mkdirSync(join(near, 'bin'), { recursive: true })
  url = `ssh://build-host${far.folder}`
  children = []
  script('watchpost', `exec ${process.execPath} ${programFile} "$@"`)
  ssh('for last; do :; done\nexec sh -c "$last"')
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  if (existsSync(log()))
    for (const [pid] of readFileSync(log(), 'utf8').matchAll(/^\d+/gmu)) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
  far.close()
})

function script(name: string, text: string): void {
  writeFileSync(join(near, 'bin', name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(near, 'bin', name), 0o755)
}
const ssh = (text: string) => script('ssh', `echo "$$ $@" >> '${log()}'\n${text}`)
const env = () => ({ HOME: near, PATH: `${near}/bin:${process.env['PATH']}` })
/** One that waits for too long is ended, and has no exit code. */
function ask(...args: readonly string[]): Ran {
  const done = spawnSync(process.execPath, [programFile, '--store', url, ...args, '--as', 'critic'], {
    cwd: near,
    env: { ...quietEnvironment(), ...env() },
    encoding: 'utf8',
    timeout: patience,
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}
const connections = () => readFileSync(log(), 'utf8').trim().split('\n')

async function startLink(): Promise<ChildProcess> {
  const child = far.start(['link', url], env())
  children.push(child)
  await new Promise((listening) =>
    child.stderr?.on('data', (text: Buffer) => text.includes('Listening') && listening(null)),
  )
  return child
}

test('a command makes one connection where a killed link left its socket', async () => {
  const link = await startLink()
  link.kill('SIGKILL')
  await once(link, 'exit')
  rmSync(log())
  expect(ask('inbox').code).toBe(0)
  expect(connections()).toHaveLength(1)
  // A machine that is gone without notice is noticed.
  expect(connections()[0]).toMatch(/ConnectTimeout=\d+ .*ServerAliveInterval=\d+ /u)
})

test('a command does not wait long for a link that was stopped', async () => {
  const link = await startLink()
  link.kill('SIGSTOP')
  expect(ask('count')).toEqual({ code: 0, out: '0 unread\n', err: '' })
  expect(connections()).toHaveLength(2)
})

test('a command goes past a link whose store has become silent', async () => {
  await startLink()
  const links = join(near, '.local/state/watchpost/links')
  const kept = readdirSync(links).find((name) => name.endsWith('.kept')) ?? ''
  const isBelieved = () => existsSync(join(links, kept, 'signals/+link'))
  await expect.poll(isBelieved).toBe(true)
  process.kill(Number.parseInt(connections()[0] ?? '', 10), 'SIGSTOP')
  await expect.poll(isBelieved).toBe(false)
  expect(ask('count')).toEqual({ code: 0, out: '0 unread\n', err: '' })
})

test.each([
  ['sh: 1: watchpost: not found', 127],
  ['ada@build-host: Permission denied (publickey).', 255],
  ['Host key verification failed.', 255],
])('a store that cannot be reached is told as such, with the reason and what to check: %s', (said, code) => {
  ssh(`echo 'A greeting of no weight.' >&2\necho '${said}' >&2\nexit ${code}`)
  const { code: ended, err } = ask('inbox')
  expect(ended).toBe(5)
  expect(err).toContain('could not be reached')
  expect(err).toContain(said)
  expect(err).toContain(`ended with code ${code}`)
  expect(err).toContain('host key')
  expect(err).not.toContain('--key')
})
