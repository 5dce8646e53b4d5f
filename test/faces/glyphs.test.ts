import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { legend, marks } from '../../src/faces/present-glyphs.ts'
import { helpLines } from '../../src/faces/tui/overlays/help/help-lines.ts'
import { openedHelp } from '../../src/faces/tui/overlays/help/searching-help.ts'
import { lineText } from '../../src/faces/tui/text/line.ts'
import { clusterWidth } from '../../src/faces/tui/text/text.ts'
import { sit } from '../support/tui-state.ts'

const table = 'src/faces/present-glyphs.ts'
/** Measures of marks that others draw. */
const drawsNothing = ['src/faces/tui/terminal/text-measure.ts']
/** Cut, parted and framed text is everywhere, and means one thing wherever it is. */
const punctuation = [
  marks.more,
  marks.between,
  marks.item,
  marks.range,
  marks.rail,
  marks.branch,
  marks.frame,
]

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join(folder, name))
}

/** A program file without its comments. */
function programOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gmu, '')
}

const drawing = ['components', 'src/faces/tui']
  .flatMap(filesIn)
  .concat(['src/faces/present.ts', 'src/faces/present-fleet.ts', 'src/faces/present-attention.ts'])
  .filter((file) => !drawsNothing.includes(file))

describe('the marks of the screen', () => {
  const every = legend.flatMap(({ glyphs }) => glyphs.map(({ mark }) => mark))

  it('have one meaning each', () => {
    const parts = every.flatMap((mark) => mark.split(' '))
    expect(parts.filter((mark, at) => parts.indexOf(mark) !== at)).toEqual([])
    const meanings = legend.flatMap(({ glyphs }) => glyphs.map(({ meaning }) => meaning))
    expect(meanings.filter((meaning, at) => meanings.indexOf(meaning) !== at)).toEqual([])
  })

  it('are one cell wide', () => {
    const single = every.flatMap((mark) => mark.split(' ')).filter((mark) => mark !== marks.urgent)
    expect(single.filter((mark) => clusterWidth(mark) !== 1)).toEqual([])
  })

  it('are drawn from the table of the legend alone', () => {
    // Between two numbers of cells.
    const allowed = new Set([...punctuation.join(''), marks.times])
    const strays = drawing.flatMap((file) =>
      [...programOf(file).replace(/[\p{ASCII}\p{L}\p{Cc}]/gu, '')]
        .filter((mark) => !allowed.has(mark))
        .map((mark) => `${file}: ${mark}`),
    )
    expect(strays).toEqual([])
  })

  it('all stand in the legend of the help, with what they mean', () => {
    const { size, keymap } = sit({ columns: 80, rows: 30 }).state.session
    const lines = helpLines({ ...openedHelp, size, keymap, problems: [], here: [] }).map(lineText)
    for (const { mark, meaning } of legend.flatMap(({ glyphs }) => glyphs))
      expect(lines.some((line) => line.startsWith(`  ${mark} `) && line.includes(meaning))).toBe(true)
  })

  it('fit in a narrow help', () => {
    const { keymap } = sit({ columns: 50, rows: 20 }).state.session
    const view = { ...openedHelp, size: { columns: 50, rows: 20 }, keymap, problems: [], here: [] }
    const told = helpLines(view).map(lineText)
    const from = told.findIndex((line) => line.startsWith('Legend'))
    const to = told.findLastIndex((line) => line.startsWith('Legend'))
    expect(told.slice(from, to).filter((line) => line.length > 46)).toEqual([])
  })
})

it('a program file is read for what it draws', () => {
  expect(programOf(table)).toContain(marks.unread)
  expect(programOf('components/Header.tsx')).not.toContain(marks.reader)
})
