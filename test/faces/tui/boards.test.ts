import { describe, expect, it } from 'vitest'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import type { FullMessageValue } from '../../../src/services/values.ts'
import { frameText } from '../../support/screen-text.ts'
import { sitAtBoard } from '../../support/tui-fleet.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'
import { openDebate, sitAtDebates, sitAtQueues, sitAtTasks } from '../../support/tui-work.ts'

const shown = (sitting: Sitting): string => frameText(sitting.state)
const boards: readonly (readonly [string, () => Sitting])[] = [
  ['fleet', () => sitAtBoard()],
  ['debates', () => sitAtDebates()],
  ['tasks', () => sitAtTasks()],
  ['queues', () => sitAtQueues()],
]
const ways = { fleet: ['B'], debates: ['g', 'd'], tasks: ['g', 'w'], queues: ['g', 'q'] } as const

/** The message that the selected item of a queue stands for. */
function item(more: Partial<FullMessageValue> = {}): FullMessageValue {
  return message('Q-1', { owner: 'queue:work', from: 'coo', status: 'read', ...more })
}

describe.each(boards)('on the board %s', (name, sit) => {
  it('the keys of everywhere work', () => {
    for (const [other, keys] of Object.entries(ways))
      if (other !== name) expect(sit().press(...keys).state.panes.board?.name).toBe(other)
    expect(sit().press('M').state.overlay).toMatchObject({ type: 'sheet' })
    expect(sit().press('m').state.overlay).toMatchObject({ type: 'form' })
    expect(sit().press(':').state.overlay).toMatchObject({ type: 'palette' })
    expect(sit().press('g', 'u').state.overlay).toMatchObject({ type: 'journal' })
    expect(sit().press('T').state.panes.board?.name).toBe('timeline')
  })

  it('a key of the panes shows the panes, or says why it does nothing', () => {
    expect(sit().press('1').state.panes).toMatchObject({ board: null, focus: 'roster' })
    expect(sit().press('}').state.panes.board).toBeNull()
    expect(shown(sit().press('>'))).toContain('This key works in the panes: 2 returns to them.')
  })

  it('is asked for again after an own change, and the list below is not', () => {
    const sitting = sit().tell({ type: 'waited', name: 'board' })
    sitting.taken()
    sitting.tell({ type: 'done', text: 'Acknowledged 1 message', undoable: true })
    const asked = sitting.taken().map(({ type }) => type)
    expect(asked).toContain('load-board')
    expect(asked).not.toContain('load-list')
  })

  it('rows are sorted by the next column, and found by words', () => {
    const sitting = sit().press('g', 's')
    expect(sitting.state.panes.board?.order).toBe(1)
    expect(shown(sitting)).toMatch(/ by \w+/u)
    sitting.press('/').type('nothing has these words').press('Enter')
    expect(shown(sitting)).toContain('Nothing matches the filter.')
    sitting.press('Esc')
    expect(sitting.state.panes.board?.filter).toBe('')
  })

  it('the panes below are as they were before', () => {
    const sitting = sitBefore([row('M001')])
      .answerRoster()
      .press('Enter')
    sitting.answerThread([message('M001')])
    const { thread } = sitting.state.panes
    sitting.press(...ways[name as keyof typeof ways], 'g', 'd', 'q')
    expect(sitting.state.panes).toMatchObject({ board: null, focus: 'thread' })
    expect(sitting.state.panes.thread?.anchor).toBe(thread?.anchor)
    expect(sitting.state.panes.thread?.opened).toBe(true)
  })
})

describe('a row that stands for a message', () => {
  const answered = (more: Partial<FullMessageValue> = {}) => sitAtQueues().answerThread([item(more)])
  const changes = (sitting: Sitting) => sitting.taken().filter(({ type }) => type === 'change')

  it.each([
    ['a', 'ack'],
    ['c', 'complete'],
    ['e', 'archive'],
    ['p', 'process'],
  ])('%s changes that message', (key, operation) => {
    const sitting = answered()
    sitting.taken()
    expect(changes(sitting.press(key))).toMatchObject([
      { operation, targets: [{ id: 'Q-1', of: 'queue:work' }] },
    ])
  })

  it('keeps a key until the message has come', () => {
    const sitting = sitAtQueues()
    expect(changes(sitting.press('a'))).toEqual([])
    expect(changes(sitting.answerThread([item()]))).toMatchObject([{ operation: 'ack' }])
  })

  it('asks for the message of the row that is selected next', () => {
    const sitting = answered()
    sitting.taken()
    sitting.press('j')
    expect(sitting.taken()).toMatchObject([{ type: 'load-thread', message: 'Q-2', of: 'queue:work' }])
    expect(changes(sitting.press('a'))).toEqual([])
  })

  it('can be forwarded, handed off and decided on in a form', () => {
    expect(answered().press('F').state.overlay).toMatchObject({ type: 'form' })
    expect(answered().press('H').state.overlay).toMatchObject({ type: 'form' })
    const payload = { type: 'escalation', reason: 'r', options: ['one', 'two'] }
    const sitting = sitAtDebates().answerThread([message('DEAD1', { kind: 'escalation', payload } as never)])
    expect(sitting.press('C').state.overlay).toMatchObject({ type: expect.stringMatching(/choice|form/u) })
  })

  it('has the keys of its queue', () => {
    const sitting = answered()
    sitting.taken()
    expect(sitting.press('t').taken()).toMatchObject([{ operation: 'claim', input: { queue: 'work' } }])
  })

  it("belongs to its owner: another agent's copy is not changed", () => {
    const sitting = sitAtBoard().press('j')
    sitting.answerThread([message('1ABC7', { owner: 'swarm_dev/busy' })])
    sitting.taken()
    expect(changes(sitting.press('e'))).toEqual([])
    expect(shown(sitting)).toContain("You have no copy of 1ABC7: it is swarm_dev/busy's.")
  })
})

describe('a row that stands for an agent', () => {
  it('is written to, and acted as', () => {
    const sitting = sitAtBoard().press('j', 'm')
    expect(shown(sitting)).toMatch(/To +swarm_dev\/busy/u)
    const acting = sitAtBoard().press('j', 'A').state
    expect(acting.session.acting?.as).toBe('swarm_dev/busy')
    expect(acting.panes).toMatchObject({ board: null, list: { source: { owner: 'swarm_dev/busy' } } })
  })
})

it('tells a screen reader what was found, and in which order', () => {
  const sitting = sitAtDebates()
  const before = sitting.state
  const told = () => announce(before, sitting.state).join('\n')
  sitting.press('g', 's')
  expect(told()).toMatch(/Debates, .*sorted by topic\n.*Redis/u)
  sitting.press('/').type('logs').press('Enter')
  expect(told()).toMatch(/1 row found by logs.*\n.*Where logs go.*1 of 1/u)
})

describe('a page', () => {
  it('leads to the mailbox of its agent, and to the thread of its debate', () => {
    expect(sitAtBoard().press('Enter', 'Enter').state.panes).toMatchObject({
      board: null,
      list: { source: { type: 'mailbox', owner: 'swarm_dev/asker' } },
    })
    expect(openDebate(sitAtDebates()).press('Enter').state.panes).toMatchObject({
      board: null,
      list: { source: { type: 'search', query: 'thread:DEAD1' } },
    })
  })
})
