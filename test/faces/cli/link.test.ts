import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'

/** The machine that has the store, and a project on another one. */
let far: Desk
let near: string
let store: string
let children: ChildProcess[]

beforeEach(() => {
  far = openDesk(['critic', 'scout'])
  near = join(far.folder, 'near')
  mkdirSync(join(near, 'programs'), { recursive: true })
  symlinkSync(programFile, join(near, 'programs/watchpost'))
  // Its process is known, so that its line can be cut.
  store = `exec:echo $$ > '${near}/pid'; exec ${process.execPath} ${programFile} door '${far.folder}'`
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  far.close()
})

const env = () => ({ HOME: near, PATH: `${near}/programs:${process.env['PATH']}` })
const ask = (...args: readonly string[]): Ran =>
  far.run(['--store', store, ...args], { cwd: near, env: env() })
const send = (subject: string) => far.json('send', 'critic', '-s', subject, '--again', '--as', 'scout')

async function startLink(): Promise<ChildProcess> {
  const child = far.start(['link', store], env())
  children.push(child)
  await new Promise((listening) =>
    child.stderr?.on('data', (text: Buffer) => text.includes('Listening') && listening(null)),
  )
  return child
}

const settings = (name: string) => JSON.parse(readFileSync(join(near, '.claude', name), 'utf8'))
type Installed = { readonly matcher?: string; readonly hooks: readonly [{ readonly command: string }] }
const hooksOf = (event: string): readonly Installed[] => settings('settings.json').hooks[event]

/** As the coding agent runs it. With `recorded`, a program that says that it was started is in place of ours. */
function runHook(event: string, recorded: boolean, at = 0, more: NodeJS.ProcessEnv = {}): string {
  const recorder = join(near, 'recorder')
  mkdirSync(recorder, { recursive: true })
  writeFileSync(join(recorder, 'watchpost'), '#!/bin/sh\necho started\n')
  chmodSync(join(recorder, 'watchpost'), 0o755)
  const { status, stdout, stderr } = spawnSync('sh', ['-c', hooksOf(event)[at]?.hooks[0].command ?? ''], {
    cwd: near,
    env: {
      HOME: near,
      PATH: `${recorded ? recorder : `${near}/programs`}:${process.env['PATH']}`,
      CLAUDE_PROJECT_DIR: near,
      ...settings('settings.local.json').env,
      ...more,
    },
    input: JSON.stringify({ session_id: 's1', hook_event_name: event, prompt: 'x', source: 'startup' }),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}
const isStarted = (more: NodeJS.ProcessEnv = {}) => runHook('Stop', true, 0, more) === 'started\n'

test('a link keeps signal files: hooks start no program while there is nothing for them, and always without a link', async () => {
  expect(ask('setup', 'claude', '--as', 'critic', '--yes')).toMatchObject({ code: 0 })
  expect(isStarted()).toBe(true)
  const link = await startLink()
  // The first one makes its agent known here.
  runHook('SessionStart', false)
  await expect.poll(isStarted).toBe(false)
  expect(runHook('PreToolUse', true)).toBe('')

  send('One')
  await expect.poll(isStarted).toBe(true)
  expect(runHook('UserPromptSubmit', false)).toContain('One')
  await expect.poll(isStarted).toBe(false)

  far.run(['reserve', 'src', '--as', 'scout'])
  await expect.poll(() => runHook('PreToolUse', true)).toBe('started\n')
  expect(isStarted()).toBe(false)
  far.run(['unreserve', '--as', 'scout'])
  await expect.poll(() => runHook('PreToolUse', true)).toBe('')
  // For another store the files say nothing.
  expect(isStarted({ WATCHPOST_STORE: far.store })).toBe(true)

  process.kill(Number(readFileSync(join(near, 'pid'), 'utf8')), 'SIGKILL')
  await expect.poll(isStarted).toBe(true)
  await expect.poll(isStarted).toBe(false)
  link.kill('SIGKILL')
  await expect.poll(isStarted).toBe(true)
  // Another process that got the number of the killed one is not the link.
  const script = join(settings('settings.local.json').env.WATCHPOST_LINK, '+link')
  const left = readFileSync(script, 'utf8')
  writeFileSync(script, left.replaceAll(new RegExp(`\\b${link.pid}\\b`, 'gu'), String(process.pid)))
  expect(left).toContain(`${link.pid}`)
  if (process.platform === 'linux') expect(isStarted()).toBe(true)
  const again = await startLink()
  await expect.poll(isStarted).toBe(false)
  again.kill('SIGTERM')
  await expect.poll(isStarted).toBe(true)
  const { WATCHPOST_LINK } = settings('settings.local.json').env
  expect(statSync(WATCHPOST_LINK).mode & 0o077).toBe(0)
  expect(ask('setup', 'claude', '--remove', '--yes')).toMatchObject({ code: 0 })
  expect(existsSync(join(near, '.claude/settings.local.json'))).toBe(false)
})

test('hooks leave nothing in the project, whatever the address of the store is', () => {
  expect(ask('setup', 'claude', '--as', 'critic', '--yes')).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^(?:wrote [^\n]+\n)+You may be asked [^\n]+\n$/u),
  })
  runHook('SessionStart', false)
  expect(readdirSync(near).filter((name) => name.includes(':'))).toEqual([])
})

test('a commit shows mail of a store elsewhere too', () => {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], {
      cwd: near,
      env: env(),
      encoding: 'utf8',
    })
  git('init', '-q')
  expect(ask('setup', 'git', '--as', 'critic', '--yes')).toMatchObject({ code: 0 })
  send('For the committer')
  expect(git('commit', '-q', '--allow-empty', '-m', 'x').stderr).toContain('For the committer')
})
