import { describe, expect, it } from 'vitest'
import { noUnread } from '../../../src/domain/roster.ts'
import { withClock } from '../../../src/faces/tui/state.ts'
import { frameText } from '../../support/screen-text.ts'
import { sitAtBoard, someAgents } from '../../support/tui-fleet.ts'
import { agent, noon, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const asked = (sitting: Sitting) =>
  sitting
    .taken()
    .map((effect) =>
      effect.type === 'wait' ? `${effect.name} in ${effect.milliseconds / 1_000} s` : effect.type,
    )

const sitInInbox = (): Sitting => sitBefore([row('M001')]).answerRoster({ agents: [agent('lea')] })

describe('a screen that nobody touches', () => {
  it('asks for the list alone when ages grow, and for everything once a minute', () => {
    const sitting = sitInInbox()
    asked(sitting)
    sitting.tell({ type: 'waited', name: 'ages' })
    expect(asked(sitting)).toEqual(['load-list', 'ages in 20 s'])
    sitting.tell({ type: 'waited', name: 'minute' })
    const all = asked(sitting)
    for (const one of ['load-list', 'load-roster', 'load-topics', 'minute in 60 s'])
      expect(all).toContain(one)
  })

  it('asks again what could not be answered, though not before a while', () => {
    const sitting = sitInInbox()
    asked(sitting)
    for (let failure = 0; failure < 3; failure += 1)
      sitting.tell({ type: 'load-failed', text: 'The store was removed.' })
    expect(new Set(asked(sitting))).toEqual(new Set(['toast in 6 s', 'again in 2 s']))
    expect(frameText(sitting.state)).toContain('The store was removed.')
    sitting.tell({ type: 'waited', name: 'again' })
    expect(asked(sitting)).toEqual(expect.arrayContaining(['load-list', 'load-roster']))
  })

  it('keeps the newer of two answers of the roster, whichever comes last', () => {
    const sitting = sitInInbox()
    const ask = () => {
      sitting.tell({ type: 'waited', name: 'roster' })
      return sitting.state.panes.asked.roster
    }
    const [first, second] = [ask(), ask()]
    sitting.answerRoster({ request: second, agents: [agent('lea'), agent('newer')], dead: 2 })
    sitting.answerRoster({ request: first, agents: [agent('lea'), agent('older')], dead: 1 })
    const { agents, dead } = sitting.state.panes.roster
    expect([agents.map(({ address }) => address), dead]).toEqual([['lea', 'newer'], 2])
  })

  it('draws the age of rows at hand', () => {
    const sitting = sitInInbox()
    expect(frameText(sitting.state)).toMatch(/ 5m /u)
    sitting.state = withClock(sitting.state, { now: noon + 60_000 })
    sitting.tell({ type: 'waited', name: 'ages' })
    expect(frameText(sitting.state)).toMatch(/ 6m /u)
  })

  it('asks for nothing under the board of the fleet until the minute is over', () => {
    const sitting = sitAtBoard(someAgents).tell({ type: 'waited', name: 'board' })
    asked(sitting)
    sitting.tell({ type: 'waited', name: 'ages' })
    expect(asked(sitting)).toEqual(['ages in 20 s'])
    sitting.tell({ type: 'waited', name: 'minute' })
    expect(asked(sitting)).toContain('load-board')
  })
})

describe('mail between others', () => {
  const crowd = Array.from({ length: 201 }, (_, at) => agent(`a-${at}`))
  const changed = (sitting: Sitting) => asked(sitting.tell({ type: 'changed' }))

  it('has a few agents counted at once', () => {
    const sitting = sitInInbox()
    asked(sitting)
    expect(changed(sitting)).toContain('load-roster')
  })

  it('has the header counted at once, and many agents after a rest, once for all of it', () => {
    const sitting = sitInInbox().answerRoster({ agents: crowd })
    asked(sitting)
    expect(changed(sitting)).toEqual(expect.arrayContaining(['load-head', 'load-list', 'roster in 2 s']))
    const again = changed(sitting)
    expect(again).toContain('load-head')
    expect(again).not.toContain('roster in 2 s')
    sitting.tell({ type: 'waited', name: 'roster' })
    expect(asked(sitting)).toEqual(['load-roster'])
    expect(changed(sitting)).toContain('roster in 2 s')
  })

  it('does not bring back older counts of the header with the roster', () => {
    const sitting = sitInInbox().answerRoster({ agents: crowd })
    const { roster } = sitting.state.panes.asked
    sitting.tell({ type: 'changed' })
    const request = sitting.state.panes.asked.head
    sitting.answerHead({ request, unread: { ...noUnread, total: 41 } })
    sitting.answerRoster({ request: roster, agents: crowd.slice(1), unread: { ...noUnread, total: 7 } })
    expect(sitting.state.panes.roster.agents).toHaveLength(200)
    expect(frameText(sitting.state).split('\n')[0]).toContain('41 unread')
  })
})
