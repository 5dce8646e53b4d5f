import { describe, expect, it } from 'vitest'
import { fleetStates } from '../../../src/domain/fleet.ts'
import { noUnread } from '../../../src/domain/roster.ts'
import { plain } from '../../../src/domain/sanitize.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import type { ContextUses } from '../../../src/faces/tui/model/board.ts'
import { withClock } from '../../../src/faces/tui/state.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import type { FleetRowValue } from '../../../src/values/supervision-schema.ts'
import { frameText } from '../../support/screen-text.ts'
import { ago, fleetRow, sitAtBoard, someAgents, someWork, tellFleet } from '../../support/tui-fleet.ts'
import { agent, message, noon, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const shown = (sitting: Sitting): string => frameText(sitting.state)
const lines = (sitting: Sitting): readonly string[] => shown(sitting).split('\n')
const selected = (sitting: Sitting): string => lines(sitting).find((line) => line.includes('▸')) ?? ''
const board = (sitting: Sitting) => sitting.state.panes.board
const table = (sitting: Sitting) => board(sitting)?.tables[0]
const opened = (sitting: Sitting) => {
  const page = board(sitting)?.page
  return page?.type === 'agent' ? page.agent : undefined
}
const listed = (sitting: Sitting) =>
  table(sitting)?.lines.flatMap((line) => (line.type === 'row' ? [line.key.replace('swarm_dev/', '')] : []))
const loads = (sitting: Sitting) => sitting.taken().filter(({ type }) => type === 'load-board').length
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => fleetRow(`a-${String(at).padStart(4, '0')}`, { unread: at }))

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]

