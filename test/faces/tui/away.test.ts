import { describe, expect, it } from 'vitest'
import { overlayWords } from '../../../src/faces/tui/linear/overlay-words.ts'
import { withClock } from '../../../src/faces/tui/state.ts'
import type { Values } from '../../../src/values/schemas.ts'
import type { HappeningValue } from '../../../src/values/statistics-schema.ts'
import { frameText } from '../../support/screen-text.ts'
import { awayValue, happening } from '../../support/tui-sheets.ts'
import { noon, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const minute = 60_000
const iso = (minutes: number) => new Date(noon + minutes * minute).toISOString()
const happened = (id: string, more: Partial<HappeningValue> = {}) => happening(id, { at: iso(20), ...more })
const nothing = awayValue({ since: iso(0), until: iso(45) })
const much: Values['away'] = {
  ...nothing,
  waiting: [{ why: 'escalation', count: 2, agents: 1 }],
  failed: [happened('M007', { reason: 'no tests\u001b[31m', other: 'bob' })],
  finished: [happened('M008')],
  agents: [{ agent: 'critic', decided: 0, finished: 3, failed: 1, handedOn: 0 }],
  counts: { decided: 0, finished: 3, failed: 1, handedOn: 0, agents: 1 },
}

const shown = (sitting: Sitting) => frameText(sitting.state)
const asked = (sitting: Sitting) =>
  sitting.taken().flatMap((effect) => (effect.type === 'load-sheet' ? [effect.question] : []))

/** Minutes pass without a key. */
function pause(sitting: Sitting, minutes: number): Sitting {
  sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + minutes * minute })
  return sitting
}
const sat = (columns = 120, rows = 30) => sitBefore([row('M001'), row('M002')], { columns, rows })

/** Back after 45 minutes, with the answer. */
function back(value: Values['away'] | null, columns = 120, rows = 30): Sitting {
  const sitting = pause(sat(columns, rows), 45).press('e')
  const question = { type: 'away', since: noon } as const
  return value === null ? sitting : sitting.tell({ type: 'sheet-loaded', question, value })
}

describe('the first key after half an hour', () => {
  it('opens what happened meanwhile, and does nothing else', () => {
    const sitting = pause(sat(), 30).press('e')
    const effects = sitting.taken()
    expect(effects.filter(({ type }) => type === 'change')).toEqual([])
    expect(effects).toContainEqual({ type: 'load-sheet', question: { type: 'away', since: noon } })
    expect(shown(sitting)).toContain('looking …')
  })

  it('is the one that one meant for the terminal: that one works', () => {
    expect(pause(sat(), 31).press('C-l').taken()).toContainEqual({ type: 'redraw' })
    expect(pause(sat(), 31).press('C-c').taken()).toContainEqual({ type: 'quit' })
  })

  it.each([
    ['a key after less than that', 29, 0],
    ['a key after a key within it', 20, 20],
  ])('not %s', (_, first, second) => {
    const sitting = pause(sat(), first).press('j')
    expect(asked(pause(sitting, second).press('k'))).toEqual([])
    expect(sitting.state.overlay.type).toBe('none')
  })

  it('opens the page anew that was left open', () => {
    const sitting = pause(back(much), 60).press('j')
    expect(asked(sitting).at(-1)).toEqual({ type: 'away', since: noon + 45 * minute })
    expect(shown(sitting)).toContain('looking …')
  })

  it('keeps the keys that follow until its lines are there', () => {
    const question = { type: 'away', since: noon } as const
    const sitting = back(null).press('j', 'Enter').tell({ type: 'sheet-loaded', question, value: much })
    expect(sitting.state.panes.list.source).toEqual({ type: 'search', query: 'thread:M007' })
  })

  it.each([
    ['nothing happened', { type: 'sheet-loaded', question: { type: 'away', since: noon }, value: nothing }],
    ['the store cannot say', { type: 'sheet-failed', problem: 'The store is locked.' }],
  ] as const)('drops them where %s', (_, answer) => {
    const sitting = back(null).press('j', 'Enter')
    sitting.taken()
    sitting.tell(answer)
    expect(sitting.state.panes.focus).toBe('inbox')
    expect(sitting.state.panes.list.selected).toBe('M001')
  })

  it('gives up a sequence that was begun before', () => {
    const sitting = pause(sat().press('g'), 40).press('g')
    expect(sitting.state.session.pending).toEqual([])
    expect(sitting.state.overlay.type).toBe('sheet')
  })

  it.each([
    ['a reply', 'reply', 'r'],
    ['a form', 'form', 'm'],
    ['a search', 'search', '/'],
    ['the palette', 'palette', ':'],
    ['the journal', 'journal', 'gu'],
  ])('over %s types what it types, and names the page', (_, type, keys) => {
    const sitting = pause(sat().press(...keys), 40).press('j')
    expect(sitting.state.overlay.type).toBe(type)
    expect(sitting.state.session.toast?.text).toBe('You were away for 40m: ga shows what happened.')
    expect(asked(sitting)).toEqual([])
    sitting.press('Esc', 'Esc', 'n')
    sitting.taken()
    sitting.press('Esc', 'g', 'a')
    expect(asked(sitting)).toEqual([{ type: 'away', since: noon }])
  })

  it('is also a click', () => {
    const click = { type: 'mouse', action: 'press', button: 'left', x: 40, y: 5 } as const
    expect(
      asked(pause(sat(), 40).tell({ ...click, shift: false, alt: false, ctrl: false } as never)),
    ).toEqual([{ type: 'away', since: noon }])
  })

  it('says in one line that nothing happened, and leaves the screen as it is', () => {
    const sitting = back(nothing)
    expect(sitting.state.overlay.type).toBe('none')
    expect(sitting.state.session.toast?.text).toBe(
      'Nothing happened in the last 45m, and nothing waits for you.',
    )
  })
})

