import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['ana', 'bob'])
})
afterEach(() => desk.close())

/** Runs a command in a folder that is removed just before. */
function inGoneFolder(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const gone = join(desk.folder, 'gone')
  mkdirSync(gone)
  const script = 'rmdir "$0" && exec "$@"'
  const ended = spawnSync('sh', ['-c', script, gone, process.execPath, programFile, ...words], {
    cwd: gone,
    encoding: 'utf8',
    input: '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"x"}',
    env: { ...quietEnvironment(), HOME: desk.folder, WATCHPOST_AGENT: 'bob', ...more },
  })
  rmSync(gone, { recursive: true, force: true })
  expect(ended.stdout + ended.stderr).not.toMatch(/^ {4}at /mu)
  return { code: ended.status, out: ended.stdout, err: ended.stderr }
}

const sentence = 'The current folder no longer exists.'
const store = () => join(desk.folder, '.watchpost')

test.each([
  ['count'],
  ['inbox'],
  ['send', 'ana', '-s', 'hi', '-b', 'x'],
  ['status-line'],
  ['--version'],
  ['help', 'send'],
])('with an absolute store, %s works', (...words) => {
  expect(
    inGoneFolder([
      ...words,
      ...(words[0]?.startsWith('-') || words[0] === 'help' ? [] : ['--store', store()]),
    ]).code,
  ).toBe(0)
  expect(inGoneFolder(words, { WATCHPOST_STORE: store() }).code).toBe(0)
})

test.each([['count'], ['inbox'], ['init'], ['setup', 'claude'], ['count', '--store', 'here']])(
  'without one, %s says so in one sentence',
  (...words) => {
    const { code, err } = inGoneFolder(words)
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(sentence)
  },
)

test('a hook never stops its coding agent', () => {
  const without = inGoneFolder(['hook'])
  expect(without.code).toBe(0)
  expect(JSON.parse(without.out).systemMessage).toContain(sentence)
  expect(inGoneFolder(['hook'], { WATCHPOST_STORE: store() }).code).toBe(0)
})