describe('the board of the fleet', () => {
  it.each(sizes)('shows each agent with what there is room for, at %o', (size) => {
    const sitting = sitAtBoard(someAgents, size)
    const text = shown(sitting)
    for (const line of lines(sitting)) expect(widthOf(plain(line))).toBeLessThanOrEqual(size.columns)
    const swarm = size.columns < 92 ? '' : 'swarm_dev/'
    for (const row of [`▸ ? ${swarm}ask`, `◌ ${swarm}lost`, `◐ ${swarm}busy`]) expect(text).toContain(row)
    expect(text).toMatch(/lost.* 1h/u)
    expect(text).toContain(size.columns < 64 ? '12' : '1h')
    expect(text).toMatch(size.columns >= 90 ? /5? ?· 1 waiting · 1 working/u : /Fleet · \? 1 · ◐ 1/u)
    if (size.columns >= 64) expect(text).toMatch(/queue:buil/u)
    if (size.columns >= 64) expect(text).toMatch(/ 4m /u)
  })

  it('is asked for once at a time, and again where something changed meanwhile', () => {
    const sitting = sitBefore([row('M001')]).answerRoster()
    sitting.taken()
    sitting.press('B')
    expect(loads(sitting)).toBe(1)
    expect(shown(sitting)).toContain('loading …')
    sitting.tell({ type: 'changed' }, { type: 'changed' })
    expect(loads(sitting)).toBe(0)
    tellFleet(sitting, someAgents)
    expect(loads(sitting)).toBe(0)
    sitting.tell({ type: 'waited', name: 'board' })
    expect(loads(sitting)).toBe(1)
    tellFleet(sitting, someAgents).tell({ type: 'waited', name: 'board' })
    expect(loads(sitting)).toBe(0)
    sitting.tell({ type: 'changed' })
    expect(loads(sitting)).toBe(1)
    tellFleet(sitting, someAgents).tell({ type: 'waited', name: 'board' }, { type: 'waited', name: 'minute' })
    expect(loads(sitting)).toBe(1)
  })

  it('has the counts of the header asked for with it, once for each refresh', () => {
    const sitting = sitAtBoard().tell({ type: 'waited', name: 'board' })
    const asked = () => sitting.taken().filter(({ type }) => type === 'load-roster').length
    asked()
    sitting.tell({ type: 'changed' })
    expect(asked()).toBe(1)
    tellFleet(sitting, someAgents).tell({ type: 'waited', name: 'board' })
    expect(asked()).toBe(0)
    sitting.tell({ type: 'waited', name: 'minute' })
    expect(asked()).toBe(1)
  })

  it('asks for the counts alone once the roster is known, and shows the newest answer', () => {
    const sitting = sitBefore([row('M001')])
      .answerRoster({ agents: [agent('lea')] })
      .press('B')
    tellFleet(sitting, someAgents).tell({ type: 'waited', name: 'board' })
    sitting.taken()
    sitting.tell({ type: 'changed' })
    const asked = sitting.taken()
    expect(asked.filter(({ type }) => type === 'load-roster')).toEqual([])
    const request = sitting.state.panes.asked.head
    expect(asked).toContainEqual({ type: 'load-head', request })
    const unread = { ...noUnread, urgent: 2, total: 41 }
    sitting.answerHead({ request: request - 1, unread: { ...unread, total: 7 } })
    expect(lines(sitting)[0]).not.toContain('7 unread')
    sitting.answerHead({ request, unread, dead: 3 })
    expect(lines(sitting)[0]).toMatch(/41 unread/u)
    expect(sitting.state.panes.roster).toMatchObject({ dead: 3, agents: [{ address: 'lea' }] })
    // While the rows rest, the header does not.
    tellFleet(sitting, someAgents).taken()
    sitting.tell({ type: 'changed' })
    expect(sitting.taken().map(({ type }) => type)).toEqual(['load-head'])
  })

  it('tells of an agent that waits for a person, as the roster would', () => {
    const sitting = sitBefore([row('M001')])
      .answerRoster({ agents: [agent('lea')] })
      .tell({ type: 'focus', focused: false })
      .press('B')
    sitting.taken()
    const notices = () => sitting.taken().flatMap((effect) => (effect.type === 'notice' ? [effect.body] : []))
    tellFleet(sitting, someAgents)
    expect(notices()).toEqual(['asker waits for you: permission to push'])
    tellFleet(sitting, someAgents)
    expect(notices()).toEqual([])
  })

  it('keeps keys for its rows until they have come', () => {
    const sitting = sitBefore([row('M001')])
      .answerRoster()
      .press('B', 'j', '/')
      .type('calm')
      .press('Enter', 'Enter')
    expect(board(sitting)?.page).toBeNull()
    tellFleet(sitting, someAgents)
    expect(board(sitting)?.filter).toBe('calm')
    expect(opened(sitting)).toBe('swarm_dev/calm')
  })

  it('goes on after a failure', () => {
    const sitting = sitBefore([row('M001')])
      .answerRoster()
      .press('B')
    sitting.tell({ type: 'board-failed', problem: 'The store is busy.' })
    expect(shown(sitting)).toContain('The store is busy.')
    sitting.taken()
    sitting.tell({ type: 'changed' })
    expect(loads(sitting)).toBe(1)
  })

  it('loads nothing of the panes below it until it is closed', () => {
    const sitting = sitAtBoard()
    sitting.taken()
    sitting.tell({ type: 'waited', name: 'board' }, { type: 'changed' })
    expect(sitting.taken().map(({ type }) => type)).not.toContain('load-list')
    sitting.press('q')
    expect(board(sitting)).toBeNull()
    expect(sitting.taken().map(({ type }) => type)).toContain('load-list')
  })

  it('counts nothing of the thread below it as read', () => {
    const sitting = sitBefore([row('M001')])
      .answerRoster()
      .press('Enter')
    sitting.answerThread([message('M001', { owner: 'lea', status: 'unread' }) as never])
    expect(sitting.state.panes.showing).toHaveLength(1)
    sitting.press('B')
    expect(sitting.state.panes.showing).toEqual([])
  })

  it('keeps the selected agent selected, and its row where it stands, while others come and go', () => {
    const rows = many(40)
    const sitting = sitAtBoard(rows, { columns: 80, rows: 15 }).press('C-d', 'C-d', 'j')
    const at = lines(sitting).findIndex((line) => line.includes('▸'))
    const before = selected(sitting)
    tellFleet(sitting, [fleetRow('a-0000-new'), fleetRow('0'), ...rows])
    expect(lines(sitting).findIndex((line) => line.includes('▸'))).toBe(at)
    expect(selected(sitting)).toBe(before)
    const name = table(sitting)?.selected
    tellFleet(
      sitting,
      rows.filter((one) => one.agent !== name),
    )
    expect(table(sitting)?.selected).not.toBe(name)
    expect(selected(sitting)).not.toBe('')
  })

  it('moves by row, page and end, and draws the rows of the screen alone', () => {
    const sitting = sitAtBoard(many(2_000), { columns: 80, rows: 24 })
    expect(selected(sitting)).toContain('a-0000')
    expect(shown(sitting)).toContain('1–18 of 2,000')
    sitting.press('G')
    expect(selected(sitting)).toContain('a-1999')
    expect(shown(sitting)).toContain('1982–2000 of 2,000')
    sitting.press('k')
    expect(selected(sitting)).toContain('a-1998')
    sitting.press('g', 'g', 'PageDown')
    expect(selected(sitting)).toContain('a-0018')
    sitting.press('PageUp', 'Down', 'Up')
    expect(selected(sitting)).toContain('a-0000')
  })

  it('is sorted by the next column, from the top', () => {
    const sitting = sitAtBoard().press('j')
    expect(shown(sitting)).toContain('by state')
    sitting.press('s')
    expect(shown(sitting)).toContain('by name')
    expect(listed(sitting)).toEqual(['asker', 'busy', 'calm', 'lost', 'over'])
    expect(selected(sitting)).toContain('asker')
    sitting.press('s', 's')
    expect(shown(sitting)).toContain('by unread')
    expect(selected(sitting)).toContain('lost')
    for (let time = 0; time < 5; time += 1) sitting.press('s')
    expect(shown(sitting)).toContain('by state')
  })

  it.each(['/', 'f'])('is filtered as one types behind %s; Esc brings the filter before back', (key) => {
    const sitting = sitAtBoard().press(key).type('review')
    expect(listed(sitting)).toEqual(['calm'])
    sitting.press('Enter')
    expect(listed(sitting)).toEqual(['calm'])
    expect(shown(sitting)).toContain('/review')
    sitting.press(key).type(' nobody')
    expect(shown(sitting)).toContain('Nothing matches the filter.')
    sitting.press('Esc')
    expect(listed(sitting)).toEqual(['calm'])
    sitting.press('Esc')
    expect(listed(sitting)).toHaveLength(5)
    sitting.press('Esc')
    expect(board(sitting)).toBeNull()
  })

  it('nudges and jumps to the selected agent, and stays', () => {
    const sitting = sitAtBoard().press('j', 'j')
    sitting.taken()
    sitting.press('J')
    expect(sitting.taken()).toContainEqual(
      expect.objectContaining({ operation: 'jump', input: { agent: 'swarm_dev/lost' } }),
    )
    sitting.press('!')
    expect(shown(sitting)).toContain('Type to swarm_dev/lost')
    expect(shown(sitting)).toContain('Fleet')
    sitting.type('look').press('Enter')
    expect(sitting.taken()).toContainEqual(
      expect.objectContaining({ operation: 'nudge', input: { agent: 'swarm_dev/lost', text: 'look' } }),
    )
    expect(board(sitting)).not.toBeNull()
  })

  it('shows the keys over itself', () => {
    const sitting = sitAtBoard().press('?')
    expect(shown(sitting)).toContain('Keys')
    sitting.press('q')
    expect(shown(sitting)).toContain('Fleet')
  })

  it('is moved by the wheel, and a click selects, then opens', () => {
    const wheel = { type: 'mouse', action: 'wheel-down', button: 'none', x: 5, y: 5 } as never
    const click = (y: number) => ({ type: 'mouse', action: 'press', button: 'left', x: 9, y }) as never
    const sitting = sitAtBoard().tell(wheel)
    expect(selected(sitting)).toContain('calm')
    sitting.tell(click(8))
    expect(selected(sitting)).toContain('lost')
    sitting.tell(click(8))
    expect(opened(sitting)).toBe('swarm_dev/lost')
  })
})

