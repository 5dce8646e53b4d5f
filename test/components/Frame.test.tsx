import { expect, test } from 'vitest'
import { Frame } from '../../components/Frame.tsx'
import { StyledLine } from '../../components/StyledLine.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { fitLine, span, word } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { drawn, painted, wide, widths } from '../support/drawn.tsx'

test.each(widths)('its edges close around its rows at %i columns', (width) => {
  const lines = drawn(
    <Frame
      width={width}
      height={4}
      focused={false}
      title={[word('Inbox')]}
      note={[word('priority')]}
      news={[word('↑ 2 new')]}
      more={[word('3 selected')]}
    >
      <StyledLine line={fitLine([span(plain(wide))], width - 2)} />
      <StyledLine line={fitLine([], width - 2)} />
    </Frame>,
  )
  expect(lines.map((line) => widthOf(plain(line)))).toEqual([width, width, width, width])
  expect(lines[0]).toMatch(/^╭─ Inbox ─+ priority ─╮$/u)
  expect(lines[1]).toMatch(/^│日本 👩‍👩‍👧 end +│$/u)
  expect(lines[2]).toMatch(/^│ +│$/u)
  expect(lines[3]).toMatch(/^╰─ ↑ 2 new ─+ 3 selected ─╯$/u)
})

test('a note gives way to the title, which is cut', () => {
  const [top] = drawn(
    <Frame
      width={20}
      height={3}
      focused={false}
      title={[word('A long, long title')]}
      note={[word('priority')]}
    />,
  )
  expect(top).toBe('╭─ A long, long t…─╮')
})

test('the focused frame has another colour', () => {
  const frame = (focused: boolean) => <Frame width={10} height={3} focused={focused} title={[]} />
  expect(painted(frame(true))).toContain('\u001b[36m╭')
  expect(painted(frame(false))).toContain('\u001b[90m╭')
})
