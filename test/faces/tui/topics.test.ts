import { describe, expect, it } from 'vitest'
import type { Kind } from '../../../src/domain/kind.ts'
import { rosterRows } from '../../../src/faces/tui/panes/roster/roster.ts'
import type { Size, Source } from '../../../src/faces/tui/state.ts'
import type { DebateValue } from '../../../src/values/debates-schema.ts'
import type { TaskValue } from '../../../src/values/tasks-schema.ts'
import { expectFilled, frameOf, frameText } from '../../support/screen-text.ts'
import { sitAt } from '../../support/tui-places.ts'
import { message, noon, row, type Sitting } from '../../support/tui-state.ts'

const at = new Date(noon).toISOString()
const debate: DebateValue = {
  thread: 'C001',
  topic: 'Redis\u001b[2J for sessions',
  task: null,
  participants: ['swarm_dev/architect', 'swarm_dev/critic', 'lea'],
  stances: { 'swarm_dev/architect': 'claim', 'swarm_dev/critic': 'counter', lea: null },
  rounds: 2,
  mostRounds: 5,
  agreement: 1 / 3,
  consensus: false,
  forced: false,
  decidedBy: null,
  deadlock: false,
  deadlockReason: null,
  standing: 'C002',
  escalates: [],
  openedAt: at,
  lastAt: at,
  allowed: ['evidence', 'concede', 'counter', 'query', 'escalation'],
}
const stuck: DebateValue = {
  ...debate,
  thread: 'D001',
  topic: 'Bell',
  deadlock: true,
  deadlockReason: 'counters',
  rounds: 4,
}
const task: TaskValue = {
  id: 'T-41',
  owner: 'user:lea@town',
  contributors: ['user:lea@town', 'swarm:dev@dev'],
  agents: ['lea'],
  status: 'breakpoint',
  entrypoint: 'lea',
  startedAt: at,
  completedAt: null,
  messages: 3,
}
const payload = {
  statement: 'JWT needs no store.',
  rationale: ['One service less.'],
  evidence: [{ type: 'code', source: 'auth.ts:45', data: 'sign()' }, 'https://jwt.io', 'everybody does'],
  extra: 7,
}
const claim = message('C001', {
  from: 'swarm_dev/architect',
  kind: 'claim',
  body: 'Use Redis.',
  status: 'read',
})
const counter = message('C002', {
  from: 'swarm_dev/critic',
  kind: 'counter',
  replyTo: 'C001',
  body: '',
  payload,
})
const source: Source = { type: 'debate', thread: 'C001' }

function debating(size: Size = { columns: 120, rows: 30 }): Sitting {
  const rows = [claim, counter].map((one) => row(one.id, one))
  const sitting = sitAt(source, rows, size)
  sitting.tell({ type: 'topics-loaded', topics: { debates: [stuck, debate], tasks: [task] } })
  sitting.press('j', 'Enter')
  const asked = sitting.effects.findLast((effect) => effect.type === 'load-thread')
  if (asked?.type !== 'load-thread') throw new Error('No thread was asked for')
  const loaded = {
    anchor: 'C002',
    of: 'lea',
    subject: 'Redis',
    messages: [claim, counter],
    next: null,
    debate,
  }
  return sitting.tell({ type: 'thread-loaded', request: asked.request, thread: loaded, receipts: [] })
}

function tasking(size: Size): Sitting {
  const sitting = sitAt({ type: 'task', task: 'T-41' }, [row('C001', claim)], size)
  sitting.tell({ type: 'topics-loaded', topics: { debates: [stuck], tasks: [task] } })
  return sitting.press('Enter').answerThread([claim])
}

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
] as const

const scenes: Readonly<Record<string, (size: Size) => Sitting>> = {
  'a debate': debating,
  'its list': (size) => debating(size).press('Esc'),
  'a form that answers': (size) => debating(size).press('r').type('c'),
  'a task': tasking,
  roster: (size) => debating(size).press('1', 'G'),
}

describe.each(sizes)('at $columns×$rows', (size) => {
  it.each(Object.entries(scenes))('%s', (_, scene) => {
    const { state } = scene(size)
    expect(frameText(state)).toMatchSnapshot()
    expectFilled(state)
    expect(frameText(state)).not.toContain('\u001b')
    expect(frameOf(structuredClone(state))).toBe(frameOf(state))
  })
})

it('tells who stands where, how far it is, what may be answered, and how strong each piece is', () => {
  const text = frameText(debating({ columns: 200, rows: 50 }).state)
  expect(text).toContain('open · round 2/5 · 33% agree')
  expect(text).toContain('critic: counter · lea: silent')
  expect(text).toContain('answer with evidence, concede, counter')
  expect(text).toMatch(/strong +code: sign\(\) \(auth.ts:45\)/u)
  expect(text).toMatch(/moderate https/u)
  expect(text).toMatch(/weak +everybody/u)
  expect(text).toMatch(/extra +7/u)
})

