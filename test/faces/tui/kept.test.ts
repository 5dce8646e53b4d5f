import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openScreenMemory } from '../../../src/entry/screen-memory.ts'
import type { Effect } from '../../../src/faces/tui/effect.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { keptOf, toKeep, withNewest } from '../../../src/faces/tui/model/kept.ts'
import { usualWidths } from '../../../src/faces/tui/model/widths.ts'
import { frameText } from '../../support/screen-text.ts'
import { agent, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-kept-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const remembered = (sitting: Sitting) =>
  sitting
    .taken()
    .filter((effect): effect is Extract<Effect, { type: 'remember' }> => effect.type === 'remember')
    .map(({ kept }) => kept)

describe('what a screen keeps', () => {
  it('is read whatever is in the file', () => {
    expect(keptOf(null)).toEqual({ widths: usualWidths, lines: [], folded: [], hinted: [], rosterBy: null })
    expect(
      keptOf({
        roster: 20,
        lines: 'no',
        folded: ['b', 3, '', 'x'.repeat(2_000)],
        hinted: ['notify', 'all', 7],
      }),
    ).toEqual({
      widths: { ...usualWidths, roster: 20 },
      lines: [],
      folded: ['b'],
      hinted: ['notify'],
      rosterBy: null,
    })
    expect(keptOf({ lines: Array.from({ length: 90 }, (_, at) => `${at}`) }).lines).toHaveLength(50)
  })

  it('has the newest first, each once, and not without end', () => {
    expect(withNewest(['b', 'a'], 'a')).toEqual(['a', 'b'])
    expect(withNewest(['a'], '')).toEqual(['a'])
    expect(withNewest(['a'], 'x'.repeat(2_000))).toEqual(['a'])
    const many = Array.from({ length: 50 }, (_, at) => `${at}`)
    expect(withNewest(many, 'new')).toEqual(['new', ...many.slice(0, 49)])
  })

  it('stays beside what another screen kept', () => {
    const memory = openScreenMemory(join(folder, 'deep', 'screen.json'))
    expect(memory.read()).toEqual({})
    memory.write(toKeep({ widths: { roster: 30, inbox: 0.4 } }))
    memory.write(toKeep({ lines: ['stats'] }))
    expect(keptOf(memory.read())).toEqual({
      widths: { roster: 30, inbox: 0.4 },
      lines: ['stats'],
      folded: [],
      hinted: [],
      rosterBy: null,
    })
  })
})

const size = { columns: 120, rows: 30 }
const agents = [
  agent('lea'),
  agent('swarm_dev/critic', { swarm: 'swarm_dev' }),
  agent('swarm_dev/nux', { swarm: 'swarm_dev' }),
]
const seat = (): Sitting => {
  const sitting = sitBefore([row('M001')], size)
    .answerRoster({ agents })
    .press('1')
  const queues = [{ name: 'work', status: 'active', available: 1, processing: 0, failed: 0 }]
  const places = { queues, channels: [], tags: [], groups: [] }
  sitting.answerRoster({ agents, places: places as never })
  sitting.taken()
  return sitting
}
const screen = ({ state }: Sitting): string => frameText(state)
const selected = ({ state }: Sitting): string => state.panes.roster.selected

describe('a section of the roster', () => {
  const toAgents = (): Sitting => {
    const sitting = seat()
    while (!selected(sitting).startsWith('agent:')) sitting.press('j')
    sitting.taken()
    return sitting
  }

  it('folds to its heading, which has the selection, and is kept', () => {
    const sitting = toAgents().press('g', 'z')
    expect(screen(sitting)).toMatch(/▸ ▹ swarm_dev +2 /u)
    expect(screen(sitting)).not.toContain('nux')
    expect(screen(sitting)).toMatch(/ work +1\/0/u)
    expect(remembered(sitting)).toEqual([{ folded: ['swarm:swarm_dev'] }])
  })

  it.each([
    ['its key', ['g', 'z']],
    ['Enter', ['Enter']],
  ])('unfolds by %s', (_, keys) => {
    const sitting = toAgents().press('g', 'z')
    sitting.taken()
    sitting.press(...keys)
    expect(selected(sitting)).toBe('agent:swarm_dev/critic')
    expect(screen(sitting)).toContain('nux')
    expect(remembered(sitting)).toEqual([{ folded: [] }])
  })

  it('is passed by in one step while it is folded', () => {
    const sitting = toAgents().press('g', 'z', 'j')
    expect(selected(sitting)).toBe('queue:work')
    expect(selected(sitting.press('k'))).toBe('swarm:swarm_dev')
  })

  it('has the selection at its heading where the selected row is in it', () => {
    const sitting = toAgents().press('g', 'z')
    sitting.state = {
      ...sitting.state,
      panes: {
        ...sitting.state.panes,
        roster: { ...sitting.state.panes.roster, selected: 'agent:swarm_dev/nux' },
      },
    }
    expect(screen(sitting)).toMatch(/▸ ▹ swarm_dev/u)
    expect(selected(sitting.press('j'))).toBe('queue:work')
  })

  it('is none for the views, and folds in the roster alone', () => {
    const sitting = seat().press('g', 'z')
    expect(sitting.state.session.toast?.text).toMatch(/views do not fold/u)
    sitting.press('2', 'g', 'z')
    expect(sitting.state.session.toast?.text).toBe('Only sections of the roster fold.')
  })

  it('is heard', () => {
    const sitting = toAgents()
    const before = sitting.state
    sitting.press('g', 'z')
    expect(announce(before, sitting.state)).toContain('swarm_dev, folded, 2 rows, 11 of 12')
  })
})

describe('lines of the palette', () => {
  const open = (sitting = seat()): Sitting =>
    sitting.press(':').tell({ type: 'known-loaded', commands: [], addresses: [], drafts: [], templates: [] })
  const text = ({ state: { overlay } }: Sitting): string =>
    overlay.type === 'palette' ? overlay.field.text : ''

  it('come back by Up in an empty line, and are kept', () => {
    const sitting = open().type('theme li').press('Enter')
    expect(remembered(sitting)).toContainEqual({ lines: ['theme light'] })
    open(sitting).type('theme da').press('Enter')
    open(sitting).press('Up')
    expect(text(sitting)).toBe('theme dark')
    expect(text(sitting.press('Up'))).toBe('theme light')
    expect(text(sitting.press('Up'))).toBe('theme light')
    expect(text(sitting.press('Down'))).toBe('theme dark')
    expect(text(sitting.press('Down'))).toBe('')
    expect(text(sitting.press('Up').type('x'))).toBe('theme darkx')
  })

  it('leave Up to the candidates once something is typed', () => {
    const sitting = open().type('theme li').press('Enter')
    open(sitting).type('theme').press('Up')
    expect(text(sitting)).toBe('theme')
    expect(sitting.state.overlay).toMatchObject({ moved: true })
  })
})
