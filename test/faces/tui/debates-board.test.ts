import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/domain/sanitize.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { frameText } from '../../support/screen-text.ts'
import type { Sitting } from '../../support/tui-state.ts'
import {
  debateRow,
  openDebate,
  sitAtDebates,
  someDebate,
  someDebates,
  tellDebates,
} from '../../support/tui-work.ts'

const shown = (sitting: Sitting): string => frameText(sitting.state)
const lines = (sitting: Sitting): readonly string[] => shown(sitting).split('\n')
const selected = (sitting: Sitting): string => lines(sitting).find((line) => line.includes('▸')) ?? ''
const loads = (sitting: Sitting) => sitting.taken().filter(({ type }) => type === 'load-board')

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]

describe('the board of debates', () => {
  it.each(sizes)('says what each is about and how it stands, at %o', (size) => {
    const sitting = sitAtDebates(someDebates, size)
    for (const line of lines(sitting)) expect(widthOf(plain(line))).toBeLessThanOrEqual(size.columns)
    expect(selected(sitting)).toMatch(/▸ ! .*Which queue/u)
    expect(shown(sitting)).toMatch(/◐ .*Redis for sessions.* 5m/u)
    expect(shown(sitting)).toMatch(/✓ .*Where logs go · To the/u)
    expect(shown(sitting).includes('architect, critic')).toBe(size.columns >= 90)
  })

  it('keeps the selected debate selected wherever a refresh moves it', () => {
    const sitting = sitAtDebates().press('j')
    expect(selected(sitting)).toContain('Redis')
    tellDebates(sitting, [debateRow('NEW01'), ...someDebates])
    expect(selected(sitting)).toContain('Redis')
    tellDebates(sitting, someDebates.slice(0, 1))
    expect(selected(sitting)).toContain('Which queue')
  })

  it('asks for more rows near the end of what is loaded, within reason', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => debateRow(`D${at + 1_000}`))
    const sitting = sitAtDebates(many(100))
    tellDebates(sitting, many(100), true)
    loads(sitting)
    sitting.press('j')
    expect(loads(sitting)).toEqual([])
    sitting.press('G')
    expect(loads(sitting)).toEqual([{ type: 'load-board', name: 'debates', wanted: [200] }])
    for (let count = 200; count <= 1_000; count += 100) {
      tellDebates(sitting, many(count), true)
      sitting.press('G')
    }
    expect(loads(sitting).at(-1)).toMatchObject({ wanted: [1_000] })
    expect(shown(sitting)).toContain('of 100,000')
  })

  it('is asked for once at a time, and again where something changed meanwhile', () => {
    const sitting = sitAtDebates()
    expect(loads(sitting)).toHaveLength(1)
    sitting.tell({ type: 'changed' })
    expect(loads(sitting)).toEqual([])
    sitting.tell({ type: 'waited', name: 'board' })
    expect(loads(sitting)).toHaveLength(1)
  })

  it('has nothing to rule on where all is decided', () => {
    const sitting = sitAtDebates([])
    expect(shown(sitting)).toContain('No debate is open')
    sitting.press('D')
    expect(shown(sitting)).toContain('No debate is selected.')
    tellDebates(sitting, someDebates.slice(2)).press('D')
    expect(shown(sitting)).toContain('This debate is already decided.')
  })

  it('is told to a screen reader, row by row and with every position', () => {
    const before = sitAtDebates()
    const told = announce(null, before.state)
    expect(told.length).toBeGreaterThan(0)
    const after = sitAtDebates().press('j')
    expect(announce(before.state, after.state).join('\n')).toMatch(/Redis for sessions, open, .*2 of 3/u)
    const open = openDebate(sitAtDebates())
    const words = announce(sitAtDebates().press('Enter').state, open.state).join('\n')
    expect(words).toContain('Debate, Which queue')
    expect(words).toMatch(
      /architect, claim, moderate case, Use one queue, because It is simple, weak evidence/u,
    )
    expect(words).toContain('lea, silent')
  })
})

describe('a debate', () => {
  it.each(sizes)('shows its positions side by side as far as there is room, at %o', (size) => {
    const sitting = openDebate(sitAtDebates(someDebates, size))
    for (const line of lines(sitting)) expect(widthOf(plain(line))).toBeLessThanOrEqual(size.columns)
    expect(shown(sitting)).toContain('! deadlocked after 6 rounds')
    const isBeside = lines(sitting).some((line) => /Use one queue.*Use two queues/u.test(line))
    expect(isBeside).toBe(size.columns >= 80)
    expect(shown(sitting)).toMatch(/Silent: .*lea/u)
    if (size.columns < 80) sitting.press('G')
    for (const words of ['Use two queues', 'strong', 'split()']) expect(shown(sitting)).toContain(words)
  })

  it('shows the ruling once there is one', () => {
    const ruling = {
      message: 'RUL01',
      by: 'lea',
      at: someDebate.lastAt,
      decision: 'Two queues',
      rationale: 'They scale',
      informed: ['coo'],
    }
    const ruled = { ...someDebate, consensus: true, forced: true, deadlock: false, ruling }
    const text = shown(openDebate(sitAtDebates(), ruled))
    for (const words of ['✓ decided by a ruling', 'Two queues', 'They scale', 'coo'])
      expect(text).toContain(words)
  })

  it('is ruled in a form that Enter goes through, shows and sends', () => {
    const sitting = openDebate(sitAtDebates()).press('D')
    expect(shown(sitting)).toContain('Rule: Which queue')
    sitting.type('Two queues').press('Enter').type('They scale').press('Tab').type('coo').press('Enter')
    expect(shown(sitting)).toContain('architect, swarm_dev/critic, lea')
    expect(shown(sitting)).toContain('Rationale: They scale')
    sitting.taken()
    sitting.press('Enter')
    expect(sitting.taken().filter(({ type }) => type === 'save-draft')).toMatchObject([
      {
        why: 'send',
        operation: 'ruling',
        fields: {
          thread: 'DEAD1',
          forceConsensus: true,
          decision: 'Two queues',
          rationale: 'They scale',
          inform: ['coo'],
        },
      },
    ])
  })

  it('lets nobody send a ruling without a decision', () => {
    const sitting = sitAtDebates().press('D', 'C-s')
    expect(shown(sitting)).toContain('Write the decision.')
    expect(sitting.taken().some(({ type }) => type === 'save-draft')).toBe(false)
  })

  it('is answered before all who take part', () => {
    const sitting = openDebate(sitAtDebates()).press('r')
    expect(shown(sitting)).toContain('Answer swarm_dev/critic')
    expect(shown(sitting)).toContain('everyone')
  })

  it('leads back to the board, and the board to the panes', () => {
    const sitting = openDebate(sitAtDebates()).press('q')
    expect(selected(sitting)).toContain('Which queue')
    sitting.press('Esc')
    expect(sitting.state.panes.board).toBeNull()
  })
})

it('names the key that rules on each debate that is open, deadlocked or not', () => {
  const sitting = sitAtDebates()
  for (const [at, { verdict }] of someDebates.entries()) {
    const foot = frameText(sitting.state).split('\n').at(-1)
    if (verdict !== 'consensus') expect(foot, String(at)).toContain('D rule')
    sitting.press('j')
  }
})
