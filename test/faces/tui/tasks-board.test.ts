import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/domain/sanitize.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { frameText } from '../../support/screen-text.ts'
import type { Sitting } from '../../support/tui-state.ts'
import { sitAtTasks, someTasks } from '../../support/tui-work.ts'

const shown = (sitting: Sitting): string => frameText(sitting.state)
const calls = (sitting: Sitting) => sitting.taken().filter(({ type }) => type === 'call')

describe('the board of tasks', () => {
  it.each([
    { columns: 200, rows: 50 },
    { columns: 120, rows: 30 },
    { columns: 80, rows: 24 },
    { columns: 50, rows: 20 },
  ])('has one row for each by its title, at %o', (size) => {
    const sitting = sitAtTasks(someTasks, size)
    const lines = shown(sitting).split('\n')
    for (const line of lines) expect(widthOf(plain(line))).toBeLessThanOrEqual(size.columns)
    expect(shown(sitting)).toMatch(/▸ \? .*Which key.* 5m/u)
    expect(shown(sitting)).toMatch(/◐ .*Sort the night run/u)
    expect(shown(sitting)).toMatch(/✓ .*Write the notes/u)
    expect(lines.some((line) => /Sort the night run.* coo .* 1h +5m/u.test(line))).toBe(size.columns >= 64)
  })

  it.each([
    ['c', 'Result of Which key:', 'completeTask'],
    ['x', 'Stop Which key. Reason:', 'stopTask'],
  ] as const)('%s asks first, and nothing is done without words', (key, question, operation) => {
    const sitting = sitAtTasks().press(key)
    expect(shown(sitting)).toContain(question)
    expect(calls(sitting.press('Enter'))).toEqual([])
    expect(calls(sitting.press(key).type('Words').press('Enter'))).toMatchObject([
      { operation, input: { task: 'T-1', body: 'Words' } },
    ])
    expect(shown(sitAtTasks().press('G', key))).toContain('This task is already completed.')
  })

  it('leads to the messages of the selected task', () => {
    const sitting = sitAtTasks().press('j', 'Enter')
    expect(sitting.state.panes.board).toBeNull()
    expect(sitting.state.panes.list.source).toEqual({ type: 'task', task: 'T-2' })
  })

  it('is told to a screen reader', () => {
    const words = announce(sitAtTasks().state, sitAtTasks().press('j').state).join('\n')
    expect(words).toMatch(/Sort the night run, running, owner coo, task T-2, 3 messages, .*2 of 3/u)
  })
})
