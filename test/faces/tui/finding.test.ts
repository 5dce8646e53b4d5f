import { describe, expect, it } from 'vitest'
import { frameText, markedWords } from '../../support/screen-text.ts'
import { agent, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

const inbox = (): Sitting => sitBefore(rowIds(3).map((id) => row(id)))
const rested = { type: 'waited', name: 'search' } as const

function withViews(sitting: Sitting): Sitting {
  const views = [{ name: 'red', query: 'priority:urgent', savedAt: '2027-01-31T11:00:00.000Z' }]
  return sitting.answerRoster({ views })
}

describe('a filter', () => {
  it('narrows what is listed as one types, and asks for the same list', () => {
    const sitting = inbox().press('f').type('M002').tell(rested)
    expect(sitting.effects.at(-1)).toMatchObject({
      type: 'load-list',
      mode: 'first',
      filter: 'M002*',
      source: { type: 'mailbox', owner: 'lea', box: 'inbox' },
    })
    sitting.answerList([row('M002')]).press('Enter')
    expect(frameText(sitting.state)).toContain('Inbox ⊃ M002')
    expect(markedWords(sitting.state)).toEqual(['M002'])
  })

  it.each(['Esc', 'q', 'h'])('is taken away by %s, which stays in the list', (key) => {
    const sitting = inbox()
      .press('f')
      .type('M002')
      .tell(rested)
      .answerList([row('M002')])
      .press('Enter', key)
    expect(sitting.effects.at(-1)).toMatchObject({ type: 'load-list', filter: '' })
    expect(sitting.state.panes.focus).toBe('inbox')
  })

  it('tells below the field what is wrong, and Enter does not keep it', () => {
    const sitting = inbox().press('f').type('is:lost').tell(rested)
    const { request } = sitting.effects.findLast((effect) => effect.type === 'load-list') as {
      request: number
    }
    sitting.tell({ type: 'list-failed', request, problem: 'is: does not accept lost' }).press('Enter')
    expect(sitting.state.overlay).toMatchObject({ type: 'filter', problem: 'is: does not accept lost' })
    expect(frameText(sitting.state)).toContain('is: does not accept lost')
  })

  it('is asked for again with every refresh', () => {
    const sitting = inbox()
      .press('f')
      .type('M')
      .tell(rested)
      .answerList([row('M001')])
      .tell({ type: 'changed' })
    expect(sitting.effects.findLast(({ type }) => type === 'load-list')).toMatchObject({
      filter: 'M',
      mode: 'refresh',
    })
  })
})

describe('a saved view', () => {
  it('is kept from a search by K and a name', () => {
    const sitting = inbox()
      .press('/')
      .type('from:critic')
      .tell(rested)
      .answerList([row('M001')])
      .press('Enter', 'K')
    expect(frameText(sitting.state)).toContain('Name for the view of from:critic:')
    const told = (query: string) =>
      frameText(
        inbox()
          .press('/')
          .type(query)
          .tell(rested)
          .answerList([row('M001')])
          .press('Enter', 'K').state,
      )
    expect(told('tests')).toContain('Name for the view of tests* (words that begin so):')
    expect(told('tests ')).toContain('Name for the view of tests:')
    sitting.type('mine').press('Enter')
    expect(sitting.effects.at(-1)).toEqual({
      type: 'call',
      command: 'found.save-view',
      operation: 'saveView',
      input: { name: 'mine', query: ['from:critic'] },
    })
  })

  it('stands in the roster, is listed like a search, and forgotten after a question', () => {
    const sitting = withViews(inbox())
    expect(frameText(sitting.state)).toContain('searches')
    sitting.press('1', 'G').answerList([row('U001')])
    expect(sitting.state.panes.list.source).toEqual({ type: 'saved', name: 'red', query: 'priority:urgent' })
    sitting.press('2', 'X').type('y').press('Enter')
    expect(sitting.effects.at(-1)).toEqual({
      type: 'call',
      command: 'saved.delete-view',
      operation: 'deleteView',
      input: { view: 'red' },
    })
    expect(sitting.state.panes.list.source).toMatchObject({ type: 'mailbox' })
  })
})

it('marks the words that were searched for, in the list and in the thread, whatever their case', () => {
  const found = row('M001', { subject: 'Retention of RETENTION', body: 'about retention-policies' })
  const sitting = sitBefore([found], { columns: 160, rows: 30 }).press('/').type('retention').tell(rested)
  sitting.answerList([found]).press('Enter', 'Enter')
  if (found.type === 'mail') sitting.answerThread([{ ...found.message, body: 'about retention-policies' }])
  expect(markedWords(sitting.state)).toEqual(expect.arrayContaining(['Retention', 'RETENTION', 'retention']))
  expect(frameText(sitting.state)).toContain('about retention-policies')
})

describe('a search that finds nothing', () => {
  it.each([
    ['form:critic', 'Unknown search field: form: (did you mean from:?)'],
    ['from:critik', 'Unknown agent: critik (did you mean critic?)'],
  ])('says what %s names that nothing has', (query, said) => {
    const sitting = sitBefore([row('M001')]).answerRoster({ agents: [agent('critic'), agent('lea')] })
    sitting.press('/').type(query).press('Enter').answerList([])
    expect(frameText(sitting.state)).toContain(said)
  })
})
