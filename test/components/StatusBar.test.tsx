import { Box, Text } from 'ink'
import { describe, expect, test } from 'vitest'
import { Hints } from '../../components/Hints.tsx'
import { Prompt } from '../../components/Prompt.tsx'
import { StatusBar } from '../../components/StatusBar.tsx'
import { Toast } from '../../components/Toast.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import type { Field } from '../../src/faces/tui/model/editor.ts'
import { type State, withSession } from '../../src/faces/tui/state.ts'
import { statusView } from '../../src/faces/tui/views/status-view.ts'
import { lineOf, look, lookOf, wide, widths } from '../support/drawn.tsx'
import { row, rowIds, sitBefore } from '../support/tui-state.ts'

const seat = (columns: number) =>
  sitBefore(
    rowIds(40).map((id) => row(id)),
    { columns, rows: 24 },
  ).answerRoster()
const typed = (text: string): Field => ({ text, at: text.length })
const bar = (state: State) => lineOf(<StatusBar view={statusView(state)} />, state.session.size.columns)

describe.each(widths)('at %i columns', (columns) => {
  test('keys to press, where one is, and whether changes are followed', () => {
    const line = bar(seat(columns).state)
    expect(line).toMatch(/^ \S+ \S+/u)
    expect(line).toMatch(columns < 60 ? / ↻$/u : /1–19 of 40 {2}live$/u)
  })

  test('what just happened is told before all else', () => {
    const { state } = seat(columns)
    expect(bar(withSession(state, { toast: { text: 'Archived 1 message', tone: 'plain' } }))).toMatch(
      /^ Archived 1 message/u,
    )
    const long = bar(withSession(state, { toast: { text: wide.repeat(60), tone: 'problem' } }))
    expect(long.trimEnd().endsWith('…')).toBe(true)
  })

  test('keys that were begun say how they go on', () => {
    expect(bar(seat(columns).press('g').state)).toMatch(/^ g… {2}\S/u)
  })

  test('a question takes its place', () => {
    expect(bar(seat(columns).press('s').state)).toMatch(/^ Snooze 1 message until .* 2h$/u)
  })
})

test('a store that is busy says so', () => {
  expect(bar(withSession(seat(80).state, { stalled: true }))).toMatch(/store busy$/u)
})

test('hints are keys and words, none where there are none', () => {
  const hints = [
    { key: 'a', hint: 'ack' },
    { key: 'e', hint: 'archive' },
  ]
  const ended = (
    <Box>
      <Hints hints={hints} />
      <Text>|</Text>
    </Box>
  )
  expect(lineOf(ended, 50)).toBe(' a ack  e archive|')
  expect(lookOf(<Hints hints={hints} />, 'a ack')).toBe(look('1'))
  expect(lineOf(<Hints hints={[]} />, 50).trim()).toBe('')
})

test('what is about to be sent says when and how it is taken back, and what may change one’s mind', () => {
  const sending = { messages: 2, option: null, when: ' in 4 s', undo: ': u takes it back' }
  const toast = { text: 'bob wrote too', tone: 'problem' } as const
  expect(lineOf(<Toast toast={toast} sending={sending} columns={80} />, 80).trim()).toBe(
    '2 messages in 4 s: u takes it back · bob wrote too',
  )
  expect(lineOf(<Toast toast={null} sending={{ ...sending, messages: 1 }} columns={80} />, 80)).toMatch(
    /^ sending/u,
  )
  expect(
    lineOf(<Toast toast={null} sending={{ ...sending, messages: 1, option: 2 }} columns={80} />, 80),
  ).toMatch(/^ deciding for option 2 in 4 s/u)
  expect(lookOf(<Toast toast={toast} sending={null} columns={80} />, 'bob')).toBe(look('1;31'))
})

test.each(widths)('a question is cut before what is typed, in %i columns', (columns) => {
  const label = plain('Why? '.repeat(60))
  const line = lineOf(<Prompt label={label} field={typed(wide)} columns={columns} />, columns)
  expect(line).toContain('…')
  expect(line).toContain('end')
})

test('a command that cannot run here is dim, and comes last', () => {
  const { state } = sitBefore([], { columns: 120, rows: 24 })
  const hints = statusView(state).hints
  expect(hints.filter(({ off }) => off).map(({ key }) => key)).toContain('r')
  expect(hints.findIndex(({ off }) => off)).toBeGreaterThan(hints.findLastIndex(({ off }) => !off))
  expect(lookOf(<Hints hints={[{ key: 'r', hint: 'reply', off: true }]} />, 'r reply')).toBe(look('2'))
  expect(lookOf(<Hints hints={[{ key: 'r', hint: 'reply', off: false }]} />, 'r')).toBe(look('1'))
})