describe('the page', () => {
  it.each([200, 120, 80, 50])('lists its sections with their numbers at %i columns', (columns) => {
    const text = shown(back(much, columns))
    expect(text).toMatch(/While you were away · in the last 45m/u)
    expect(text).toMatch(
      /2 things wait for you[\s\S]*▸ 2 escalations from 1 agent[\s\S]*1 failed[\s\S]*no tests|1 failed/u,
    )
    expect(text).toMatch(/3 finished[\s\S]*About M008[\s\S]*and 2 more[\s\S]*1 agent[\s\S]*critic/u)
    expect(text).toContain('1 failed, 3 finished')
    expect(text).not.toContain('\u001b')
  })

  it('keeps the chosen line in sight, and moves over lines alone', () => {
    const many = Array.from({ length: 40 }, (_, at) => happening(`N${String(at).padStart(3, '0')}`))
    const sitting = back({ ...much, finished: many, counts: { ...much.counts, finished: 40 } }, 80, 14)
    expect(shown(sitting)).toMatch(/▸ 2 escalations/u)
    expect(shown(sitting.press('j'))).toMatch(/▸ .*M007|▸ .*About M007/u)
    expect(shown(sitting.press('G'))).toMatch(/▸ critic/u)
    expect(shown(sitting.press('k'))).toMatch(/▸ .*About N039/u)
    expect(shown(sitting.press('g', 'g'))).toMatch(/▸ 2 escalations/u)
  })

  it('opens the thread of a message', () => {
    const sitting = back(much).press('j', 'Enter')
    expect(sitting.state.overlay.type).toBe('none')
    expect(sitting.state.panes.list.source).toEqual({ type: 'search', query: 'thread:M007' })
  })

  it('opens the debate that was decided', () => {
    const decided = [happened('M009', { reason: 'Redis', debate: 'M005' })]
    const counts = { ...much.counts, decided: 1 }
    const sitting = back({ ...much, decided, counts }).press('j', 'j')
    expect(shown(sitting)).toMatch(/▸ .*About M009: Redis/u)
    sitting.press('Enter')
    expect(sitting.taken()).toContainEqual({ type: 'load-debate', thread: 'M005' })
    expect(sitting.state.panes.board?.name).toBe('debates')
  })

  it('opens the page of an agent, which leads to the board', () => {
    const sitting = back(much).press('G', 'Enter')
    expect(sitting.taken()).toContainEqual({ type: 'load-agent', agent: 'critic' })
    expect(sitting.state.panes.board?.page).toMatchObject({ type: 'agent', agent: 'critic' })
  })

  it('opens Attention at the reason', () => {
    const sitting = back({ ...much, waiting: [...much.waiting, { why: 'urgent', count: 1, agents: 1 }] })
    sitting.press('j', 'Enter')
    const trouble = { message: null, agent: 'nux', queue: null, since: null, deadline: null, request: null }
    const rest = { loop: null, swarm: null, command: 'watchpost attention' }
    const one = (why: 'escalation' | 'urgent') =>
      ({ type: 'trouble', id: `nux·${why}`, trouble: { ...trouble, ...rest, why, reason: why } }) as const
    sitting.tell({ type: 'waited', name: 'slow' }).answerList([one('escalation'), one('urgent')])
    expect(sitting.state.panes.list.source).toEqual({ type: 'attention' })
    expect(sitting.state.panes.list.selected).toBe('nux·urgent')
  })

  it('opens in the place of a board', () => {
    const sitting = sat().press('B', 'g', 'a')
    expect(asked(sitting)).toEqual([{ type: 'away', since: null }])
    const question = { type: 'away', since: null } as const
    sitting.tell({ type: 'sheet-loaded', question, value: much }).press('j', 'Enter')
    expect(sitting.state.panes.board).toBeNull()
  })

  it('closes, and says where nothing can be opened', () => {
    expect(back(null).press('q').state.overlay.type).toBe('none')
    const sitting = sat().press('M', 'Enter')
    expect(sitting.state.session.toast?.text).toBe('Nothing here can be opened.')
  })

  it('is spoken whole, then line by line', () => {
    const before = back(null).state
    const sitting = back(much)
    const spoken = overlayWords(before, sitting.state)
    expect(spoken[0]).toBe('While you were away · in the last 45m')
    expect(spoken.join('\n')).toContain('2 escalations from 1 agent')
    const chosen = sitting.state
    expect(overlayWords(chosen, sitting.press('j').state)).toEqual([
      '25m, M007, critic → bob, About M007: no tests, 2 of 4',
    ])
    expect(overlayWords(sitting.state, sitting.press('Esc').state)).toEqual(['Closed.'])
  })
})