describe('the wall', () => {
  const crowd = [
    ...someAgents,
    fleetRow('swarm_dev/broken', { state: 'working', work: someWork, failedToday: 2 }),
    fleetRow('swarm_dev/mailed', { unread: 40, oldest: ago(600) }),
  ]
  const headings = (sitting: Sitting) =>
    table(sitting)?.lines.flatMap((line) => (line.type === 'group' ? [`${line.name} ${line.count}`] : []))

  it('groups agents by what a person has to do for them', () => {
    expect(headings(sitAtBoard(crowd))).toEqual([
      'waiting for you 1',
      'failing 1',
      'working 1',
      'silent 1',
      'idle 2',
      'ended 1',
    ])
    expect(listed(sitAtBoard(crowd))).toEqual(['asker', 'broken', 'busy', 'lost', 'calm', 'mailed', 'over'])
    expect(headings(sitAtBoard(crowd).press('g', 's'))).toEqual([])
  })

  it.each([120, 80])('counts the agents of each group in its head: %d columns', (columns) => {
    const head = shown(sitAtBoard(crowd, { columns, rows: 30 }))
    expect(head).toMatch(
      columns >= 90
        ? /Fleet · 1 waiting · 1 failing · 1 working · 1 silent · 2 idle · 1 ended/u
        : /Fleet · \? 1 · ✗ 1 · ◐ 1 · ◌ 1 · ◆ 2 · ▪ 1/u,
    )
  })

  it('folds the group of the row, which stays folded, and unfolds it', () => {
    const sitting = sitAtBoard(crowd).press('G', 'k', 'g', 'z')
    expect(selected(sitting)).toContain('▹ idle 2')
    expect(shown(sitting)).not.toContain('mailed')
    tellFleet(sitting, crowd)
    expect(selected(sitting)).toContain('▹ idle 2')
    expect(shown(sitting.press('j'))).toMatch(/▸ . swarm_dev\/over/u)
    sitting.press('k', 'Enter')
    expect(selected(sitting)).toContain('calm')
    expect(shown(sitting.press('s', 'g', 'z'))).toContain('Groups are shown only in the first sort order.')
  })

  it('says what an agent is at: its question, else the title of its pane, else its work', () => {
    const titled = crowd.map((row) => ({ ...row, title: `Title\u001b[2J of ${row.agent}` }))
    const text = shown(sitAtBoard(titled, { columns: 158, rows: 40 }))
    expect(text).toContain('permission to push')
    expect(text).toMatch(/swarm_dev\/busy .*Title.* of swarm_dev\/busy/u)
    expect(text).not.toMatch(/\u001b|Title[^\n]*asker/u)
    expect(shown(sitAtBoard(crowd, { columns: 158, rows: 40 }))).toMatch(/busy .*queue:builds · T-7/u)
  })

  it('draws the last hour of each agent, and the share of its lease that is left', () => {
    const pulse = [0, 0, 1, 4, 8, 0, 0, 0, 0, 0, 0, 8]
    const rows = [fleetRow('swarm_dev/busy', { state: 'working', work: someWork, pulse })]
    expect(shown(sitAtBoard(rows, { columns: 158, rows: 20 }))).toMatch(/ {2}▁▄█ {6}█ .*■ .* 4m /u)
    expect(shown(sitAtBoard(rows, { columns: 80, rows: 20 }))).not.toContain('█')
  })
})

