import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../src/domain/query/query.ts'
import { fieldOf } from '../../../src/faces/tui/compose/editor/field.ts'
import {
  queryCompleted,
  queryTyped,
  queryWords,
} from '../../../src/faces/tui/overlays/search/query-typing.ts'
import { frameText } from '../../support/screen-text.ts'
import { agent, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

describe('the query of what was typed', () => {
  it.each([
    ['sche', 'sche*'],
    ['from:critic sche', 'from:critic sche*'],
    ['sche ', 'sche'],
    ['schema  ', 'schema'],
    ['sc', 'sc'],
    ['T-41', 'T-41'],
    ['sche*', 'sche*'],
    ['-sche', '-sche'],
    ['from:crit', 'from:crit'],
    ['subject:sche', 'subject:sche*'],
    ['body:sche ', 'body:sche'],
    ['-subject:sche', '-subject:sche'],
    ['subject:"two wor', 'subject:"two wor'],
    ['"two wor', '"two wor'],
    ['"two words" thr', '"two words" thr*'],
    ['größ', 'größ*'],
    ['設計書', '設計書'],
    ['', ''],
  ])('%j asks for %j', (text, query) => {
    expect(queryTyped(fieldOf(text))).toBe(query)
    expect(() => parseQuery(queryTyped(fieldOf(text)), 0)).not.toThrow()
  })

  it('is whole where the caret stands elsewhere', () => {
    expect(queryTyped({ text: 'schema', at: 2 })).toBe('schema')
  })
})

const agents = ['swarm_dev/critic', 'swarm_dev/architect', 'coo'].map((address) => agent(address))
const roster = { ...sitBefore([]).state.panes.roster, agents }

describe('Tab in a query', () => {
  it.each([
    ['fr', 'from:'],
    ['-su', '-subject:'],
    ['is:unr', 'is:unread '],
    ['tests is:pro', 'tests is:processing '],
    ['-is:arch', '-is:archived '],
    ['kind:hand', 'kind:handoff '],
    ['from:crit', 'from:swarm_dev/critic '],
    ['before:', 'before:1h '],
    ['tag:x', 'tag:x'],
    ['foo:x', 'foo:x'],
    ['is:unread', 'is:unread'],
    ['', ''],
  ])('makes %j %j', (text, written) => {
    expect(queryCompleted(roster, fieldOf(text))).toEqual(fieldOf(written))
  })

  it('goes by the word before the caret, and leaves what follows', () => {
    expect(queryCompleted(roster, { text: 'is:u tests', at: 4 })).toEqual({
      text: 'is:unread tests',
      at: 10,
    })
    expect(queryWords(roster, { text: 'is:unread', at: 4 }).words).toEqual([])
  })
})

const rested = { type: 'waited', name: 'search' } as const
const failed = (sitting: Sitting, problem: string) =>
  sitting.tell({ type: 'list-failed', request: sitting.state.panes.asked.list, problem })
const searching = (text: string) =>
  sitBefore(
    rowIds(3).map((id) => row(id)),
    { columns: 120, rows: 30 },
  )
    .press('/')
    .type('from:critic')
    .tell(rested)
    .answerList([row('M007')])
    .type(text)
    .tell(rested)

describe('what cannot be searched for', () => {
  it('leaves standing what was found last, under its name', () => {
    const sitting = failed(searching(' kind:foo'), 'kind: does not accept foo.')
    expect(sitting.state.panes.list).toMatchObject({ source: { query: 'from:critic' }, selected: 'M007' })
    const text = frameText(sitting.state)
    expect(text).toContain('Search from:critic')
    expect(text).toContain('kind: does not accept foo.')
  })

  it('is not kept by Enter, and can be mended', () => {
    const sitting = failed(searching(' kind:foo'), 'kind: does not accept foo.').press('Enter')
    expect(sitting.state.overlay).toMatchObject({ type: 'search', problem: 'kind: does not accept foo.' })
    sitting
      .press('Backspace', 'Backspace', 'Backspace')
      .type('claim')
      .tell(rested)
      .answerList([row('M008')])
    expect(sitting.press('Enter').state).toMatchObject({
      overlay: { type: 'none' },
      panes: { list: { source: { query: 'from:critic kind:claim' }, selected: 'M008' } },
    })
  })

  it('tells what the word may become, not that it is none yet', () => {
    const text = frameText(failed(searching(' is:unre'), 'is: does not accept unre.').state)
    expect(text).toContain('Tab is:unread')
    expect(text).not.toContain('does not accept')
  })

  it('comes back with its field where Enter was faster', () => {
    const sitting = failed(searching(' kind:foo').press('Enter'), 'kind: does not accept foo.')
    expect(sitting.state.overlay).toMatchObject({ type: 'search', field: { text: 'from:critic kind:foo' } })
  })
})

it('Up brings former searches back, the last first, and Down leads to an empty field again', () => {
  const sitting = sitBefore(rowIds(3).map((id) => row(id)))
  for (const query of ['from:critic', 'is:unread', 'from:critic'])
    sitting
      .press('/')
      .type(query)
      .press('Enter')
      .answerList([row('M007')])
      .press('Esc')
      .answerList([row('M001')])
  sitting.press('/')
  const text = (): string => (sitting.state.overlay.type === 'search' ? sitting.state.overlay.field.text : '')
  const texts: string[] = []
  for (const label of ['Up', 'Up', 'Up', 'Down', 'Down', 'Down']) {
    sitting.press(label)
    texts.push(text())
  }
  expect(texts).toEqual(['from:critic', 'is:unread', 'is:unread', 'from:critic', '', ''])
})
