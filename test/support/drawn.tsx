import { Box, Text } from 'ink'
import { render } from 'ink-testing-library'
import type { ReactElement } from 'react'
import { expect } from 'vitest'
import { mount } from '../../components/ink/mount.tsx'
import { ThemeContext } from '../../components/theme.ts'
import Output from '../../node_modules/ink/build/output.js'
import { plain } from '../../src/domain/sanitize.ts'
import { parseFrame } from '../../src/faces/tui/terminal/frame.ts'
import { applySgr } from '../../src/faces/tui/terminal/style.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'

/** The widths that a component is tried at: a narrow terminal, the usual one, a wide one, a screen. */
export const widths = [50, 80, 120, 200] as const

/** What no program measures by letters. */
export const wide = '日本 👩‍👩‍👧 end'

/** What a component draws, colours and weights included. */
export function painted(element: ReactElement, theme: keyof typeof themes = 'colours'): string {
  const { lastFrame, unmount } = render(
    <ThemeContext.Provider value={themes[theme]}>
      <Box width={200} flexShrink={0} flexDirection="column">
        {element}
      </Box>
    </ThemeContext.Provider>,
  )
  const frame = lastFrame() ?? ''
  unmount()
  return frame
}

/** Its bare text, line by line. */
export function drawn(element: ReactElement): readonly string[] {
  return painted(element, 'bare')
    .replace(/\u001b\[[\d;]*m/gu, '')
    .split('\n')
}

const ground = '░'

/** The rows of a component that covers so many columns: laid over a ground, of which it leaves nothing to be seen. */
export function covering(element: ReactElement, columns: number): readonly string[] {
  const rows = 24
  const lines = drawn(
    <Box width={columns + 1} height={rows}>
      <Text>{Array.from({ length: rows }, () => ground.repeat(columns + 1)).join('\n')}</Text>
      <Box position="absolute" flexDirection="column">
        {element}
      </Box>
    </Box>,
  )
  const own = lines.filter((line) => line !== ground.repeat(columns + 1))
  for (const line of own) expect(line.indexOf(ground)).toBe(line.length - 1)
  const bare = own.map((line) => line.slice(0, -1))
  for (const line of bare) expect(widthOf(plain(line))).toBe(columns)
  return bare
}

/** The only line of a component that has one, which must not be wider than this. */
export function lineOf(element: ReactElement, width: number): string {
  const [line = '', ...more] = drawn(element)
  expect(more).toEqual([])
  expect(widthOf(plain(line))).toBeLessThanOrEqual(width)
  return line
}

/** The look of the cell where these words begin, as the program composes it, for `look` to compare with. */
export function lookOf(element: ReactElement, words: string): number {
  const stock = Output.prototype.get
  let frame = ''
  const screen = { columns: 200, rows: 24, draw: (next: string) => void (frame = next) }
  const theme = themes.colours
  mount(<ThemeContext.Provider value={theme}>{element}</ThemeContext.Provider>, screen).unmount()
  Output.prototype.get = stock
  for (const { glyphs, styles } of parseFrame(frame)) {
    const x = glyphs.findIndex((_, at) => glyphs.slice(at).join('').startsWith(words))
    if (x >= 0) return styles[x] ?? 0
  }
  throw new Error(`${words} is not to be seen`)
}

export const look = (code: string): number => applySgr(0, code)
