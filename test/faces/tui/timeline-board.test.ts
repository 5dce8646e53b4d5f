import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/domain/sanitize.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { frameText } from '../../support/screen-text.ts'
import { fleetRow, sitAtBoard } from '../../support/tui-fleet.ts'
import { moment, tellTimeline } from '../../support/tui-sheets.ts'
import { agent, message, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

const shown = (sitting: Sitting): string => frameText(sitting.state)
const asked = (sitting: Sitting) =>
  sitting.taken().flatMap((effect) => (effect.type === 'load-board' ? [effect] : []))
const sit = (size?: { readonly columns: number; readonly rows: number }) =>
  sitBefore([row('M001')], size)
    .answerRoster({ agents: [agent('critic')] })
    .press('T')

describe('the timeline of an agent', () => {
  it.each([
    { columns: 200, rows: 50 },
    { columns: 120, rows: 30 },
    { columns: 80, rows: 24 },
    { columns: 50, rows: 20 },
  ])('has one row for each deed, newest first, at %o', (size) => {
    const got = { ...moment('M002'), what: 'got', other: 'swarm_dev/scout' } as const
    const sitting = tellTimeline(sit(size), [moment('M001'), got])
    for (const line of shown(sitting).split('\n'))
      expect(widthOf(plain(line))).toBeLessThanOrEqual(size.columns)
    expect(shown(sitting)).toContain('Timeline of critic')
    expect(shown(sitting)).toMatch(/▸ .*sent .*→ critic .*About M001/u)
    expect(shown(sitting)).toMatch(/got .*← (?:swarm_dev\/)?scout .*About M002/u)
  })

  it('says so where there is nothing', () => {
    expect(shown(tellTimeline(sit(), []))).toContain('No activity yet.')
  })

  it('asks for more rows before one is at the end', () => {
    const sitting = sit({ columns: 80, rows: 14 })
    expect(asked(sitting)).toMatchObject([{ name: 'timeline', only: 'critic', wanted: [100] }])
    tellTimeline(sitting, rowIds(100).map(moment), true)
    sitting.taken()
    sitting.press('C-d')
    expect(asked(sitting)).toEqual([])
    sitting.press('G')
    expect(asked(sitting)).toMatchObject([{ name: 'timeline', only: 'critic', wanted: [200] }])
  })

  it('opens the thread of a row', () => {
    const sitting = tellTimeline(sit(), rowIds(3).map(moment)).press('j', 'Enter')
    expect(sitting.state.panes.board).toBeNull()
    expect(sitting.state.panes.list.source).toEqual({ type: 'search', query: 'thread:M002' })
  })

  it('leads back to the board that it was opened from, and two of them to the first', () => {
    const sitting = sitAtBoard().press('j', 'T')
    expect(sitting.state.panes.board?.name).toBe('timeline')
    sitting.press('T', 'T')
    sitting.taken()
    sitting.press('Esc')
    expect(sitting.state.panes.board?.name).toBe('fleet')
    expect(asked(sitting)).toMatchObject([{ name: 'fleet' }])
    expect(sitting.press('Esc').state.panes.board).toBeNull()
  })

  it('says that there is more than what is listed, on the screen and to a reader', () => {
    const sitting = sit()
    const before = sitting.state
    tellTimeline(sitting, rowIds(100).map(moment), true)
    expect(shown(sitting)).toContain('100+')
    expect(announce(before, sitting.state).join('\n')).toContain('1 of 100 or more')
  })

  it('finds the board below live again: its terminal and its contexts are asked for', () => {
    const wide = { columns: 200, rows: 30 }
    const sitting = sitAtBoard([fleetRow('swarm_dev/busy', { session: 's1', pane: '%1' })], wide)
    sitting.tell({ type: 'pane-loaded', agent: 'swarm_dev/busy', pane: { lines: ['old'], problem: null } })
    sitting.press('T')
    sitting.tell({ type: 'context-loaded', agents: ['swarm_dev/busy'], uses: {} })
    sitting.taken()
    const asks = sitting
      .press('Esc')
      .taken()
      .map(({ type }) => type)
    expect(asks).toEqual(expect.arrayContaining(['load-board', 'load-pane', 'load-context']))
  })
})

/** The keys of a message do on its row what they do in the panes. */
describe('a message on the row of a timeline', () => {
  const sitAtOwn = () => {
    const sitting = tellTimeline(sit(), rowIds(2).map(moment))
    return sitting.answerThread([message('M001', { from: 'scout', owner: null })])
  }

  it('is replied to', () => {
    const { overlay } = sitAtOwn().press('r').state
    expect(['reply', 'form']).toContain(overlay.type)
  })

  it("is copied, pinned and archived, unless the copy is another agent's", () => {
    expect(sitAtOwn().press('y').taken()).toContainEqual(expect.objectContaining({ type: 'copy' }))
    const sitting = tellTimeline(sit(), rowIds(2).map(moment))
    sitting.answerThread([message('M001', { from: 'scout', owner: 'critic' })])
    expect(shown(sitting.press('e'))).toMatch(/You have no copy of M001: it is critic's|read-only/u)
  })
})