describe('the agent beside the wall', () => {
  const wideScreen = { columns: 200, rows: 30 }
  const pane = { lines: ['$ make\u001b[2J', 'all green'], problem: null }
  const asked = (sitting: Sitting) => sitting.taken().filter(({ type }) => type === 'load-pane')

  it('is the selected one, with what its terminal shows, as long as the wall is shown', () => {
    const sitting = sitAtBoard(someAgents, wideScreen)
    expect(shown(sitting)).toMatch(/╭─ swarm_dev\/asker ─/u)
    expect(shown(sitting)).toContain('No tmux pane is known.')
    expect(asked(sitting)).toEqual([])
    sitting.press('j', 'j')
    expect(asked(sitting)).toEqual([{ type: 'load-pane', agent: 'swarm_dev/lost' }])
    expect(shown(sitting)).toMatch(/╭─ swarm_dev\/lost ─[\s\S]*looking …/u)
    sitting.tell({ type: 'pane-loaded', agent: 'swarm_dev/lost', pane })
    expect(shown(sitting)).toMatch(/│ all green/u)
    expect(shown(sitting)).not.toContain('\u001b')
    for (const line of lines(sitting)) expect(widthOf(plain(line))).toBeLessThanOrEqual(200)
    sitting.taken()
    sitting.tell({ type: 'waited', name: 'agent-page' })
    expect(asked(sitting)).toHaveLength(1)
    sitting.press('j').taken()
    sitting.tell(
      { type: 'pane-loaded', agent: 'swarm_dev/lost', pane },
      { type: 'waited', name: 'agent-page' },
    )
    expect(asked(sitting)).toEqual([])
    sitting.press('k', 'q').taken()
    sitting.tell({ type: 'waited', name: 'agent-page' })
    expect(asked(sitting)).toEqual([])
  })

  it('comes back when its page is closed, or the screen grows', () => {
    const sitting = sitAtBoard(someAgents, wideScreen).press('j', 'j', 'Enter')
    sitting.taken()
    expect(asked(sitting.press('q'))).toHaveLength(1)
    expect(asked(sitting.tell({ type: 'resize', columns: 120, rows: 30 }))).toEqual([])
    expect(shown(sitting)).not.toMatch(/╭─ swarm_dev/u)
    expect(asked(sitting.tell({ type: 'resize', columns: 160, rows: 30 }))).toHaveLength(1)
  })
})

