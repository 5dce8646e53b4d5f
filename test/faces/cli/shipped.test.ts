import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../../src/dev/digest.mjs'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const desk: Desk = openDesk(['a', 'b'])
afterAll(() => desk.close())

const textsOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))

/** Runs of characters beyond ASCII that stand in code, as opposed to comments. */
function beyondAscii(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gmu, '')
  return code.match(/[^\0-\x7f]+/gu) ?? []
}

test('the program holds every character of its sources as it is written there', () => {
  const sources = ['src/domain', 'src/operations', 'src/formats', 'src/faces', 'store', 'components']
  const written = new Set(
    sources.flatMap((folder) => textsOf(join(root, folder), /\.tsx?$/u)).flatMap(beyondAscii),
  )
  expect([...written]).toEqual(expect.arrayContaining(['🤝', '▸']))
  const shipped = textsOf(dirname(programFile), /\.m?js$/u).join('\n')
  expect([...written].filter((run) => !shipped.includes(run))).toEqual([])
})

test('the program reads a handoff of Gas Town into its fields', () => {
  desk.json('send', 'b', '-s', '🤝 HANDOFF: auth', '-b', 'attached_molecule: gt-1', '--as', 'a')
  expect(desk.json('next', '--as', 'b').message.fields).toEqual({ attached_molecule: 'gt-1' })
})
