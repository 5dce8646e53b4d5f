import { describe, expect, it } from 'vitest'
import { frameText } from '../../../components/frame-text.ts'
import { noUnread } from '../../../src/domain/roster.ts'
import { fittingTabs, tabsOf } from '../../../src/faces/tui/panes/inbox/tabs.ts'
import type { Size } from '../../../src/faces/tui/source.ts'
import { withSession } from '../../../src/faces/tui/state.ts'
import { row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const savedAt = '2027-01-31T12:00:00.000Z'
const saved = (...names: readonly string[]) => names.map((name) => ({ name, query: `tag:${name}`, savedAt }))
const count = (view: 'inbox' | 'i-owe' | 'owed-to-me' | 'snoozed', number: number) => ({
  view,
  name: null,
  count: number,
  more: false,
})
const found = (name: string, number: number, more = false) => ({
  view: 'saved' as const,
  name,
  count: number,
  more,
})

function withViews(size: Size, ...names: readonly string[]): Sitting {
  return sitBefore([row('M001')], size).answerRoster({
    views: saved(...names),
    unread: { ...noUnread, urgent: 1, normal: 2, total: 3 },
  })
}
const tabsRow = (sitting: Sitting) =>
  frameText(sitting.state)
    .split('\n')
    .find((line) => /▸Inbox|Inbox 3!/u.test(line) && !line.includes('─')) ?? ''

describe('views as tabs', () => {
  it('stand over the list once searches are saved, with their counts', () => {
    const sitting = withViews({ columns: 80, rows: 30 }, 'red', 'slow')
    sitting.answerHead({
      counts: [
        count('inbox', 3),
        count('i-owe', 2),
        count('owed-to-me', 7),
        count('snoozed', 0),
        found('red', 4),
        found('slow', 99, true),
      ],
    })
    sitting.answerHead({ attention: [{ why: 'asks', count: 5, agents: 1 }] })
    expect(tabsRow(sitting)).toContain('Attention 5  ▸Inbox 3!  I owe 2  Owed to me 7  red 4  slow 99+')
    // Beside the roster they would say the same again.
    sitting.tell({ type: 'resize', columns: 120, rows: 30 })
    expect(tabsRow(sitting)).toBe('')
    expect(frameText(sitting.state)).toMatch(/│ {2}Owed to me +7 │/u)
    expect(frameText(sitting.state)).toMatch(/│ {2}red +4 │/u)
    expect(frameText(sitting.state)).toMatch(/│ {2}slow +99\+ │/u)
    expect(frameText(sitting.state)).toMatch(/│ {2}I owe +2 │/u)
  })

  it.each([
    ['no search is saved', 'auto' as const, [], { columns: 120, rows: 30 }, false],
    ['they are wanted', 'on' as const, [], { columns: 120, rows: 30 }, true],
    ['they are not wanted', 'off' as const, ['red'], { columns: 120, rows: 30 }, false],
    ['the terminal is low', 'auto' as const, ['red'], { columns: 120, rows: 14 }, false],
  ])('where %s', (_, tabs, names, size, shown) => {
    const sitting = withViews(size, ...names)
    sitting.state = withSession(sitting.state, { tabs })
    expect(tabsRow(sitting) !== '').toBe(shown)
  })

  it('take a row from the list, and no more', () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(`M${at}`, { subject: `Mail ${at}` }))
    const seen = (sitting: Sitting) => frameText(sitting.state).match(/Mail \d+/gu)?.length ?? 0
    const sitting = sitBefore(rows, { columns: 80, rows: 24 })
    const before = seen(sitting)
    expect(seen(sitting.answerRoster({ views: saved('red') }))).toBe(before - 1)
  })

  it.each([160, 120, 80, 50, 40])('fit into %i columns, with the present one among them', (columns) => {
    const names = Array.from({ length: 12 }, (_, at) => `search-number-${at}`)
    const sitting = withViews({ columns, rows: 30 }, ...names)
    sitting.state = withSession(sitting.state, { tabs: 'on' })
    for (let step = 0; step < 6; step += 1) sitting.press('}')
    const line =
      frameText(sitting.state)
        .split('\n')
        .find((one) => one.includes('▸search-nu')) ?? ''
    expect(line).toMatch(/│ … {2}.*▸search-nu….* … +│/u)
    const tabs = tabsOf(sitting.state)
    expect(tabs.filter(({ here }) => here).map(({ label }) => label)).toEqual(['search-number-5'])
    const wide = fittingTabs(tabs, 1_000, true)
    expect(wide.map(({ key }) => key)).toEqual(tabs.map(({ key }) => key))
  })

  it('are gone through by keys, and by the mouse', () => {
    const sitting = withViews({ columns: 80, rows: 24 }, 'red', 'slow')
    sitting.press('}')
    expect(sitting.state.panes.list.source).toMatchObject({ type: 'saved', name: 'red' })
    sitting.answerList([]).press('}').answerList([]).press('}')
    expect(frameText(sitting.state)).toContain('This is the last view.')
    expect(sitting.state.panes.list.source).toMatchObject({ type: 'saved', name: 'slow' })
    sitting.press('{').answerList([]).press('{').answerList([])
    expect(sitting.state.panes.list.source).toMatchObject({ type: 'mailbox' })
    const line = tabsRow(sitting)
    const y = frameText(sitting.state).split('\n').indexOf(line)
    sitting.tell({
      ...({ type: 'mouse', action: 'press', button: 'left', ctrl: false, alt: false, shift: false } as const),
      x: line.indexOf('slow') + 1,
      y,
    })
    expect(sitting.state.panes.list.source).toMatchObject({ type: 'saved', name: 'slow' })
  })
})
