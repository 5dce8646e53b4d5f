import { describe, expect, it } from 'vitest'
import { noUnread } from '../../../src/domain/roster.ts'
import { usualWidths, widthsOf } from '../../../src/faces/tui/model/widths.ts'
import { layoutOf } from '../../../src/faces/tui/panes/layout.ts'
import { withClock, withPanes, withSession } from '../../../src/faces/tui/state.ts'
import type { MouseEvent } from '../../../src/faces/tui/terminal/key-event.ts'
import { themeFor } from '../../../src/faces/tui/text/theme.ts'
import { frameText } from '../../support/screen-text.ts'
import { agent, message, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

const rows = rowIds(30).map((id) => row(id))

describe('notices', () => {
  const news = (sitting: Sitting, total: number, urgent = 0) => {
    const unread = { ...noUnread, total, urgent }
    sitting.taken()
    sitting.answerRoster({ agents: [agent('lea')], unread })
    return sitting.taken().flatMap((effect) => (effect.type === 'notice' ? [effect.body] : []))
  }
  const away = (): Sitting => {
    const sitting = sitBefore(rows)
    news(sitting, 3)
    return sitting.tell({ type: 'focus', focused: false })
  }
  const wait = (sitting: Sitting, milliseconds: number) => {
    sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + milliseconds })
  }

  it('tell of new mail where nobody looks, and nowhere else', () => {
    const sitting = away()
    expect(news(sitting, 5)).toEqual(['2 new messages, 5 unread'])
    expect(news(away(), 2)).toEqual([])
    expect(news(away().tell({ type: 'focus', focused: true }), 9)).toEqual([])
  })

  it('tell of an agent that waits for a person once, and again when it waits again', () => {
    const asking = (sitting: Sitting, ...agents: readonly (readonly [string, string])[]) => {
      sitting.taken()
      const waiting = agents.map(([name, since]) =>
        agent(name, {
          activity: 'waiting',
          asks: { since, kind: 'permission', reason: 'Bash rm -rf build' },
        }),
      )
      sitting.answerRoster({ agents: [agent('lea'), ...waiting], unread: { ...noUnread, total: 3 } })
      return sitting.taken().flatMap((effect) => (effect.type === 'notice' ? [effect.body] : []))
    }
    const sitting = away()
    const first = ['swarm_dev/nux', '2027-01-31T11:59:00.000Z'] as const
    expect(asking(sitting, first)).toEqual(['nux waits for you: Bash rm -rf build'])
    expect(asking(sitting, first)).toEqual([])
    wait(sitting, 60_000)
    expect(asking(sitting)).toEqual([])
    expect(asking(sitting, [first[0], '2027-01-31T12:01:00.000Z'], ['max', first[1]])).toEqual([
      '2 agents wait for you',
    ])
  })

  it('ask whether somebody looks where the terminal never tells, as tmux does not unless told to', () => {
    const untold = (): Sitting => {
      const sitting = sitBefore(rows)
      news(sitting, 3)
      return sitting
    }
    const sitting = untold()
    expect(news(sitting, 5)).toEqual([])
    expect(sitting.effects).toContainEqual({ type: 'ask-looked' })
    expect(sitting.tell({ type: 'looked', looked: false }).taken()).toContainEqual({
      type: 'notice',
      body: '2 new messages, 5 unread',
    })
    const seen = untold()
    news(seen, 5)
    seen.tell({ type: 'looked', looked: true })
    // What stood before somebody's eyes is no news later.
    expect(news(seen.tell({ type: 'focus', focused: false }), 6)).toEqual(['1 new message, 6 unread'])
    const told = untold().tell({ type: 'focus', focused: true })
    news(told, 9)
    expect(told.effects).not.toContainEqual({ type: 'ask-looked' })
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
      kept: { widths: { roster: 18 } },
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
    const sitting = seat().tell(at('press', 40, 6))
    expect(sitting.state.panes.list.selected).toBe('M004')
    sitting.tell(at('release', 40, 6), at('move', 60, 9), at('release', 60, 9))
    expect(sitting.state.panes.list.selected).toBe('M004')
    sitting.tell(at('press', 40, 6))
    expect(sitting.state.panes.focus).toBe('thread')
  })

  it('moves by the wheel what it is over', () => {
    const sitting = seat().tell(at('wheel-down', 40, 5))
    expect(sitting.state.panes.list.selected).toBe('M004')
    sitting.tell(at('wheel-up', 40, 5))
    expect(sitting.state.panes.list.selected).toBe('M001')
    expect(sitting.tell(at('wheel-down', 3, 5)).state.panes.focus).toBe('roster')
  })

  it.each([
    ['the header', 40, 0],
    ['the lower edge', 40, 28],
    ['where no key stands at the foot', 140, 29],
    ['outside', 900, 5],
  ])('does nothing on %s', (_, x, y) => {
    expect(seat().tell(at('press', x, y)).state.panes.list.selected).toBe('M001')
  })

  it('selects in the roster and lists it, and in the thread, where two clicks fold', () => {
    const roster = seat().tell(at('press', 5, 7))
    expect(roster.state).toMatchObject({
      panes: { focus: 'roster', roster: { selected: 'view:sent' }, list: { source: { type: 'sent' } } },
    })
    const body = Array.from({ length: 9 }, (_, line) => `line ${line}`).join('\n')
    const thread = seat()
      .press('Enter')
      .answerThread([message('M001', { body })])
    thread.tell(at('press', 120, 6))
    expect(thread.state.panes.thread?.cursor).toEqual({ message: 'M001', offset: 3 })
    thread.tell(at('press', 120, 6))
    expect(thread.state.panes.thread?.open.has('M001')).toBe(false)
  })

  it('selects in a stream what it is over, though that is drawn upside down', () => {
    const sitting = seat()
    sitting.state = withPanes(sitting.state, {
      list: { ...sitting.state.panes.list, source: { type: 'channel', name: 'c' } },
    })
    const shown = frameText(sitting.state).split('\n')
    const y = shown.findIndex((line) => line.includes('Subject of M003'))
    expect(sitting.tell(at('press', 40, y)).state.panes.list.selected).toBe('M003')
    expect(frameText(sitting.state).split('\n')[y]).toContain('Subject of M003')
  })

  it('presses the keys that stand at the foot', () => {
    const foot = frameText(seat().state).split('\n').at(-1) ?? ''
    expect(seat().tell(at('press', foot.indexOf('? help'), 29)).state.overlay.type).toBe('help')
    expect(seat().tell(at('press', foot.indexOf('snooze'), 29)).state.overlay.type).toBe('prompt')
    expect(
      seat()
        .press('s')
        .tell(at('press', 3, 29)).state.overlay.type,
    ).toBe('prompt')
  })

  it('chooses in the palette, and does by a second click what the first chose', () => {
    const sitting = seat().press(':')
    sitting.tell({ type: 'known-loaded', commands: [], addresses: [], drafts: [], templates: [] })
    const lines = frameText(sitting.state).split('\n')
    const [from, to] = ['Inbox', 'Sent'].map((name) =>
      lines.findIndex((line) => line.includes(`view    ${name}`)),
    )
    const x = lines[0]?.length === undefined ? 0 : 50
    sitting.tell(at('press', x, to ?? 0))
    expect(sitting.state.overlay).toMatchObject({ type: 'palette', chosen: (to ?? 0) - (from ?? 0) + 1 })
    for (const [left, y] of [
      [x, 0],
      [2, to ?? 0],
      [x, (lines.length ?? 0) - 2],
    ] as const)
      expect(sitting.tell(at('press', left, y)).state.overlay.type).toBe('palette')
    sitting.tell(at('press', x, to ?? 0), at('press', x, to ?? 0))
    expect(sitting.state).toMatchObject({
      overlay: { type: 'none' },
      panes: { list: { source: { type: 'sent' } } },
    })
  })

  it('chooses what is to be opened, and opens it', () => {
    const sitting = seat().press('Enter')
    sitting.answerThread([message('M001', { attachments: ['a.txt', 'b.txt'] })]).press('o')
    const y = frameText(sitting.state)
      .split('\n')
      .findIndex((line) => line.includes('file  b.txt'))
    sitting.tell(at('press', 40, y))
    expect(sitting.state.overlay).toMatchObject({ type: 'choice', chosen: 1 })
    sitting.tell(at('wheel-up', 40, y))
    expect(sitting.state.overlay).toMatchObject({ chosen: 0 })
    sitting.tell(at('press', 40, y), at('press', 40, y))
    expect(sitting.effects).toContainEqual({ type: 'open-file', path: 'b.txt' })
  })

  it('turns the wheel of what lies over the panes', () => {
    expect(
      seat()
        .press('?')
        .tell(at('wheel-down', 1, 1)).state.overlay,
    ).toMatchObject({ top: 3 })
    expect(
      seat()
        .press(':')
        .tell(at('wheel-down', 1, 1)).state.overlay,
    ).toMatchObject({ chosen: 1 })
    expect(
      seat()
        .press('s')
        .tell(at('wheel-down', 40, 5)).state.panes.list.selected,
    ).toBe('M001')
  })

  it('never clicks through what lies over the panes', () => {
    const sitting = seat()
      .press('?')
      .tell(at('press', 40, 6))
    expect(sitting.state.panes.list.selected).toBe('M001')
  })
})

