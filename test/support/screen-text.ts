import { expect } from 'vitest'
import { openDrawing } from '../../components/drawing.tsx'
import { bareText } from '../../components/frame-text.ts'
import type { State } from '../../src/faces/tui/state.ts'
import { parseFrame, type Row } from '../../src/faces/tui/terminal/frame.ts'
import { applySgr } from '../../src/faces/tui/terminal/style.ts'
import { type ThemeName, themes } from '../../src/faces/tui/text/theme.ts'

export { frameText } from '../../components/frame-text.ts'

/** A state as `<App>` paints it. */
export function frameOf(state: State, theme: ThemeName = 'dark'): string {
  const drawing = openFrames(theme)
  const frame = drawing.draw(state)
  drawing.close()
  return frame
}

/** The cells of a state, row by row. */
export function cellsOf(state: State): readonly Row[] {
  return parseFrame(frameOf(state))
}

/** One `<App>` that draws states one after the other, each over what is left of the last. */
export function openFrames(theme: ThemeName = 'dark') {
  let frame = ''
  const screen = { columns: 0, rows: 0, draw: (drawn: string) => void (frame = drawn) }
  const drawing = openDrawing(screen, theme, false)
  return {
    draw(state: State): string {
      Object.assign(screen, state.session.size)
      drawing.draw(state)
      return frame
    },
    text: (): string => bareText(frame),
    close: () => drawing.close(),
  }
}

/** The words that stand out because they were searched for. */
export function markedWords(state: State): readonly string[] {
  const { styles: looks, onRow, selected, selectedElsewhere } = themes.dark
  const onRows = [selected, selectedElsewhere].map((ground) => `${ground};${onRow?.match ?? looks.match}`)
  const marks = [looks.match, ...onRows].map((code) => applySgr(0, code))
  return cellsOf(state).flatMap(({ glyphs, styles }) => {
    const shown = glyphs.map((glyph, x) => (marks.includes(styles[x] ?? 0) ? glyph : '\0')).join('')
    return shown.split(/\0+/u).filter((found) => found !== '')
  })
}

/** That every pane's frame is closed at the screen's edges, and that nothing reaches beyond them. */
export function expectFilled(state: State, cells: readonly Row[] = cellsOf(state)): void {
  const { columns, rows } = state.session.size
  expect(cells).toHaveLength(rows)
  expect(cells.filter(({ glyphs }) => glyphs.length > columns)).toEqual([])
  const body = cells.slice(1, -1)
  expect(body.map(({ glyphs }) => glyphs[0] ?? '').join('')).toMatch(/^╭[╭│╰]*╰$/u)
  expect(body.map(({ glyphs }) => glyphs[columns - 1] ?? '').join('')).toMatch(/^╮[╮│╯]*╯$/u)
}