it('the roster lists debates and tasks, and marks what stands still', () => {
  const keys = rosterRows(debating().state.panes.roster, debating().state.session.me.address).map(
    ({ key }) => key,
  )
  expect(keys.slice(-5)).toEqual([
    'heading:debates',
    'debate:D001',
    'debate:C001',
    'heading:tasks',
    'task:T-41',
  ])
  expect(frameText(debating().press('1', 'G').state)).toMatch(/Bell +4\/5!/u)
})

describe('an answer to a position', () => {
  const formOf = ({ state }: Sitting) => {
    if (state.overlay.type !== 'form') throw new Error('No form is open')
    return state.overlay.form
  }
  const names = (sitting: Sitting) => formOf(sitting).fields.map(({ name }) => name)
  const told = (sitting: Sitting, answers: readonly Kind[] | null) =>
    sitting.tell({ type: 'answers-loaded', message: 'C002', answers })

  it('offers what may answer it, and asks what may be said now', () => {
    const sitting = debating().press('r')
    expect(formOf(sitting)).toMatchObject({ kind: 'answer', operation: 'reply', rest: { message: 'C002' } })
    expect(formOf(sitting).fields[0]).toMatchObject({ choice: '', options: debate.allowed })
    expect(sitting.effects).toContainEqual({ type: 'load-answers', message: 'C002' })
    expect(formOf(told(sitting, ['query'])).fields[0]?.options).toEqual(['query'])
  })

  it.each([
    { key: 'e', has: ['statement', 'rationale', 'evidence'] },
    { key: 'q', has: [] },
    { key: '', has: ['statement', 'rationale', 'evidence'] },
  ])('asks for the fields of its kind: $key', ({ key, has }) => {
    const sitting = debating().press('r').type(key)
    expect(names(sitting).filter((name) => ['statement', 'rationale', 'evidence'].includes(name))).toEqual(
      has,
    )
  })

  it('keeps what was typed, whatever its kind becomes and whatever the store says', () => {
    const sitting = debating().press('r').type('c').press('Tab').type('No store').press('S-Tab')
    sitting.type('q')
    expect(names(sitting)).toContain('statement')
    told(sitting, ['escalation'])
    expect(formOf(sitting).fields[0]).toMatchObject({
      choice: '',
      error: expect.stringContaining('choose again'),
    })
    const draft = sitting.state.overlay.type === 'form' ? sitting.state.overlay.draft : ''
    sitting.tell({
      type: 'draft-refused',
      draft,
      problem: { code: 'conflict', message: 'Decided.', hint: '' },
    })
    expect(formOf(sitting).fields.find(({ name }) => name === 'statement')?.editor.lines).toEqual([
      'No store',
    ])
    expect(sitting.effects.at(-1)).toEqual({ type: 'load-answers', message: 'C002' })
  })

  it('sends fields as the operation takes them', () => {
    const sitting = debating()
      .press('r')
      .type('e')
      .press('Tab', 'Tab', 'Tab')
      .type('https://x.org')
      .press('C-s')
    expect(sitting.effects.at(-1)).toMatchObject({
      type: 'save-draft',
      why: 'send',
      operation: 'reply',
      fields: { message: 'C002', kind: 'evidence', evidence: ['https://x.org'] },
    })
  })

  it('is not sent before it says what it is', () => {
    const sitting = debating().press('r', 'Tab').type('No').press('C-s')
    expect(formOf(sitting)).toMatchObject({ sending: false, focus: 0 })
  })

  it('other mail is still answered in one line', () => {
    expect(
      sitAt({ type: 'everyone' }, [row('M001')], { columns: 160, rows: 40 }).press('r').state.overlay.type,
    ).toBe('reply')
  })
})

it('debates and tasks are looked at a while after a change, once', () => {
  const sitting = debating()
  sitting.taken()
  sitting.tell({ type: 'changed' }, { type: 'changed' })
  const waits = sitting.taken().filter((effect) => effect.type === 'wait' && effect.name === 'topics')
  expect(waits).toHaveLength(1)
  expect(sitting.tell({ type: 'waited', name: 'topics' }).taken()).toContainEqual({
    type: 'load-topics',
    source,
  })
})

describe('D rules on a debate', () => {
  const ruled = ({ state: { overlay } }: Sitting) =>
    overlay.type === 'form' ? [overlay.form.kind, overlay.form.rest] : overlay.type

  it.each([
    ['in its thread', (sitting: Sitting) => sitting, 'C001'],
    ['in its list', (sitting: Sitting) => sitting.press('2'), 'C001'],
    [
      'in the roster',
      (sitting: Sitting) => {
        const { state } = sitting.press('1')
        const roster = { ...state.panes.roster, selected: 'debate:D001' }
        sitting.state = { ...state, panes: { ...state.panes, roster } }
        return sitting
      },
      'D001',
    ],
  ])('%s', (_, go, thread) => {
    expect(ruled(go(debating()).press('D'))).toEqual(['rule', expect.objectContaining({ thread })])
  })
})
