import { describe, expect, test } from 'vitest'
import { RosterPane } from '../../components/RosterPane.tsx'
import { RosterRow } from '../../components/RosterRow.tsx'
import { noUnread } from '../../src/domain/roster.ts'
import type { RosterRow as Row } from '../../src/faces/tui/panes/roster/roster-row.ts'
import { drawn, lineOf, look, lookOf, wide, widths } from '../support/drawn.tsx'
import { placesHere } from '../support/tui-places.ts'
import { agent, sitBefore } from '../support/tui-state.ts'

const state = sitBefore([]).answerRoster({
  agents: [
    agent('swarm_dev/nux', { unread: { ...noUnread, total: 2, urgent: 1 } }),
    agent('swarm_dev/ana', { state: 'dead' }),
    agent('lea'),
  ],
  unread: { ...noUnread, total: 7 },
  dead: 1,
  drafts: 2,
  places: placesHere,
}).state
const { roster } = state.panes
const { me } = state.session
const pane = (height: number, focused = true) => (
  <RosterPane roster={roster} me={me} focused={focused} width={28} height={height} />
)

test('views, agents and places stand one below the other, each with what it holds', () => {
  const lines = drawn(pane(50))
  expect(lines).toHaveLength(50)
  const told = lines.join('\n')
  for (const expected of [
    /▸ Inbox +7 │/u,
    /Drafts +2 │/u,
    /Dead letters +1 │/u,
    /nux +2!│/u,
    /ana dead/u,
    /merge +paused 99\+\/0 │/u,
    /work +3\/1 ✗2 │/u,
    /alerts +7 │/u,
    /old +closed ★ │/u,
    /ops +2 │/u,
  ])
    expect(told).toMatch(expected)
})

test('what has no room is counted in the lower edge', () => {
  const lines = drawn(pane(10))
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toMatch(/^╰─+ ↓ \d+ more ─╯$/u)
})

test('the selected row is inverted where the focus is', () => {
  expect(lookOf(pane(20), 'Inbox')).toBe(look('7'))
  expect(lookOf(pane(20, false), 'Inbox')).toBe(look('4'))
})

describe('a row', () => {
  const source = { type: 'mailbox', owner: 'x', box: 'inbox' } as const
  const of = (address: string, more: object = {}): Row => ({
    type: 'agent',
    key: `agent:${address}`,
    source,
    agent: agent(address, more),
  })
  const shown = (row: Row, width: number, amount = 0) =>
    lineOf(
      <RosterRow row={row} place={null} amount={amount} pressing={false} width={width} selected="no" />,
      width,
    )

  test.each(widths)('fits into %i columns, whatever its name', (width) => {
    expect(shown(of(wide.repeat(20), { unread: { ...noUnread, total: 12_345 } }), width)).toMatch(/999\+ *$/u)
  })

  test('warns of a name that looks like another', () => {
    expect(shown(of('critlc', { lookalike: 'critic' }), 40)).toContain('≈ critic')
  })

  test.each([
    [26, 'pane', 0, / {12}♪ pane$/u],
    [26, 'pane', 12, / {9}♪ pane 12$/u],
    [26, 'claude-code', 0, / {11}♪ inbox$/u],
    [16, 'codex', 12, / {4}♪ 12$/u],
    [12, 'codex', 12, /ana {2}12$/u],
    [26, null, 0, /ana$/u],
  ] as const)('in %i columns it shows that its bell rings by %s', (width, bell, total, end) => {
    expect(shown(of('swarm_dev/ana', { bell, unread: { ...noUnread, total } }), width)).toMatch(end)
  })

  test('a heading is its label, and an empty view says no number', () => {
    expect(shown({ type: 'heading', key: 'h', label: 'queues' }, 20).trim()).toBe('queues')
    expect(shown({ type: 'view', key: 'view:drafts', label: 'Drafts', source }, 20).trim()).toBe('Drafts')
    expect(shown({ type: 'view', key: 'view:dead', label: 'Dead', source }, 20, 100)).toContain('100+')
  })
})
