import { describe, expect, it } from 'vitest'
import { boxWidth } from '../../../src/faces/tui/panes/layout.ts'
import { type State, withPanes, withSession } from '../../../src/faces/tui/state.ts'
import { word } from '../../../src/faces/tui/text/line.ts'
import { paint } from '../../../src/faces/tui/text/paint.ts'
import { themes } from '../../../src/faces/tui/text/theme.ts'
import { frameText } from '../../support/screen-text.ts'
import { agent, message, noon, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const shown = ({ state }: Sitting): string => frameText(state)
const line = (sitting: Sitting, text: string): string =>
  shown(sitting)
    .split('\n')
    .find((one) => one.includes(text)) ?? ''
const screen = (terminal: string, who: string, thread: string | null = null, replying = false) => ({
  terminal,
  who,
  thread,
  subject: thread === null ? null : `The plan ${thread.slice(-1)}`,
  replying,
  since: '',
})

describe('what others do', () => {
  const among = (columns: number, ...others: ReturnType<typeof screen>[]) => {
    const sitting = sitBefore([row('M001')], { columns, rows: 20 })
    const unread = { urgent: 3, high: 0, normal: 121, low: 0, total: 124 }
    sitting.answerRoster({ agents: [agent('lea', { kind: 'user' })], unread })
    return (
      shown(sitting.tell({ type: 'presence-loaded', presence: others } as never))
        .split('\n')[0]
        ?.trim() ?? ''
    )
  }
  const three = [screen('a', 'lea'), screen('b', 'bob', 'M001'), screen('c', 'lea', 'M002', true)]

  it.each([
    [120, 'also here: you elsewhere ×2 ✎ The plan 2, bob ◉ The plan 1'],
    [80, '+you elsewhere ×2 ✎ The plan 2 +1'],
    [50, '124 unread · 3!! +2'],
    [40, '124 unread · 3!! +2'],
  ])('at %i columns is told after what is unread, as far as there is room', (columns, told) => {
    const header = among(columns, ...three)
    expect(header).toContain('124 unread')
    expect(header.endsWith(told)).toBe(true)
  })
})

describe('a row', () => {
  it('keeps its age apart from the size of a thread, however large', () => {
    const sitting = sitBefore([row('M001', {}, 300)], { columns: 160, rows: 20 })
    expect(line(sitting, 'Subject of M001')).toMatch(/m 99\+│/u)
  })

  it('tells in a narrow queue what the work is rather than who has it', () => {
    const lease = { attempt: 1, by: 'swarm_dev/implementer', until: new Date(noon + 720_000).toISOString() }
    const sitting = sitBefore([row('M001', { lease, status: 'processing' })], { columns: 50, rows: 20 })
    const {
      panes: { list },
    } = sitting.state
    sitting.state = withPanes(sitting.state, { list: { ...list, source: { type: 'queue', name: 'work' } } })
    expect(line(sitting, '12m left')).toContain('Subject of M001')
  })

  it('of an agent keeps a long name apart from what is unread', () => {
    const sitting = sitBefore([row('M001')], { columns: 160, rows: 40 })
    const unread = { urgent: 1, high: 0, normal: 0, low: 0, total: 1 }
    const agents = [agent(`swarm_dev/${'long-name'.repeat(5)}`, { unread })]
    sitting.answerRoster({ agents, unread })
    expect(line(sitting, 'long-name')).toContain('… 1!│')
  })

  it('of a folded message tells what it says where its subject is the thread’s', () => {
    const written = ['Tests red', 'Re: Tests red', 'Another thing'].map((subject, at) =>
      message(`M00${at + 1}`, { subject, body: `body ${at}`, preview: `body ${at}`, status: 'read' }),
    )
    const sitting = sitBefore([row('M001')], { columns: 160, rows: 20 }).answerThread(written)
    expect(line(sitting, '▹ ○ critic  body 1')).not.toBe('')
    expect(line(sitting, '▹ ○ critic  Another thing')).not.toBe('')
  })
})

describe('the header at 40 columns', () => {
  const header = (state: State): string => frameText(state).split('\n')[0] ?? ''
  const { state } = sitBefore([row('M001')], { columns: 40, rows: 10 })

  it("names whose mailbox one is in, before the words of one's own counts", () => {
    const source = { type: 'mailbox', owner: 'swarm_dev/critic', box: 'inbox' } as const
    expect(header(withPanes(state, { list: { ...state.panes.list, source } }))).toContain("in critic's")
  })

  it('says that one only looks', () =>
    expect(header(withSession(state, { readOnly: true }))).toContain('read-only'))
})

it.each([
  [200, 110, 110],
  [150, 110, 110],
  [149, 110, 145],
  [120, 100, 116],
  [90, 110, 86],
  [89, 110, 89],
  [40, 110, 40],
])(
  'a box over %i columns that may be %i wide is %i wide: beside it stands as much as can be read, or the edges of the panes alone',
  (columns, widest, wide) => expect(boxWidth(columns, widest)).toBe(wide),
)

it.each(['dark', 'light', 'between', 'colours', 'contrast'] as const)(
  'nothing is faint on the selected row of %s',
  (name) => {
    const theme = themes[name]
    expect(paint([word('2h', 'dim')], theme, theme.selected)).toBe(`\x1b[${theme.selected}m2h\x1b[m`)
  },
)

describe('the foot', () => {
  const foot = (sitting: Sitting): string => shown(sitting).split('\n').at(-1) ?? ''

  it.each([
    ['a message', [row('M001')], 40, ['r reply', 'Enter open', '? help']],
    ['a message', [row('M001')], 80, ['r reply', 'e archive', 'Enter open', 'Tab pane', '? help']],
    ['nothing', [], 40, ['m new', 'Tab pane', '/ search', '? help']],
  ] as const)('tells before %s what matters most, whole, at %i columns', (_, rows, columns, hints) => {
    const told = foot(sitBefore(rows, { columns, rows: 24 }))
    for (const hint of hints) expect(told).toContain(hint)
    expect(told).not.toContain('hel…')
    if (rows.length === 0) expect(told).not.toContain('open')
  })

  it('tells the way back where one reads, and no deed where one only looks', () => {
    const reading = sitBefore([row('M001')], { columns: 50, rows: 20 }).press('Enter')
    expect(foot(reading)).toContain('Esc back')
    const looking = sitBefore([row('M001')], { columns: 160, rows: 20 })
    const { state } = looking
    const told =
      frameText(withSession(state, { readOnly: true }))
        .split('\n')
        .at(-1) ?? ''
    expect(told).toContain('Enter open')
    for (const deed of ['reply', 'archive', 'new', 'undo']) expect(told).not.toContain(deed)
  })

  it('offers a snooze that typing takes the place of, and keys edit', () => {
    const asked = (...keys: readonly string[]) => {
      const sitting = sitBefore([row('M001')], { columns: 80, rows: 24 }).press('s', ...keys)
      return foot(sitting)
    }
    expect(asked()).toMatch(/: 2h\s*$/u)
    expect(asked('3', 'd')).toMatch(/: 3d\s*$/u)
    expect(asked('Left', '1')).toMatch(/: 21h\s*$/u)
    expect(asked('Backspace')).toMatch(/:\s*$/u)
  })

  it('shows what is typed behind its question, however narrow it is', () => {
    const sitting = sitBefore([row('M001')], { columns: 40, rows: 10 })
    expect(foot(sitting.press('s').type('x'))).toContain('… x')
  })

  it('keeps a time that is none, to be mended', () => {
    for (const wrong of ['x', ' ago', '\u00e9']) {
      const sitting = sitBefore([row('M001')], { columns: 80, rows: 10 })
        .press('s')
        .type(wrong)
        .press('Enter')
      const asked = sitting.effects.at(-1)
      if (asked?.type === 'read-time') sitting.tell({ ...asked, type: 'time-read', at: null })
      expect(sitting.state.overlay).toMatchObject({ type: 'prompt', command: 'mail.snooze' })
      expect(foot(sitting)).toContain(`Not a time. Snooze until (2h, 17:30, tomorrow 9am): ${wrong.trim()}`)
      sitting
        .press(...Array.from(wrong, () => 'Backspace'))
        .type('3h')
        .press('Enter')
      expect(sitting.effects).toContainEqual(expect.objectContaining({ type: 'change' }))
    }
    const past = sitBefore([row('M001')])
      .press('s')
      .type('2020-01-31')
      .press('Enter')
    expect(past.state.overlay.type).toBe('prompt')
  })

  it('reads a time as people write it, and snoozes until then', () => {
    const sitting = sitBefore([row('M001')])
      .press('s')
      .type('tomorrow 9am')
      .press('Enter')
    const asked = { text: 'tomorrow 9am', targets: [{ id: 'M001', of: null }] }
    expect(sitting.effects.at(-1)).toEqual({ type: 'read-time', ...asked })
    const at = sitting.state.clock.now + 60_000
    sitting.tell({ type: 'time-read', ...asked, at })
    const input = { until: new Date(at).toISOString() }
    expect(sitting.effects).toContainEqual(
      expect.objectContaining({ type: 'change', operation: 'snooze', targets: asked.targets, input }),
    )
  })

  it('asks again for a time that is over, unless something else is asked by then', () => {
    const read = { type: 'time-read', text: 'yesterday', targets: [{ id: 'M001', of: null }], at: 1 } as const
    const sitting = sitBefore([row('M001')], { columns: 90, rows: 10 }).tell(read)
    expect(foot(sitting)).toContain(
      'That time is in the past. Snooze until (2h, 17:30, tomorrow 9am): yesterday',
    )
    const elsewhere = sitBefore([row('M001')], { columns: 90, rows: 10 })
      .press('x')
      .tell(read)
    expect(elsewhere.state.overlay).toMatchObject({ command: 'mail.fail' })
    expect(elsewhere.state.session.toast?.text).toContain('Not snoozed: yesterday')
  })

  it('tells what happened in full before where one is', () => {
    const sitting = sitBefore([row('M001')], { columns: 50, rows: 20 })
    sitting.tell({ type: 'failed', text: 'This copy was archived by bob just now.' })
    expect(foot(sitting)).toContain('This copy was archived by bob just now.')
    sitting.tell({ type: 'failed', text: 'This copy was archived by bob just now, two.' })
    expect(foot(sitting)).toContain('just now, two.')
  })

  it('names no key that does nothing in a timeline', () => {
    const sitting = sitBefore([row('M001')], { columns: 120, rows: 20 })
    expect(foot(sitting.press('M'))).toContain('longer')
    expect(foot(sitting.press('Esc', 'T'))).not.toContain('longer')
  })
})
