import { describe, expect, it } from 'vitest'
import { remapped } from '../../../src/faces/tui/commands/keys/remap.ts'
import { withPanes, withSession } from '../../../src/faces/tui/state.ts'
import { frameText } from '../../support/screen-text.ts'
import { sitAt, troubles } from '../../support/tui-places.ts'
import { agent, message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const screen = ({ state }: Sitting): string => frameText(state)
const foot = (sitting: Sitting): string => screen(sitting).trimEnd().split('\n').at(-1) ?? ''
const rows = [row('M001'), row('M002')]

function withKeys(sitting: Sitting, ...given: Parameters<typeof remapped>): Sitting {
  sitting.state = withSession(sitting.state, { keymap: remapped(...given) })
  return sitting
}

describe('Attention tells the key that the person has', () => {
  it.each([
    ['default', [], / m +6m/u],
    ['default', [{ scope: 'everywhere', action: 'compose', keys: ['C-x m'] }], / C-xm +6m/u],
  ] as const)('%s %j', (profile, changes, shown) => {
    expect(screen(withKeys(sitAt({ type: 'attention' }, troubles), profile, changes))).toMatch(shown)
  })

  it('types to who has a pane, and writes to who has none', () => {
    const sitting = sitAt({ type: 'attention' }, troubles).press('j')
    expect(foot(sitting)).toMatch(/^ m write to it/u)
    expect(sitting.press('m').state.overlay).toMatchObject({ type: 'form' })
    expect(screen(sitting)).toMatch(/To +swarm_dev\/nux/u)
    const paned = sitAt({ type: 'attention' }, troubles).press('j')
    const agents = [agent('swarm_dev/nux', { pane: '%4' })]
    paned.state = withPanes(paned.state, { roster: { ...paned.state.panes.roster, agents } })
    expect(screen(paned)).toMatch(/silent, with work in progress +! +6m/u)
    expect(foot(paned)).toMatch(/^ ! nudge/u)
  })
})

describe('what troubles and is no message is told beside the list', () => {
  it.each([
    [
      'an agent',
      ['j'],
      ['swarm_dev/nux', 'silent, with work in progress · 6m', 'm write to it · Enter opens its mailbox'],
    ],
    ['a queue', ['j', 'j'], ['queue rig/merge', 'paused with 3 waiting', 'O resume · Enter lists its work']],
  ])('%s', (_, keys, told) => {
    const sitting = sitAt({ type: 'attention' }, troubles, { columns: 160, rows: 30 }).press(...keys)
    for (const words of told) expect(screen(sitting)).toContain(`││ ${words} `)
  })
})

describe('keys', () => {
  it('that do nothing here say where they do something', () => {
    const told = (sitting: Sitting, key: string) => sitting.press(key).state.session.toast?.text
    expect(told(sitBefore(rows), 't')).toBe('t works in a queue: claim the next item')
    expect(told(sitBefore(rows).press('1'), 'e')).toBe('e works at a message: archive, or restore')
    expect(told(withKeys(sitBefore(rows), 'vim', []).press('1', 'd'), 'd')).toMatch(/^dd works at a message/u)
    expect(told(sitBefore(rows), 'C-x')).toBe('C-x does nothing here. ? lists the keys.')
    expect(told(sitBefore(rows).press('B'), 'a')).toBe('a works at a message: acknowledge')
    expect(told(sitBefore(rows).press('g'), 'Esc')).toBeUndefined()
    expect(told(sitBefore(rows).press('?'), 'C-x')).toBe('C-x does nothing here. ? lists the keys.')
  })

  it('that were begun say how they go on', () => {
    expect(foot(sitBefore(rows).press('g'))).toMatch(
      /^ g… +x take back what was sent +f finish the task +u journal of your changes/u,
    )
  })

  it.each(['/', 'f', 's', 'x', '+'])('C-g gives up what %s asked for', (key) => {
    const sitting = sitBefore(rows).press(key).type('abc')
    expect(sitting.state.overlay.type).not.toBe('none')
    expect(sitting.press('C-g').state.overlay.type).toBe('none')
  })
})

describe('a screen that only looks', () => {
  const looking = (sitting: Sitting): Sitting => {
    sitting.state = withSession(sitting.state, { readOnly: true })
    return sitting
  }

  it('offers no deed at its foot', () => {
    expect(foot(looking(sitBefore(rows)))).toMatch(/^ Enter open +Tab pane/u)
  })

  it('goes to the pane of an agent, which changes nothing', () => {
    const sitting = looking(sitBefore([row('M001', { from: 'critic' })]))
    expect(sitting.press('J').taken()).toContainEqual({
      type: 'call',
      command: 'agent.jump',
      operation: 'jump',
      input: { agent: 'critic' },
    })
    expect(sitting.press('!').state.overlay.type).toBe('none')
  })
})

it('what lies over the list does not tell where one is in it', () => {
  expect(foot(sitBefore(rows))).toMatch(/1–2 of 2/u)
  expect(foot(sitBefore(rows).press('M'))).not.toMatch(/1–2 of 2/u)
  expect(foot(sitBefore(rows).press('?'))).not.toMatch(/1–2 of 2/u)
})

it('the wheel scrolls what one answers, and leaves what one types', () => {
  const body = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n\n')
  const sitting = sitBefore(rows, { columns: 160, rows: 20 }).answerThread([message('M001', { body })])
  sitting.press('r').type('half')
  const wheel = { type: 'mouse', action: 'wheel-down', button: 'none', x: 150, y: 5 } as const
  const held = { ctrl: false, alt: false, shift: false }
  for (let turns = 0; turns < 12; turns += 1) sitting.tell({ ...wheel, ...held })
  expect(screen(sitting)).not.toMatch(/line 0 /u)
  expect(screen(sitting)).toMatch(/Reply to critic: half/u)
  expect(sitting.state.panes.focus).toBe('inbox')
  const before = screen(sitting)
  expect(screen(sitting.tell({ ...wheel, ...held, x: 3 }))).toBe(before)
})

it('a thread tells that who had it in hand has left', () => {
  const sitting = sitBefore(rows, { columns: 160, rows: 20 }).answerThread([message('M001')])
  const assigned = { thread: 'M001', supervisor: 'bob', by: 'lea', at: '2027-01-31T11:00:00Z' }
  const thread = sitting.state.panes.thread
  if (thread === null) throw new Error('no thread')
  sitting.state = withPanes(sitting.state, { thread: { ...thread, assigned } })
  expect(screen(sitting)).toMatch(/assigned to bob │/u)
  const agents = [agent('bob', { state: 'dead' })]
  sitting.state = withPanes(sitting.state, { roster: { ...sitting.state.panes.roster, agents } })
  expect(screen(sitting)).toMatch(/assigned to bob \(retired\) │/u)
})

it('whatever speaks of keys speaks of those that the person has', () => {
  const changes = [
    { scope: 'everywhere', action: 'undo', keys: ['F2'] },
    { scope: 'everywhere', action: 'compose', keys: [] },
  ] as const
  const empty = withKeys(sitBefore([]), 'default', changes)
  expect(screen(empty)).toMatch(/:compose writes a message, \/ searches, \? lists all keys/u)
  const sitting = withKeys(sitBefore(rows), 'default', changes)
  sitting.press('e').tell({ type: 'done', text: 'Archived 1 message', undoable: true, reversible: true })
  expect(foot(sitting)).toMatch(/Archived 1 message \(F2 to undo\)/u)
})
