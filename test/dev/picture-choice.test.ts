import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { choiceOf, foreignFile } from '../../src/dev/pictures/choice.ts'

const names = ['palette', 'panes', 'thread', 'demo']
const choice = (...args: readonly string[]) => choiceOf(args, '/usual', names)

describe('which pictures are taken, and where they go', () => {
  it.each([
    [[], { folder: '/usual', only: null }],
    [['--only', 'panes'], { folder: '/usual', only: 'panes' }],
    [['--out', '/tmp/x', '--only=demo'], { folder: '/tmp/x', only: 'demo' }],
  ])('%j', (args, chosen) => expect(choice(...args)).toEqual(chosen))

  it.each([
    [['src'], /argument/u],
    [['--folder', 'src'], /--folder/u],
    [['--out'], /--out/u],
    [['--out', ''], /has no name/u],
    [['--only', 'pane'], /no scene pane/u],
    [['--only', ''], /no scene/u],
  ])('%j is refused', (args, message) =>
    expect(() => choice(...args)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }),
    ),
  )

  it('names scenes that are near an unknown one', () => {
    expect(() => choice('--only', 'pane')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('panes') }),
    )
  })
})

describe('a folder of pictures', () => {
  it.each([
    [[], null],
    [['panes.svg', 'panes.txt', 'panes.png', 'demo.cast', 'demo.gif'], null],
    [['a-scene-that-is-gone.svg', 'a-scene-that-is-gone.txt'], null],
    [['main.ts'], 'main.ts'],
    [['panes.svg', 'panes.txt', '.git'], '.git'],
    [['notes.txt'], 'notes.txt'],
    [['logo.svg'], 'logo.svg'],
    [['holiday.gif'], 'holiday.gif'],
    [['photo.png'], 'photo.png'],
  ])('%j', (files, foreign) => expect(foreignFile(files)).toBe(foreign))

  let folder = ''
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is the only one that is written to: all else is refused with exit 2 and kept', () => {
    folder = mkdtempSync(join(tmpdir(), 'watchpost-pictures-'))
    writeFileSync(join(folder, 'main.ts'), 'mine')
    const program = fileURLToPath(new URL('../../src/dev/screenshots.ts', import.meta.url))
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', program, ...args], { encoding: 'utf8' })
    for (const args of [[folder], ['--out', folder], ['--out', join(folder, 'main.ts'), '--only', 'panes']]) {
      const { status, stderr } = run(...args)
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^screenshots: [^\n]+\n$/u)])
      expect(readdirSync(folder)).toEqual(['main.ts'])
    }
  })
})
