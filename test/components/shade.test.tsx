import { describe, expect, test } from 'vitest'
import { boxWidth } from '../../src/faces/tui/panes/layout.ts'
import { parseFrame, type Row } from '../../src/faces/tui/terminal/frame.ts'
import { applySgr } from '../../src/faces/tui/terminal/style.ts'
import { type ThemeName, themes } from '../../src/faces/tui/text/theme.ts'
import { cellsOf, frameOf, openFrames } from '../support/screen-text.ts'
import { row, rowIds, type Sitting, sitBefore } from '../support/tui-state.ts'

const rows = rowIds(30).map((id) => row(id, { priority: 'urgent' }))
const seat = () => sitBefore(rows, { columns: 120, rows: 30 })
const dialogs: readonly (readonly [string, (sitting: Sitting) => Sitting])[] = [
  ['the palette', (sitting) => sitting.press(':')],
  ['help', (sitting) => sitting.press('?')],
  ['the journal', (sitting) => sitting.press('g', 'u')],
  ['times to choose from', (sitting) => sitting.press('s')],
]

/** The looks of the cells that have a glyph, outside of what has the colour of the focus. */
function looksOf({ glyphs, styles }: Row, from = 0, to = glyphs.length): ReadonlySet<number> {
  return new Set(
    glyphs.slice(from, to).flatMap((glyph, at) => (glyph === ' ' ? [] : [styles[from + at] ?? 0])),
  )
}

describe.each(dialogs)('%s', (_, open) => {
  test.each(['dark', 'light', 'colours', 'mono'] as const)(
    'dims the panes of %s, and nothing else',
    (name) => {
      const before = parseFrame(frameOf(seat().state, name))
      const lines = parseFrame(frameOf(open(seat()).state, name))
      const behind = applySgr(0, themes[name].styles.behind)
      // The first line of the panes lies above every dialog, and the edge of the roster beside it.
      expect(looksOf(lines[1] as Row, 0, 2)).toEqual(new Set([behind]))
      const edges = lines.slice(1, -1).map((line) => looksOf(line, 0, 1))
      expect(new Set(edges.flatMap((looks) => [...looks]))).toEqual(new Set([behind]))
      // The frame of the focused pane is that of the dialog now.
      for (const [y, line] of lines.slice(1, -1).entries()) {
        expect(looksOf(before[y + 1] as Row, 119)).not.toEqual(new Set([behind]))
        expect(looksOf(line, 119)).toEqual(new Set([behind]))
      }
      expect(lines[0]).toEqual(before[0])
      expect(looksOf(lines.at(-1) as Row).size).toBeGreaterThan(1)
      const frame = applySgr(0, themes[name].styles['frame-focused'])
      expect(lines.some((line) => looksOf(line).has(frame))).toBe(true)
    },
  )

  test('shows the same letters behind it in every theme', () => {
    const texts = (name: ThemeName) =>
      parseFrame(frameOf(open(seat()).state, name)).map(({ glyphs }) => glyphs.join('').trimEnd())
    expect(texts('dark')).toEqual(texts('bare'))
  })
})

test('a key in a dialog composes the lines that it changed, and none that lies behind it', () => {
  const frames = openFrames()
  const sitting = seat().press(':')
  const before = parseFrame(frames.draw(sitting.state))
  const after = parseFrame(frames.draw(sitting.type('x').state))
  // The footer tells the keys of the new words.
  const isOfBox = (line: Row | undefined) => /[╭│╰]/u.test(line?.glyphs[2] ?? '')
  const beside = after.flatMap((line, y) => (isOfBox(line) || isOfBox(before[y]) || y === 29 ? [] : [y]))
  expect(beside.length).toBeGreaterThan(1)
  for (const y of beside) expect(after[y], `line ${y}`).toBe(before[y])
  // Down, two candidates change, and nothing else.
  const chosen = parseFrame(frames.draw(sitting.press('Down').state))
  expect(chosen.filter((line, y) => line !== after[y]).length).toBeLessThanOrEqual(2)
  frames.close()
})

test('a closed dialog leaves the panes as they were', () => {
  const frames = openFrames()
  const sitting = seat()
  const before = parseFrame(frames.draw(sitting.state))
  frames.draw(sitting.press(':').state)
  expect(parseFrame(frames.draw(sitting.press('Esc').state))).toEqual(before)
  frames.close()
})

test('the edges of the panes stay whole beside a dialog that is nearly as wide as the screen', () => {
  const lines = cellsOf(seat().press(':').state).slice(1, -1)
  expect(boxWidth(120, 100)).toBe(116)
  expect(lines.map(({ glyphs }) => glyphs[0]).join('')).toMatch(/^╭│+╰$/u)
  expect(lines.map(({ glyphs }) => glyphs[119]).join('')).toMatch(/^╮│+╯$/u)
  for (const { glyphs } of lines) if (/[╭│╰]/u.test(glyphs[2] ?? '')) expect(glyphs[1]).toBe(' ')
})