it.each([
  [{}, 'colours', false],
  [{ TERM: 'xterm' }, 'colours', false],
  [{ TERM: 'linux', COLORFGBG: '15;0' }, 'colours', false],
  [{ TERM: 'xterm-256color' }, 'between', true],
  [{ TERM: 'xterm', COLORTERM: 'truecolor' }, 'between', true],
  [{ TERM: 'screen', inTmux: true }, 'between', true],
  [{ TERM: 'screen' }, 'colours', false],
  [{ TERM: 'tmux-256color', COLORFGBG: '15;0' }, 'dark', true],
  [{ TERM: 'rxvt-unicode-256color', COLORFGBG: '0;default;15' }, 'light', true],
  [{ theme: 'light' as const, TERM: 'xterm-256color' }, 'light', false],
  [{ theme: 'light' as const, NO_COLOR: '1' }, 'mono', false],
  [{ theme: 'light' as const, flag: 'high-contrast' as const, NO_COLOR: '1' }, 'contrast', false],
  [{ flag: '16-colours' as const, theme: 'dark' as const }, 'colours', false],
  [{ flag: 'dark' as const, TERM: 'dumb' }, 'bare', false],
])('the theme of %j is %s', (environment, theme, asks) => {
  expect(themeFor(environment)).toEqual({ theme, asks })
})

