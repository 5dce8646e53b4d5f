import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyHandoff, handoffBody } from '../../../src/domain/handoff.ts'
import { withClock } from '../../../src/faces/tui/state.ts'
import { expectFilled, frameText, openFrames } from '../../support/screen-text.ts'
import { agent, message, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
] as const

const work = {
  work_completed: 'Design approved',
  current_state: 'Ready',
  next_steps: ['Write store', 'Add tests'],
}
const handoff = message('H001', {
  from: 'architect',
  kind: 'handoff',
  priority: 'high',
  subject: 'Implement mailbox store',
  context: work,
  attachments: ['DESIGN.md'],
  body: handoffBody('architect', 'lea', { ...emptyHandoff, ...work }, 'Mind the bell file.'),
})

function world(size: { readonly columns: number; readonly rows: number }): Sitting {
  const rows = [
    row(
      'U001',
      { priority: 'urgent', subject: 'Tests red on main', expiresAt: '2027-01-31T14:00:00.000Z' },
      3,
    ),
    { type: 'mail', id: 'H001', message: handoff, threadSize: 4, copies: null } as const,
    row('P001', { from: 'coo', status: 'processing', subject: 'Priority change: mailbox' }),
    row(
      'R001',
      { from: 'librarian', status: 'read', subject: '', preview: 'No subject here', kind: 'response' },
      2,
    ),
    row('W001', { from: '日本語エージェント', subject: '広い文字の件名 🎉 and more' }),
    row('L001', { priority: 'low', status: 'failed', pinned: true }),
  ]
  const unread = { urgent: 1, high: 1, normal: 10, low: 0, total: 12 }
  const sitting = sitBefore(rows, size)
  const agents = [
    agent('swarm_dev/architect', { unread: { ...unread, urgent: 0, total: 2 } }),
    agent('swarm_dev/critic', { state: 'frozen', unread }),
    agent('swarm_dev/tester', { state: 'dead' }),
    agent('bob', { kind: 'user' }),
    agent('lea', { kind: 'user' }),
  ]
  sitting.answerRoster({ agents, unread, dead: 1, drafts: 2 })
  return sitting
}

function openThread(sitting: Sitting): Sitting {
  const first = message('A001', {
    from: 'lea',
    to: ['architect'],
    owner: null,
    status: null,
    subject: 'Implement mailbox store',
  })
  sitting.press('j', 'Enter').answerThread([first, handoff])
  const receipt = {
    address: 'lea',
    stored: '2027-01-31T11:55:00.000Z',
    offered: null,
    shown: null,
    rung: null,
    waiting: null,
    retracted: null,
    acknowledged: null,
    answered: null,
    ...({ outcome: 'waiting', by: null, reason: null, ended: null } as const),
  }
  return sitting.tell({ type: 'details-loaded', message: 'H001', receipts: [receipt], history: null })
}

const scenes: readonly (readonly [string, (size: { columns: number; rows: number }) => Sitting])[] = [
  ['inbox', world],
  ['thread', (size) => openThread(world(size))],
  ['help', (size) => world(size).press('?')],
  ['search', (size) => world(size).press('/').type('from:critic')],
  ['palette', (size) => world(size).press(':').type('crit')],
  ['prompt', (size) => world(size).press('s')],
  ['reply', (size) => openThread(world(size)).press('r').type('On it.')],
  ['roster', (size) => world(size).press('1')],
  ['empty', (size) => sitBefore([], size)],
]

describe.each(sizes)('at $columns×$rows', (size) => {
  it.each(scenes)('%s', (_, scene) => {
    expect(frameText(scene(size).state)).toMatchSnapshot()
  })

  it.each(scenes)('%s fills its cells exactly', (_, scene) => {
    expectFilled(scene(size).state)
  })
})

it('tells a handoff once, with its notes, and hides nothing that its fields do not say', () => {
  const notes = frameText(openThread(world(sizes[0])).state)
  expect(notes).toContain('Mind the bell file.')
  expect(notes).not.toContain('Work handoff from')
  const other = { ...handoff, body: `Urgent! ${handoff.body}` }
  const sitting = world(sizes[0]).press('j', 'Enter').answerThread([other])
  expect(frameText(sitting.state)).toContain('Work handoff from')
})

it('tells what a protocol mail says as a table, and what it lacks', () => {
  const merged = message('H001', {
    from: 'gastown/refinery',
    subject: 'MERGED nux',
    fields: { Branch: 'b\u001b[31m', Polecat: 'nux' },
    protocol: { type: 'MERGED', argument: 'nux', missing: ['Rig'] },
  })
  const text = frameText(world(sizes[0]).press('j', 'Enter').answerThread([merged]).state)
  expect(text).toMatch(/Polecat +nux/u)
  expect(text).toMatch(/missing +Rig/u)
  expect(text).not.toContain('\u001b')
})

it('draws the smallest size, and says so below it', () => {
  expectFilled(world({ columns: 40, rows: 10 }).state)
  expect(frameText(world({ columns: 39, rows: 10 }).state)).toContain('needs 40 columns')
})

it('costs no more rows for a long list than fit on the screen', () => {
  const { state } = sitBefore(
    rowIds(400).map((id) => row(id)),
    sizes[0],
  )
  expect(frameText(state).match(/Subject of M/gu)).toHaveLength(45)
})

it('lets no control character of a message through', () => {
  const evil = 'a\x1b]52;c;eA==\x07b\x9dc\u202ed\re\bf'
  const nasty = message('E001', {
    from: evil,
    subject: evil,
    body: evil,
    to: [evil],
    preview: evil,
    tags: [evil],
  })
  const sitting = sitBefore(
    [{ type: 'mail', id: 'E001', message: nasty, threadSize: 1, copies: null }],
    sizes[0],
  )
  sitting.answerThread([nasty]).tell({ type: 'failed', text: evil })
  expect(frameText(sitting.state)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/u)
})

describe('what is kept from one frame to the next', () => {
  it('never shows: a state is drawn the same whatever was drawn before', () => {
    const keys = fc.constantFrom(...'j j k k G gg Space V * Tab 1 2 2 3 z ? : Esc Enter za zM n'.split(' '))
    const deeds = fc.oneof(
      keys.map(
        (label) => (sitting: Sitting) => void sitting.press(...(label === 'gg' ? ['g', 'g'] : [label])),
      ),
      fc.constantFrom(...sizes).map((size) => (sitting: Sitting) => {
        sitting.tell({ type: 'resize', ...size })
      }),
      fc.integer({ min: 1, max: 90_000 }).map((later) => (sitting: Sitting) => {
        sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + later })
      }),
      fc.nat(9).map((total) => (sitting: Sitting) => {
        const { agents, unread, places } = sitting.state.panes.roster
        sitting.answerRoster({ agents, places, unread: { ...unread, total }, dead: total })
      }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...sizes),
        fc.array(deeds, { minLength: 10, maxLength: 25 }),
        (size, list) => {
          const sitting = openThread(world(size)).press('2')
          const drawing = openFrames()
          const drawn = list.map((deed) => {
            deed(sitting)
            return { state: sitting.state, shown: drawing.draw(sitting.state) }
          })
          for (const { state, shown } of drawn) expect(drawing.draw(structuredClone(state))).toBe(shown)
          drawing.close()
        },
      ),
      { numRuns: 8 },
    )
  })
})
