import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/domain/sanitize.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { frameText } from '../../support/screen-text.ts'
import type { Sitting } from '../../support/tui-state.ts'
import { sitAtQueues } from '../../support/tui-work.ts'

const shown = (sitting: Sitting): string => frameText(sitting.state)
const calls = (sitting: Sitting) => sitting.taken().filter(({ type }) => type === 'call')

describe('the board of queues', () => {
  it.each([
    { columns: 200, rows: 50 },
    { columns: 120, rows: 30 },
    { columns: 80, rows: 24 },
    { columns: 50, rows: 20 },
  ])('has the columns side by side, or one at a time with the names of the others, at %o', (size) => {
    const sitting = sitAtQueues(size)
    for (const line of shown(sitting).split('\n'))
      expect(widthOf(plain(line))).toBeLessThanOrEqual(size.columns)
    expect(shown(sitting)).toMatch(/Available 1,200 .*Processing 1 .*Failed 1/u)
    expect(shown(sitting)).toMatch(/▸ ● Fix the parser/u)
    expect(/Fix the parser.*◐ Sort it.*† Deploy/u.test(shown(sitting))).toBe(size.columns >= 96)
    expect(shown(sitting.press('l'))).toMatch(/▸ ◐ Sort it .*7m/u)
    expect(shown(sitting.press('Tab', 'l', 'l'))).toMatch(/▸ † Deploy/u)
    expect(shown(sitting.press('h', 'h'))).toMatch(/▸ ● Fix the parser/u)
  })

  it('asks for more of a column near its end only', () => {
    const sitting = sitAtQueues()
    sitting.taken()
    const { board } = sitting.state.panes
    expect(board?.tables.map(({ wanted }) => wanted)).toEqual([100, 100, 100])
    expect(sitAtQueues().press('j').state.panes.board?.tables[0]?.selected).toBe('work Q-2')
  })

  it('r puts back: at once what failed, what is claimed after a question, and nothing that is available', () => {
    expect(shown(sitAtQueues().press('r'))).toContain('This item is already available.')
    expect(calls(sitAtQueues().press('l', 'l', 'r'))).toMatchObject([
      { operation: 'requeue', input: { queue: 'work', message: 'Q-4' } },
    ])
    const asked = sitAtQueues().press('l', 'r')
    expect(shown(asked)).toContain('Take Sort it from critic?')
    expect(calls(asked)).toEqual([])
    expect(calls(asked.type('y').press('Enter'))).toMatchObject([
      { operation: 'requeue', input: { queue: 'work', message: 'Q-3' } },
    ])
  })

  it('x gives up with a reason, and says of whose work', () => {
    const sitting = sitAtQueues().press('l', 'x')
    expect(shown(sitting)).toContain('Give up Sort it, which critic works on. Reason:')
    expect(calls(sitting.press('Enter'))).toEqual([])
    expect(calls(sitting.press('x').type('Gone').press('Enter'))).toMatchObject([
      { operation: 'giveUp', input: { queue: 'work', message: 'Q-3', reason: 'Gone' } },
    ])
    expect(shown(sitAtQueues().press('l', 'l', 'x'))).toContain('This item is already a dead letter.')
  })

  it('leads to the thread of the selected item', () => {
    const { panes } = sitAtQueues().press('j', 'Enter').state
    expect(panes.board).toBeNull()
    expect(panes.list.source).toEqual({ type: 'search', query: 'thread:Q-2' })
  })

  it('is told to a screen reader', () => {
    const words = announce(sitAtQueues().state, sitAtQueues().press('l').state).join('\n')
    expect(words).toMatch(/Processing, 1\b/u)
    expect(words).toMatch(/Sort it, processing, queue work, critic, 7m left, 1 of 1/u)
  })
})