describe('what agents did in the last hour', () => {
  const asked = (sitting: Sitting) =>
    sitting.taken().flatMap((effect) => (effect.type === 'load-board' ? [effect.pulse === true] : []))
  const pulse = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8]
  const size = { columns: 130, rows: 12 }
  const later = (sitting: Sitting, seconds: number) => {
    sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + seconds * 1_000 })
    return sitting.tell({ type: 'waited', name: 'board' }, { type: 'changed' })
  }
  /** An answer without counts. */
  const tellRows = (sitting: Sitting, rows: readonly FleetRowValue[]) =>
    sitting.tell({
      type: 'board-loaded',
      board: {
        name: 'fleet',
        counts: {},
        tables: [{ name: 'fleet', count: rows.length, rows, more: false }],
      },
    })

  it('is counted once in ten seconds, whatever changes', () => {
    const sitting = sitAtBoard([fleetRow('a', { pulse })], size)
    expect(asked(sitting)).toEqual([true])
    const asks = [1, 4, 4, 1, 9, 1].map((seconds) => {
      const one = asked(later(sitting, seconds))
      if (one[0] === true) tellFleet(sitting, [fleetRow('a', { pulse })])
      else tellRows(sitting, [fleetRow('a')])
      return one
    })
    expect(asks.flat()).toEqual([false, false, false, true, false, true])
  })

  it('stays in its row until it is counted again', () => {
    const sitting = sitAtBoard([fleetRow('a', { pulse }), fleetRow('b')], size)
    const drawn = '▁▂▄█'
    expect(shown(sitting)).toContain(drawn)
    tellRows(later(sitting, 1), [fleetRow('a', { unread: 3 }), fleetRow('b')])
    expect(lines(sitting).find((line) => line.includes(drawn))).toMatch(/ a .* 3 /u)
    tellFleet(later(sitting, 10), [fleetRow('a'), fleetRow('b')])
    expect(shown(sitting)).not.toContain(drawn)
  })
})

describe('the rows of a large fleet', () => {
  it('rest longer between two refreshes than those of a small one', () => {
    const rests = [60, 2_000].map((count) =>
      sitAtBoard(many(count))
        .taken()
        .flatMap((effect) =>
          effect.type === 'wait' && effect.name === 'board' ? [effect.milliseconds] : [],
        ),
    )
    expect(rests).toEqual([[400], [1_000]])
  })
})

