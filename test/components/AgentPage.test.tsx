import { describe, expect, it } from 'vitest'
import { AgentPage } from '../../components/AgentPage.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import type { AgentDetails } from '../../src/faces/tui/model/board.ts'
import type { PageView } from '../../src/faces/tui/panes/boards/agent-page.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { drawn, wide, widths } from '../support/drawn.tsx'
import { ago, fleetRow, someAgents, someWork } from '../support/tui-fleet.ts'
import { message, noon } from '../support/tui-state.ts'

const height = 30
const details: AgentDetails = {
  mail: [
    message('M001', { subject: `Tests red ${wide}`, priority: 'urgent' }),
    message('M002', { status: 'read' }),
  ],
  timeline: [
    {
      at: ago(9),
      what: 'sent',
      message: 'M003',
      kind: 'request',
      subject: 'Look here',
      other: 'swarm_dev/coo',
    },
    { at: ago(8), what: 'got', message: 'M004', kind: 'request', subject: 'Mend it', other: 'swarm_dev/coo' },
  ],
  reserved: [],
  pane: { lines: ['$ npm test', 'red \u001b[31mvery red'], problem: null },
}
const busy = fleetRow('swarm_dev/critic', {
  state: 'working',
  work: someWork,
  works: 2,
  unread: 3,
  oldest: ago(80),
  owed: 1,
  failedToday: 2,
  role: 'reviewer',
  swarm: 'swarm_dev',
  session: 's-1',
  pane: '%3',
} as const)
const view = (more: Partial<PageView> = {}): PageView => ({
  agent: 'swarm_dev/critic',
  row: busy,
  details,
  now: noon,
  ...more,
})
const page = (width: number, more: Partial<PageView> = {}, top = 0, tall = height) =>
  drawn(<AgentPage view={view(more)} top={top} width={width} height={tall} />)

describe.each(widths)('at %i columns', (width) => {
  const text = (more: Partial<PageView> = {}) => page(width, more).join('\n')

  it('fills its frame exactly, whatever is in it', () => {
    for (const more of [{}, { details: null }, { row: null }, { agent: `swarm_dev/${'日本 '.repeat(30)}` }]) {
      const lines = page(width, more, 0, 8)
      expect(lines).toHaveLength(8)
      expect(new Set(lines.map((line) => widthOf(plain(line))))).toEqual(new Set([width]))
    }
  })

  it('tells the work, the mail, the terminal and what was done', () => {
    const told = text()
    expect(told).toMatch(/─ Agent swarm_dev\/critic ─/u)
    expect(told).toMatch(/◐ working · has work in progress/u)
    expect(told).toMatch(/work +builds|work +queue:builds/u)
    expect(told).toMatch(/since +12m · lease 4m left/u)
    expect(told).toMatch(/unread +3, the oldest 80m|unread +3, the oldest 1h/u)
    expect(told).toMatch(/owes +1 answer/u)
    expect(told).toMatch(/failed +2 today/u)
    expect(told).toMatch(/● !! critic +Tests red 日本/u)
    expect(told).toMatch(/sent .*→ .*coo/u)
    expect(told).toMatch(/got .*← .*coo/u)
    expect(told).toContain('│ $ npm test')
    expect(told).not.toContain('\u001b')
  })

  it.each(someAgents.map(({ state, agent }) => [state, agent] as const))(
    'tells that an agent is %s',
    (state, name) => {
      const row = someAgents.find(({ agent }) => agent === name) ?? null
      expect(text({ agent: name, row })).toContain(` ${state} · `)
    },
  )

  it('lists what it has reserved, with the time that is left', () => {
    const held = { agent: 'swarm_dev/critic', since: ago(6), project: '/p' }
    const reserved = [
      { ...held, path: `src/parser/**`, shared: false, until: ago(-24) },
      { ...held, path: 'docs', shared: true, until: ago(-120) },
    ]
    const told = text({ details: { ...details, reserved } })
    expect(told).toMatch(/24m left +src\/parser\/\*\*/u)
    expect(told).toMatch(/2h left +docs · shared/u)
    expect(text()).not.toContain('Reserved')
  })

  it('says what is missing', () => {
    expect(text({ details: null })).toContain('looking …')
    expect(text({ row: null })).toContain('no longer on the board')
    const none = text({ details: { mail: [], timeline: [], reserved: [], pane: null } })
    expect(none).toContain('No open mail.')
    expect(none).toContain('No activity yet.')
    expect(none).not.toContain('Pane')
    expect(text({ details: { ...details, pane: { lines: [], problem: null } } })).toContain(
      'It shows nothing.',
    )
    expect(text({ details: { ...details, pane: { lines: [], problem: 'tmux is not there.' } } })).toContain(
      'tmux is not there.',
    )
    const problem = 'tmux is not there, '.repeat(9)
    expect(text({ details: { ...details, pane: { lines: [], problem } } })).toMatch(
      /(?:tmux[\s│]+is[\s│]+not[\s│]+there,[\s│]+){9}/u,
    )
  })
})

describe('a page that is longer than the screen', () => {
  it('says how much is below, and scrolls no further than its end', () => {
    expect(page(80, {}, 0, 10).at(-1)).toMatch(/↓ \d+ more/u)
    const end = page(80, {}, 999, 10)
    expect(end.at(-1)).not.toContain('more')
    expect(end.join('\n')).toContain('Mend it')
  })
})
