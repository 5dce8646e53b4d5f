import { expect, test } from 'vitest'
import { ThreadLine } from '../../components/ThreadLine.tsx'
import { ThreadPane } from '../../components/ThreadPane.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { insideOf } from '../../src/faces/tui/panes/layout.ts'
import { type Size, type State, withPanes } from '../../src/faces/tui/state.ts'
import { span, word } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { threadView } from '../../src/faces/tui/views/thread-view.ts'
import { drawn, lineOf, painted, wide, widths } from '../support/drawn.tsx'
import { sitAt, troubles } from '../support/tui-places.ts'
import { message, row, sitBefore } from '../support/tui-state.ts'

const pane = (state: State) => {
  const { columns, rows } = insideOf(state, 'thread')
  return <ThreadPane view={threadView(state, columns)} width={columns + 2} height={rows + 2} />
}
const reading = (size: Size, body = `First line.\n\n${wide}\n\nLast line.`) =>
  sitBefore([row('M001')], size)
    .press('Enter')
    .answerThread([message('M001', { body })])

test.each(widths)('a message is read whole on a screen of %i columns', (columns) => {
  const { state } = reading({ columns, rows: 24 })
  const lines = drawn(pane(state))
  expect(lines).toHaveLength(22)
  expect(new Set(lines.map((line) => widthOf(plain(line)))).size).toBe(1)
  expect(lines[0]).toContain('Thread · 1 message')
  expect(lines[1]).toContain('Subject of M001')
  expect(lines.join('\n')).toContain('日本')
  expect(lines.join('\n')).toContain('Last line.')
})

test('the cursor stands where the focus is, and what has no room is counted', () => {
  const long = Array.from({ length: 40 }, (_, at) => `Line ${at}.`).join('\n\n')
  const { state } = reading({ columns: 120, rows: 20 }, long)
  const lines = drawn(pane(state))
  expect(lines.filter((line) => line.startsWith('│▸'))).toHaveLength(1)
  expect(lines.at(-1)).toMatch(/↓ \d+ lines/u)
  expect(
    drawn(pane(withPanes(state, { focus: 'inbox' }))).filter((line) => line.startsWith('│▸')),
  ).toHaveLength(0)
})

test('nothing selected, a trouble that is no message, and an answer each have their rows', () => {
  expect(drawn(pane(sitBefore([]).state)).join('\n')).toContain('Select a message')
  const told = drawn(pane(sitAt({ type: 'attention' }, troubles.slice(1)).state)).join('\n')
  expect(told).toContain('swarm_dev/nux')
  expect(told).toContain('silent, with work in progress')
  const answering = drawn(pane(reading({ columns: 120, rows: 20 }).press('r').type('On it.').state))
  expect(answering.at(-2)).toMatch(/Reply to critic: On it\./u)
})

test.each(widths)('a line of %i columns is cut, not wrapped, and marked where the cursor is', (width) => {
  const line = [span(plain(wide.repeat(30)))]
  expect(lineOf(<ThreadLine line={line} width={width} current={true} />, width)).toMatch(/^▸日本.*… ?$/u)
  expect(lineOf(<ThreadLine line={[]} width={width} current={false} />, width).trim()).toBe('')
  expect(painted(<ThreadLine line={[word('x')]} width={width} current={true} />)).toContain('\u001b[36m▸')
})
