import { describe, expect, it } from 'vitest'
import { noUnread } from '../../../src/domain/roster.ts'
import { noPlaces } from '../../../src/faces/tui/initial.ts'
import type { MouseEvent } from '../../../src/faces/tui/terminal/key-event.ts'
import { themeFor } from '../../../src/faces/tui/theme.ts'
import { layoutOf } from '../../../src/faces/tui/view/layout.ts'
import { usualWidths, widthsOf } from '../../../src/faces/tui/widths.ts'
import { agent, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

const rows = rowIds(30).map((id) => row(id))

describe('notices', () => {
  const news = (sitting: Sitting, total: number, urgent = 0) => {
    const request = sitting.state.asked.roster
    const unread = { ...noUnread, total, urgent }
    sitting.taken()
    sitting.tell({
      type: 'roster-loaded',
      request,
      agents: [agent('lea')],
      unread,
      dead: 0,
      drafts: 0,
      places: noPlaces,
      views: [],
    })
    return sitting.taken().flatMap((effect) => (effect.type === 'notice' ? [effect.body] : []))
  }
  const away = (): Sitting => {
    const sitting = sitBefore(rows)
    news(sitting, 3)
    return sitting.tell({ type: 'focus', focused: false })
  }
  const wait = (sitting: Sitting, milliseconds: number) => {
    sitting.state = { ...sitting.state, now: sitting.state.now + milliseconds }
  }

  it('tell of new mail where nobody looks, and nowhere else', () => {
    const sitting = away()
    expect(news(sitting, 5)).toEqual(['2 new messages, 5 unread'])
    expect(news(away(), 2)).toEqual([])
    expect(news(away().tell({ type: 'focus', focused: true }), 9)).toEqual([])
  })

  it('keep silent when one just came in; urgent mail waits less', () => {
    const sitting = away()
    news(sitting, 4)
    wait(sitting, 9_000)
    expect(news(sitting, 5, 1)).toEqual([])
    wait(sitting, 2_000)
    expect(news(sitting, 7, 2)).toEqual(['2 urgent messages, 7 unread'])
    wait(sitting, 29_000)
    expect(news(sitting, 8, 2)).toEqual([])
    wait(sitting, 1_000)
    // What came in meanwhile is told with it.
    expect(news(sitting, 9, 2)).toEqual(['2 new messages, 9 unread'])
  })
})

describe('sizes of panes', () => {
  it('change by keys within limits, are kept, and go back', () => {
    const sitting = sitBefore(rows, { columns: 160, rows: 30 })
    const widths = () => layoutOf(sitting.state).map(({ width }) => width)
    expect(widths()).toEqual([28, 66, 66])
    sitting.press('>')
    expect(widths()[1]).toBeGreaterThan(66)
    sitting.press('1', '>', '>')
    expect(widths()[0]).toBe(32)
    for (let at = 0; at < 40; at += 1) sitting.press('<')
    expect(widths()[0]).toBe(18)
    expect(sitting.taken().findLast(({ type }) => type === 'remember')).toMatchObject({
      widths: { roster: 18 },
    })
    sitting.press('=')
    expect(widths()).toEqual([28, 66, 66])
    expect(widths().reduce((sum, width) => sum + width)).toBe(160)
  })

  it.each([null, 7, 'x', {}, { roster: 'wide', inbox: null }, { roster: 1.5, inbox: Number.NaN }])(
    'are the usual ones where %j was kept',
    (kept) => {
      expect(widthsOf(kept)).toEqual(usualWidths)
    },
  )
  it('never leave what others can read', () => {
    expect(widthsOf({ roster: 900, inbox: -3 })).toEqual({ roster: 48, inbox: 0.25 })
  })
})

describe('the mouse', () => {
  const at = (action: MouseEvent['action'], x: number, y: number): MouseEvent => {
    return { type: 'mouse', action, button: 'left', x, y, ctrl: false, alt: false, shift: false }
  }
  const seat = () => sitBefore(rows, { columns: 160, rows: 30 })

  it('selects by a click, opens by two, and by a drag does nothing', () => {
    const sitting = seat().tell(at('press', 40, 5))
    expect(sitting.state.list.selected).toBe('M004')
    sitting.tell(at('release', 40, 5), at('move', 60, 9), at('release', 60, 9))
    expect(sitting.state.list.selected).toBe('M004')
    sitting.tell(at('press', 40, 5))
    expect(sitting.state.focus).toBe('thread')
  })

  it('moves by the wheel what it is over', () => {
    const sitting = seat().tell(at('wheel-down', 40, 5))
    expect(sitting.state.list.selected).toBe('M004')
    sitting.tell(at('wheel-up', 40, 5))
    expect(sitting.state.list.selected).toBe('M001')
    expect(sitting.tell(at('wheel-down', 3, 5)).state.focus).toBe('roster')
  })

  it.each([
    ['the header', 40, 0],
    ['below the last row', 40, 29],
    ['outside', 900, 5],
  ])('does nothing on %s', (_, x, y) => {
    expect(seat().tell(at('press', x, y)).state.list.selected).toBe('M001')
  })

  it('never clicks through what lies over the panes', () => {
    const sitting = seat()
      .press('?')
      .tell(at('press', 40, 5))
    expect(sitting.state.list.selected).toBe('M001')
  })
})

it.each([
  [{}, 'colours'],
  [{ theme: 'light' as const }, 'light'],
  [{ theme: 'light' as const, NO_COLOR: '1' }, 'mono'],
  [{ theme: 'light' as const, flag: 'high-contrast' as const, NO_COLOR: '1' }, 'contrast'],
  [{ flag: '16-colours' as const, theme: 'dark' as const }, 'colours'],
  [{ flag: 'dark' as const, TERM: 'dumb' }, 'bare'],
])('the theme of %j is %s', (environment, name) => {
  expect(themeFor(environment)).toBe(name)
})
