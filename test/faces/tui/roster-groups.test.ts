import { describe, expect, it } from 'vitest'
import type { RosterWay } from '../../../src/domain/settings/terminal-settings.ts'
import { keptOf, toKeep } from '../../../src/faces/tui/model/kept.ts'
import { rosterRows } from '../../../src/faces/tui/panes/roster/roster.ts'
import { withPanes } from '../../../src/faces/tui/state.ts'
import { frameText } from '../../support/screen-text.ts'
import { agent, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const agents = [
  agent('ops/ada', { swarm: 'ops', role: 'coder', activity: 'silent', lastSeen: '2027-01-31T11:00:00Z' }),
  agent('ops/bea', { swarm: 'ops', role: 'critic', activity: 'silent', lastSeen: '2027-01-31T09:00:00Z' }),
  agent('ops/cleo', { swarm: 'ops', activity: 'idle', lastSeen: '2027-01-31T11:59:00Z' }),
  agent('ops/dora', { swarm: 'ops', role: 'critic', activity: 'idle', lastSeen: '2027-01-31T08:00:00Z' }),
  agent('eva', { role: 'coder', activity: 'working' }),
  agent('max', {
    activity: 'waiting',
    asks: { since: '2027-01-31T11:30:00Z', reason: 'Bash', request: null } as never,
  }),
  agent('lea', { kind: 'user' }),
]

const seat = (by: RosterWay = 'swarm') => {
  const sitting = sitBefore([row('M001')])
  const { roster } = sitting.state.panes
  sitting.state = withPanes(sitting.state, { roster: { ...roster, agents, by } })
  return sitting
}
const self = 'lea'
const groupsOf = ({ state }: Sitting) =>
  rosterRows(state.panes.roster, self).flatMap((one) =>
    one.type === 'heading' ? [`${one.label}:`] : one.type === 'agent' ? [one.agent.address] : [],
  )

describe('agents of the roster', () => {
  it.each([
    ['swarm', 'ops: ops/ada ops/bea ops/cleo ops/dora elsewhere: eva max'],
    ['state', 'waiting for you: max working: eva silent: ops/bea ops/ada idle: ops/cleo ops/dora'],
    ['role', 'coder: ops/ada eva critic: ops/bea ops/dora no role: ops/cleo max'],
  ] as const)('stand by %s', (by, rows) => expect(groupsOf(seat(by)).join(' ')).toBe(rows))

  it('that fail again and again have a group of their own, as on the board of the fleet', () => {
    const sitting = sitBefore([row('M001')])
    const { roster } = sitting.state.panes
    const failing = ['ops/bea', 'ops/cleo', 'eva', 'max']
    const told = agents.map((one) => (failing.includes(one.address) ? { ...one, failedToday: 2 } : one))
    sitting.state = withPanes(sitting.state, { roster: { ...roster, agents: told, by: 'state' } })
    expect(groupsOf(sitting).join(' ')).toBe(
      'waiting for you: max failing: eva ops/cleo ops/bea silent: ops/ada idle: ops/dora',
    )
  })

  it('keep their place in a state when they are heard from', () => {
    const before = groupsOf(seat('state'))
    const sitting = seat('state')
    const beat = agents.map((one) =>
      one.activity === 'idle' ? { ...one, lastSeen: '2027-01-31T12:00:00Z' } : one,
    )
    sitting.state = withPanes(sitting.state, { roster: { ...sitting.state.panes.roster, agents: beat } })
    expect(groupsOf(sitting)).toEqual(before)
  })

  it('are grouped in the next way by a key, which the screen keeps', () => {
    const sitting = seat()
    sitting.taken()
    const ways = ['state', 'role', 'swarm'].map((way) => {
      sitting.press('1', 'g', 's')
      return [
        sitting.state.panes.roster.by,
        sitting.state.session.toast?.text,
        sitting.taken().find(({ type }) => type === 'remember'),
      ].concat(way as never)
    })
    for (const [by, toast, effect, way] of ways) {
      expect([by, toast]).toEqual([way, `Agents by ${way}.`])
      expect(effect).toEqual({ type: 'remember', kept: { rosterBy: way } })
    }
  })

  it.each([
    ['a folded heading', ['g', 'z'], 12],
    ['an agent that moves out of the rows on the screen', [], 12],
    ['the last agent', ['G'], 12],
  ] as const)('have a marked row after the groups change: %s', (_, keys, height) => {
    const many = Array.from({ length: 60 }, (__, at) =>
      agent(`ops/a-${String(at).padStart(2, '0')}`, { swarm: 'ops', role: `role-${59 - at}` }),
    )
    const sitting = sitBefore([row('M001')], { columns: 120, rows: height }).answerRoster({ agents: many })
    sitting.press('1', 'G', 'g', 'g', ...Array.from({ length: 12 }, () => 'j'), ...keys)
    for (const _way of ['state', 'role', 'swarm']) {
      sitting.press('g', 's')
      const marked = frameText(sitting.state)
        .split('\n')
        .filter((line) => line.startsWith('│▸'))
      expect(marked).toHaveLength(1)
    }
  })

  it('have a marked row when the folded group that was selected is gone', () => {
    const sitting = seat('state').press('1')
    const { roster } = sitting.state.panes
    sitting.state = withPanes(sitting.state, { roster: { ...roster, selected: 'agent:eva' } })
    sitting.press('g', 'z').answerRoster({ agents: agents.map((one) => ({ ...one, activity: 'idle' })) })
    expect(frameText(sitting.state)).toMatch(/^│▸ /mu)
  })

  it('fold by their group, and keep the selected row in view', () => {
    const sitting = seat('state')
    const { roster } = sitting.state.panes
    sitting.state = withPanes(sitting.state, {
      focus: 'roster',
      roster: { ...roster, selected: 'agent:ops/bea' },
    })
    expect(groupsOf(sitting.press('g', 'z'))).toEqual([
      'waiting for you:',
      'max',
      'working:',
      'eva',
      'silent:',
      'idle:',
      'ops/cleo',
      'ops/dora',
    ])
    expect(sitting.state.panes.roster.selected).toBe('state:silent')
  })
})

it.each([
  [{ rosterBy: 'role' }, 'role'],
  [{}, null],
  [{ rosterBy: 'colour' }, null],
  [{ rosterBy: ['state'] }, null],
])('of %j the screen keeps %s', (kept, by) => {
  expect(keptOf(kept).rosterBy).toBe(by)
  expect(keptOf(toKeep(keptOf(kept))).rosterBy).toBe(by)
})
