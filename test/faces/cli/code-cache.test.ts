import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openProgram } from '../../support/terminal.ts'

let desk: Desk
let caches: string
beforeEach(() => {
  desk = openDesk(['a'])
  caches = join(desk.folder, 'caches', 'watchpost')
})
afterEach(() => desk.close())

const run = (...args: readonly string[]) =>
  desk.run(args, { env: { XDG_CACHE_HOME: join(desk.folder, 'caches') } })
const builds = () => readdirSync(caches).sort()

/** The code caches of a build that was made some days ago. */
function older(name: string, days: number): string {
  const folder = join(caches, name, 'inbox')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'daily.js'), 'code')
  utimesSync(join(caches, name), 0, 1_700_000_000 - days * 86_400)
  return name
}

const build = (digit: string) => `${digit.repeat(16)}-v20.1.0-x64`

test('a build keeps its code, and the code of the three builds before it', () => {
  for (const [days, digit] of ['a', '3', '2', '4', '1'].entries()) older(build(digit), days)
  older(`gone-${build('5')}`, 0)
  const foreign = older('src', 400)
  expect(run('inbox', '--as', 'a').code).toBe(0)
  const own = builds().find((name) => name.includes(process.version) && !name.includes('v20.1.0')) ?? ''
  expect(builds()).toEqual([...['a', '3', '2'].map(build), own, foreign].sort())
  expect(readdirSync(join(caches, own, 'inbox'))).not.toEqual([])
})

test('nothing is looked for where the folder of the command is there already', () => {
  run('inbox', '--as', 'a')
  for (const name of ['1', '2', '3', '4', '5']) older(build(name), Number(name))
  run('inbox', '--as', 'a')
  expect(builds()).toHaveLength(6)
  run('count', '--as', 'a')
  expect(builds()).toHaveLength(4)
})

test('where it cannot be kept, the program works all the same', () => {
  mkdirSync(join(desk.folder, 'caches'))
  writeFileSync(caches, 'a file in the way')
  expect(run('inbox', '--as', 'a')).toMatchObject({ code: 0, out: '' })
  expect(existsSync(join(caches, 'inbox'))).toBe(false)
})

test("the screen's code is kept so that the next start accepts it", async () => {
  const env = { HOME: desk.folder, XDG_CACHE_HOME: join(desk.folder, 'caches') }
  const sit = async (rest: number) => {
    const screen = openProgram([process.execPath, programFile, '--as', 'a'], {
      cwd: desk.folder,
      env,
    })
    await screen.sees(' live ')
    await new Promise((rested) => setTimeout(rested, rest))
    await screen.send('q')
    await screen.exited()
    const [build = ''] = builds()
    const folder = join(caches, build)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    return files.sort().map((name) => [name, statSync(join(folder, name)).mtimeMs])
  }
  // After ten seconds a screen begins to save memory, by flags that code depends on.
  const kept = await sit(11_000)
  expect(kept.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/\/screen-/u),
      expect.stringMatching(/^mailbox-worker\/operations-/u),
    ]),
  )
  // A chunk that was refused would be kept again.
  expect(await sit(0)).toEqual(kept)
}, 40_000)