describe('the theme follows the background', () => {
  const asking = () => {
    const sitting = sitBefore(rows)
    sitting.state = withSession(sitting.state, { groundUntil: sitting.state.clock.now + 2_000 })
    return sitting
  }

  it.each([
    [true, 'light'],
    [false, 'dark'],
  ])('light: %s', (light, theme) => {
    expect(asking().tell({ type: 'ground', light }).state.session.theme).toBe(theme)
  })

  it('but not for a late answer', () => {
    const sitting = asking()
    sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + 2_001 })
    expect(sitting.tell({ type: 'ground', light: true }).state.session.theme).toBe(null)
  })

  it('and not once a theme was chosen', () => {
    const sitting = asking().press(':')
    sitting.tell({ type: 'known-loaded', commands: [], addresses: [], drafts: [], templates: [] })
    sitting.type('theme high').press('Enter')
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, session: { theme: 'contrast' } })
    expect(sitting.tell({ type: 'ground', light: true }).state.session.theme).toBe('contrast')
  })

  it("and a theme of the person's own is chosen by its name", () => {
    const sitting = asking()
    sitting.state = withSession(sitting.state, { ownThemes: ['night'] })
    sitting.press(':')
    sitting.tell({ type: 'known-loaded', commands: [], addresses: [], drafts: [], templates: [] })
    sitting.type('theme ni').press('Tab')
    expect(sitting.state.overlay).toMatchObject({ type: 'palette', field: { text: 'theme night' } })
    sitting.press('Enter')
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, session: { theme: 'own:night' } })
  })
})
