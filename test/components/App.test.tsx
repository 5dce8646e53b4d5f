import { render } from 'ink-testing-library'
import { expect, test } from 'vitest'
import { App } from '../../components/App.tsx'
import type { State } from '../../src/faces/tui/state.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import { row, sitBefore } from '../support/tui-state.ts'

const frame = (state: State) => {
  const { lastFrame, unmount } = render(<App state={state} theme={themes.bare} />)
  const lines = (lastFrame() ?? '').replace(/\u001b\[[\d;]*m/gu, '').split('\n')
  unmount()
  return lines
}
const seat = (columns: number) => sitBefore([row('M001')], { columns, rows: 20 }).answerRoster()

test.each([
  [160, ['Roster', 'Inbox', 'Thread']],
  [100, ['Roster', 'Inbox']],
  [60, ['Inbox']],
])('%i columns have room for %j', (columns, titles) => {
  const [, top = ''] = frame(seat(columns).state)
  expect([...top.matchAll(/╭─ (\w+)/gu)].map(([, title]) => title)).toEqual(titles)
})

test('there is one header, one footer, and what lies over the panes lies over them', () => {
  const { state } = seat(100)
  expect(frame(state)).toHaveLength(20)
  expect(frame(state)[0]).toContain('as lea')
  expect(frame(state).at(-1)).toContain('live')
  expect(frame(seat(100).press('?').state).join('\n')).toContain('╭─ Keys ─')
  expect(frame(seat(100).press('m').state).join('\n')).toMatch(/╭─ New message ─+╮/u)
  expect(frame(sitBefore([], { columns: 30, rows: 8 }).state).join('\n')).toContain('needs 40 columns')
})
