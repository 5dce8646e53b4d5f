import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let folder: string
let desk: Desk
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-bare-'))
  cpSync(dirname(programFile), join(folder, 'dist'), { recursive: true })
  desk = openDesk(['critic'])
})
afterEach(() => {
  desk.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The program where npm installed none of its packages. */
const bare = (words: readonly string[], input = '') =>
  spawnSync(process.execPath, [join(folder, 'dist/watchpost.js'), ...words], {
    cwd: desk.folder,
    input,
    encoding: 'utf8',
    env: { ...quietEnvironment(), HOME: desk.folder },
  })

it.each([['init', '--store', 'new'], ['inbox'], ['doctor'], ['send', 'critic', '-s', 'x', '-b', 'x']])(
  'a driver that npm left out is told in one sentence, with the cure: %s',
  (...words) => {
    const { status, stdout, stderr } = bare(words)
    expect([status, stdout]).toEqual([9, ''])
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^watchpost: The SQLite driver cannot be loaded .*: better-sqlite3 is not installed\./u,
      ),
      expect.stringMatching(
        /^ {2}.*`npm install -g watchpost --(?:include=optional|allow-scripts=better-sqlite3)`/u,
      ),
    ])
  },
)

it('a package without its native part is told as such', () => {
  const kept = join(folder, 'node_modules/better-sqlite3')
  mkdirSync(dirname(kept))
  cpSync(join(process.cwd(), 'node_modules/better-sqlite3'), kept, {
    recursive: true,
    filter: (path) => !/better-sqlite3\/(?:build|deps|src)\b/u.test(path),
  })
  cpSync(join(process.cwd(), 'node_modules/bindings'), join(folder, 'node_modules/bindings'), {
    recursive: true,
  })
  expect(bare(['inbox'])).toMatchObject({
    status: 9,
    stderr: expect.stringContaining('without its native part'),
  })
})

it('a coding agent goes on', () => {
  const event = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's' })
  const { status, stdout } = bare(['hook', '--as', 'critic'], event)
  expect([status, JSON.parse(stdout).systemMessage]).toEqual([0, expect.stringContaining('not installed')])
})