describe('the context that agents have used', () => {
  const asked = (sitting: Sitting) =>
    sitting.taken().flatMap((effect) => (effect.type === 'load-context' ? [effect.agents] : []))
  const tell = (sitting: Sitting, agents: readonly string[], uses: ContextUses | null) =>
    sitting.tell({ type: 'context-loaded', agents, uses })
  const size = { columns: 130, rows: 12 }
  const rows = Array.from({ length: 20 }, (_, at) => fleetRow(`a-${at + 10}`, { session: `s-${at}` }))
  const first = ['a-10', 'a-11', 'a-12', 'a-13', 'a-14', 'a-15']

  it('is asked for of the rows on the screen, once at a time', () => {
    const sitting = sitAtBoard(rows, size)
    expect(asked(sitting)).toEqual([first])
    sitting.press('G')
    tellFleet(sitting, rows).tell({ type: 'waited', name: 'context' })
    expect(asked(sitting)).toEqual([])
    tell(sitting, first, {})
    expect(asked(sitting)).toEqual([expect.arrayContaining(['a-23', 'a-29'])])
    tell(sitting, [], null)
    sitting.press('k')
    expect(asked(sitting)).toEqual([])
    sitting.tell({ type: 'waited', name: 'context' })
    expect(asked(sitting)).toHaveLength(1)
    tell(sitting, [], {}).press('q').taken()
    sitting.tell({ type: 'waited', name: 'context' })
    expect(asked(sitting)).toEqual([])
  })

  it('is asked for of no agent without a session', () => {
    expect(asked(sitAtBoard([fleetRow('a')], size))).toEqual([])
  })

  it('is shown in its row, also after a refresh, until it is gone', () => {
    const sitting = sitAtBoard(rows, size)
    tell(sitting, first, {
      'a-10': { tokens: 124_400, window: 200_000 },
      'a-11': { tokens: 1_240_000, window: null },
      'a-12': { tokens: 190_000, window: 200_000 },
    })
    const told = () => ['a-10', 'a-11', 'a-12', 'a-13'].map((agent) => rowOf(agent)?.context)
    const rowOf = (agent: string) =>
      table(sitting)?.rows.find((one) => 'agent' in one && one.agent === agent) as FleetRowValue
    const before = told()
    expect(shown(sitting)).toMatch(/a-10 .* 62% [\s\S]*a-11 .* 1\.2M [\s\S]*a-12 .* 95% /u)
    tellFleet(sitting, structuredClone(rows))
    expect(told()).toEqual(before)
    expect(shown(sitting)).toMatch(/a-10 .* 62% /u)
    sitting.press('Enter')
    expect(shown(sitting)).toContain('context  62% · 124k of 200k')
    tell(sitting, ['a-10'], null)
    expect(shown(sitting)).toContain('62% · 124k of 200k')
    sitting.tell({ type: 'waited', name: 'context' })
    expect(asked(sitting).at(-1)).toEqual(['a-10'])
    tell(sitting, ['a-10'], {})
    expect(shown(sitting)).not.toContain('62%')
  })

  it('is spoken with its row', () => {
    const sitting = sitAtBoard(rows, size)
    tell(sitting, first, { 'a-11': { tokens: 124_400, window: 200_000 } })
    sitting.answerRoster({ agents: [agent('lea')] })
    const before = sitting.state
    expect(announce(before, sitting.press('j').state).join()).toContain('context 62% · 124k of 200k')
  })
})

