import { expect, test } from 'vitest'
import { StyledLine } from '../../components/StyledLine.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { span, word } from '../../src/faces/tui/text/line.ts'
import { drawn, painted, wide } from '../support/drawn.tsx'

test('a line is painted in the colours of the theme', () => {
  expect(painted(<StyledLine line={[word('now', 'urgent'), word(' plain')]} />)).toContain(
    '\u001b[1m\u001b[31mnow',
  )
})

test.each([
  ['here', '\u001b[7m'],
  ['elsewhere', '\u001b[4m'],
  ['no', 'a'],
] as const)('a row that is selected %s stands out by its ground', (selected, code) => {
  expect(painted(<StyledLine line={[word('a')]} selected={selected} />).startsWith(code)).toBe(true)
})

test('wide characters stay whole, and an empty line takes no room', () => {
  expect(drawn(<StyledLine line={[span(plain(wide))]} />)).toEqual([wide])
  expect(drawn(<StyledLine line={[]} />)).toEqual([''])
})
