import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

const git = (folder: string, ...words: readonly string[]) => {
  const own = ['-c', 'user.name=x', '-c', 'user.email=x@y', '-c', 'protocol.file.allow=always']
  const { status, stderr } = spawnSync('git', [...own, ...words], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

let desk: Desk
let clone: string
beforeEach(() => {
  desk = openDesk(['evil'])
  clone = join(desk.folder, 'clone')
  git(desk.folder, 'init', '-q')
})
afterEach(() => desk.close())

function cloned(...files: readonly string[]): void {
  git(desk.folder, 'add', '-f', ...files)
  git(desk.folder, 'commit', '-q', '-m', 'x')
  git(desk.folder, 'clone', '-q', desk.folder, clone)
  mkdirSync(join(clone, 'below'))
}
const inClone = (...args: readonly string[]) => desk.run(args, { cwd: join(clone, 'below') })

describe('a store that came with a repository', () => {
  it.each([['inbox'], ['inject'], ['send', 'evil', '-s', 'S']])('is refused: %s', (...args) => {
    cloned('.watchpost')
    const { code, err } = inClone(...args)
    expect([code, err]).toEqual([7, expect.stringContaining('is tracked by git')])
  })

  it('is refused for its links, and nothing is written through them', () => {
    const victim = join(desk.folder, 'victim')
    writeFileSync(victim, 'precious')
    for (const name of ['bell', 'here']) {
      rmSync(join(desk.store, name), { force: true })
      symlinkSync(victim, join(desk.store, name))
    }
    cloned('.watchpost/bell', '.watchpost/here')
    expect(inClone('inbox').code).toBe(7)
    expect(readFileSync(victim, 'utf8')).toBe('precious')
  })

  it('is one’s own where only its settings are the repository’s', () => {
    writeFileSync(join(desk.store, 'config.yaml'), 'theme: dark\n')
    cloned('.watchpost/config.yaml')
    expect(desk.run(['init'], { cwd: clone }).code).toBe(0)
    expect(inClone('inbox').code).toBe(0)
  })
})

it('a store that is nobody’s but ours is asked of git once, also where it moved', () => {
  const mark = join(desk.store, 'here')
  expect(desk.run(['inbox']).code).toBe(0)
  const first = readFileSync(mark, 'utf8')
  writeFileSync(mark, 'of another folder')
  expect(desk.run(['inbox']).code).toBe(0)
  expect(readFileSync(mark, 'utf8')).toBe(first)
  rmSync(mark)
  symlinkSync(join(desk.folder, 'elsewhere'), mark)
  expect(desk.run(['inbox']).code).toBe(0)
  expect(existsSync(join(desk.folder, 'elsewhere'))).toBe(false)
})