describe('the page of an agent', () => {
  const details = {
    mail: [message('M009', { from: 'architect', subject: 'Plan\u001b[2J' })],
    timeline: [
      {
        at: ago(5),
        what: 'sent',
        message: 'M001',
        kind: 'request',
        subject: 'Sent this',
        other: 'lea',
      } as const,
    ],
    reserved: [],
    pane: { lines: ['$ make\u001b]0;owned\u0007', '\u202eevil', 'red text'], problem: null },
  }
  const open = (size = { columns: 120, rows: 40 }) => sitAtBoard(someAgents, size).press('j', 'Enter')

  it('shows its work, its terminal, its mail and what it did; nothing in them is a command', () => {
    const sitting = open()
    expect(sitting.taken()).toContainEqual({ type: 'load-agent', agent: 'swarm_dev/busy' })
    expect(shown(sitting)).toContain('looking …')
    sitting.tell({ type: 'agent-loaded', agent: 'swarm_dev/busy', details })
    const text = shown(sitting)
    for (const said of ['Agent swarm_dev/busy', '◐ working', 'T-7', 'lease 4m left', '1 today', '$ make'])
      expect(text).toContain(said)
    for (const said of ['red text', 'Plan', 'Sent this']) expect(text).toContain(said)
    expect(text).not.toMatch(/[\u001b\u0007\u202e]/u)
  })

  it('follows its terminal, and ends with the way back', () => {
    const sitting = open().tell({ type: 'agent-loaded', agent: 'swarm_dev/busy', details })
    sitting.taken()
    sitting.tell({ type: 'waited', name: 'agent-page' })
    expect(sitting.taken()).toEqual([{ type: 'load-agent', agent: 'swarm_dev/busy' }])
    sitting.press('q')
    expect(board(sitting)?.page).toBeNull()
    sitting.taken()
    sitting.tell({ type: 'waited', name: 'agent-page' })
    expect(sitting.taken()).toEqual([])
    sitting.tell({ type: 'agent-loaded', agent: 'swarm_dev/busy', details })
    expect(board(sitting)?.page).toBeNull()
  })

  it('says why a terminal is not shown, and scrolls', () => {
    const sitting = open({ columns: 80, rows: 14 })
    const problem = { lines: [], problem: 'There is no tmux pane %3.' }
    sitting.tell({ type: 'agent-loaded', agent: 'swarm_dev/busy', details: { ...details, pane: problem } })
    expect(shown(sitting)).toMatch(/↓ \d+ more/u)
    sitting.press('C-d')
    expect(shown(sitting)).toContain('There is no tmux pane %3.')
    sitting.press('G')
    expect(shown(sitting)).toContain('Sent this')
    expect(shown(sitting)).not.toContain('more')
    sitting.press('k', 'g', 'g')
    expect(shown(sitting)).toContain('◐ working')
  })
})

describe('told line by line', () => {
  it('the board says how many there are, and each row as one comes to it', () => {
    const said: string[] = []
    const sitting = sitBefore([row('M001')]).answerRoster({ agents: [agent('lea')] })
    let last = sitting.state
    const hear = () => {
      said.splice(0, said.length, ...announce(last, sitting.state))
      last = sitting.state
      return said.join('\n')
    }
    sitting.press('B')
    expect(hear()).toContain('Fleet')
    tellFleet(sitting, someAgents)
    expect(hear()).toMatch(
      /Fleet, 1 waiting, 1 working, 1 silent, 1 idle, 1 ended, sorted by state\n.*asker, waiting, permission to push, .*1 of 5/u,
    )
    sitting.press('j', 'j')
    expect(hear()).toMatch(/^swarm_dev\/lost, silent, .*12 unread, the oldest 1h, owes 2, 3 of 5$/u)
    tellFleet(sitting, someAgents)
    expect(hear()).toBe('')
    tellFleet(
      sitting,
      someAgents.map((one) => (one.agent.endsWith('lost') ? { ...one, state: 'idle' as const } : one)),
    )
    expect(hear()).toContain('lost, idle')
    sitting.press('s')
    expect(hear()).toContain('sorted by name')
    sitting.press('Enter')
    hear()
    sitting.tell({
      type: 'agent-loaded',
      agent: 'swarm_dev/asker',
      details: { mail: [], timeline: [], reserved: [], pane: { lines: ['a prompt'], problem: null } },
    })
    expect(hear()).toMatch(/Agent, swarm_dev\/asker[\s\S]*waiting[\s\S]*a prompt/u)
    sitting.press('q')
    expect(hear()).toContain('asker, waiting')
    sitting.press('q')
    expect(hear()).toContain('Closed.')
  })
})

it('the roster shows the same states', () => {
  const agents = fleetStates.map((activity) => agent(`x-${activity}`, { activity }))
  const sitting = sitBefore([row('M001')], { columns: 200, rows: 50 }).answerRoster({ agents })
  const marks = { waiting: '\\?', silent: '◌', working: '◐', idle: '◆', ended: '▪' }
  for (const state of fleetStates)
    expect(shown(sitting)).toMatch(new RegExp(`${marks[state]} x-${state}`, 'u'))
  expect(noon).toBeGreaterThan(0)
})
