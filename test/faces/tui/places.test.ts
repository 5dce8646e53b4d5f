import { describe, expect, it } from 'vitest'
import { addresses } from '../../../src/faces/tui/compose/addresses.ts'
import { rosterRows } from '../../../src/faces/tui/panes/roster/roster.ts'
import { type Source, withPanes } from '../../../src/faces/tui/state.ts'
import { openMailRoom } from '../../support/mailbox.ts'
import { placesHere, poisoned, sitAt, taken, troubles, waiting } from '../../support/tui-places.ts'
import { message, row, rowIds } from '../../support/tui-state.ts'

const queue: Source = { type: 'queue', name: 'work' }
const channel: Source = { type: 'channel', name: 'alerts' }
const closed: Source = { type: 'channel', name: 'old' }
const tag: Source = { type: 'tag', tag: 'project:inscription' }
const group: Source = { type: 'group', name: 'ops' }
const members = ['critic', 'role:judge'].map((id) => ({ type: 'member', id, group: 'ops' }) as const)
const items = [taken, waiting, poisoned]

describe('a key on a place calls its operation', () => {
  it.each([
    { at: queue, rows: items, keys: ['t'], operation: 'claim', input: { queue: 'work' } },
    { at: queue, rows: [], keys: ['t'], operation: 'claim', input: { queue: 'work' } },
    { at: queue, rows: items, keys: ['b'], operation: 'release', input: { message: 'Q001', attempt: 2 } },
    { at: queue, rows: items, keys: ['w'], operation: 'renew', input: { message: 'Q001', attempt: 2 } },
    { at: queue, rows: items, keys: ['O'], operation: 'pauseQueue', input: { queue: 'work' } },
    {
      at: { type: 'queue', name: 'rig/merge' } as const,
      rows: [],
      keys: ['O'],
      operation: 'resumeQueue',
      input: { queue: 'rig/merge' },
    },
    { at: queue, rows: items, keys: ['X', 'y'], operation: 'closeQueue', input: { queue: 'work' } },
    {
      at: queue,
      rows: items,
      keys: ['G', 'd', 'Enter'],
      operation: 'redeliver',
      input: { message: 'Q003' },
    },
    {
      at: queue,
      rows: items,
      keys: ['G', 'd', 'a', ',', 'b', 'Enter'],
      operation: 'redeliver',
      input: { message: 'Q003', to: ['a', 'b'] },
    },
    { at: channel, rows: [], keys: ['S'], operation: 'subscribe', input: { channel: 'alerts' } },
    { at: closed, rows: [], keys: ['S'], operation: 'unsubscribe', input: { channel: 'old' } },
    {
      at: channel,
      rows: [],
      keys: ['X', 'y'],
      operation: 'closeChannel',
      input: { channel: 'alerts' },
    },
    {
      at: closed,
      rows: [],
      keys: ['X', 'y'],
      operation: 'deleteChannel',
      input: { channel: 'old' },
    },
    {
      at: group,
      rows: members,
      keys: ['A', 'n', 'u', 'x', 'Enter'],
      operation: 'addMembers',
      input: { group: 'ops', members: ['nux'] },
    },
    {
      at: group,
      rows: members,
      keys: ['D'],
      operation: 'removeMembers',
      input: { group: 'ops', members: ['critic'] },
    },
    {
      at: group,
      rows: members,
      keys: ['*', 'D'],
      operation: 'removeMembers',
      input: { group: 'ops', members: ['critic', 'role:judge'] },
    },
    {
      at: group,
      rows: members,
      keys: ['X', 'y'],
      operation: 'deleteGroup',
      input: { group: 'ops' },
    },
    {
      at: group,
      rows: members,
      keys: ['+', 'x', 'Enter'],
      operation: 'createGroup',
      input: { group: 'x', members: [] },
    },
    {
      at: queue,
      rows: items,
      keys: ['!', 'h', 'i', 'Enter'],
      operation: 'nudge',
      input: { agent: 'critic', text: 'hi' },
    },
    { at: queue, rows: items, keys: ['J'], operation: 'jump', input: { agent: 'critic' } },
    {
      at: { type: 'attention' } as const,
      rows: troubles,
      keys: ['j', 'J'],
      operation: 'jump',
      input: { agent: 'swarm_dev/nux' },
    },
    {
      at: { type: 'attention' } as const,
      rows: troubles,
      keys: ['G', 'O'],
      operation: 'resumeQueue',
      input: { queue: 'rig/merge' },
    },
  ])('$keys in $at: $operation', ({ at, rows, keys, operation, input }) => {
    const sitting = sitAt(at, rows).press(...keys)
    expect(sitting.taken().filter(({ type }) => type === 'call')).toMatchObject([{ operation, input }])
    expect(sitting.state.overlay).toEqual({ type: 'none' })
  })

  it.each([
    { what: 'a claim that nobody has', at: queue, rows: [waiting], keys: ['b'] },
    { what: 'what waits anyway', at: queue, rows: [waiting], keys: ['d'] },
    { what: 'a question answered with no', at: group, rows: members, keys: ['X', 'n', 'Enter'] },
    { what: 'nothing typed', at: group, rows: members, keys: ['A', 'Enter'] },
    { what: 'a message among members', at: group, rows: members, keys: ['a'] },
  ])('and says why it does nothing: $what', ({ at, rows, keys }) => {
    const sitting = sitAt(at, rows).press(...keys)
    const deeds = sitting.taken().filter(({ type }) => type === 'call' || type === 'change')
    expect(deeds).toEqual([])
    expect(sitting.state.session.toast).not.toBeNull()
  })

  it('works on items of a queue as on mail, for the queue', () => {
    const sitting = sitAt(queue, items).press('c')
    expect(sitting.taken().at(-1)).toMatchObject({
      operation: 'complete',
      targets: [{ id: 'Q001', of: 'queue:work' }],
    })
  })

  it('binds none of them where nothing of the kind is listed', () => {
    const sitting = sitAt({ type: 'everyone' }, [row('M001', { from: 'lea' })]).press(
      't',
      'b',
      'O',
      'S',
      'A',
      'D',
      '!',
    )
    expect(new Set(sitting.taken().map(({ type }) => type))).toEqual(new Set(['wait']))
    expect(sitting.state.session.toast?.text).toBe("! works on an agent: type a line into the agent's pane")
  })
})

it('pins a post in the channel where one has no copy of it', () => {
  const sitting = sitAt(channel, [row('P001', { owner: null, status: null })]).press('P')
  expect(sitting.taken().at(-1)).toMatchObject({
    operation: 'pin',
    targets: [{ id: 'P001', of: 'channel:alerts' }],
  })
})

describe('a stream', () => {
  const posts = rowIds(3).map((id) => row(id))

  it('begins at its newest post, which stands lowest; up is older', () => {
    const sitting = sitAt(channel, posts)
    expect(sitting.state.panes.list.selected).toBe('M001')
    expect(sitting.press('k').state.panes.list.selected).toBe('M002')
    expect(sitting.press('g', 'g').state.panes.list.selected).toBe('M003')
    expect(sitting.press('G').effects.at(-1)).not.toMatchObject({ mode: 'end' })
    expect(sitting.state.panes.list.selected).toBe('M001')
  })

  it('stays at its end for who reads its end', () => {
    const many = rowIds(60).map((id) => row(id))
    const sitting = sitAt(tag, many, { columns: 120, rows: 20 })
    sitting.tell({ type: 'changed' }).answerList([row('NEW'), ...many])
    expect(sitting.state.panes.list).toMatchObject({ selected: 'M001', line: 1 })
    expect(sitting.state.panes.list.fresh.size).toBe(0)
  })

  it.each([
    { at: channel, to: 'channel:alerts' },
    { at: tag, to: 'project:inscription' },
  ])('takes what is typed there: $to', ({ at, to }) => {
    const sitting = sitAt(at, posts).press('m').type('go on').press('Enter')
    expect(sitting.effects.at(-1)).toMatchObject({
      type: 'save-draft',
      why: 'send',
      operation: 'send',
      fields: { to: [to], body: 'go on' },
    })
  })

  it('is answered before all who read it', () => {
    const sitting = sitAt(tag, posts).press('r').type('yes').press('Enter')
    expect(sitting.effects.at(-1)).toMatchObject({
      operation: 'reply',
      fields: { message: 'M001', all: true, body: 'yes' },
    })
  })

  it('keeps a line that one leaves, and grows it into a form', () => {
    const left = sitAt(tag, posts).press('m').type('half').press('Esc')
    expect(left.effects).toContainEqual(expect.objectContaining({ type: 'save-draft', why: 'keep' }))
    const grown = sitAt(tag, posts).press('m').type('half').press('Alt-Enter')
    expect(grown.state.overlay).toMatchObject({ type: 'form', form: { kind: 'compose' } })
  })
})

it.each([
  { at: queue, to: 'queue:work' },
  { at: group, to: 'group:ops' },
])('a new message from $to is addressed to it', ({ at, to }) => {
  const { overlay } = sitAt(at, []).press('m').state
  if (overlay.type !== 'form') throw new Error('No form is open')
  expect(overlay.form.fields[0]?.editor).toMatchObject({ lines: [to] })
})

describe('lists that take long to gather', () => {
  const way: Source = { type: 'owed', way: 'to-me' }

  it('are asked for once the selection rests, not at each key', () => {
    const sitting = sitAt({ type: 'everyone' }, []).press('1', 'j', 'j')
    expect(sitting.taken().map(({ type }) => type)).toEqual(['wait'])
    expect(sitting.state.panes.list).toMatchObject({ loading: true, source: { type: 'owed', way: 'by-me' } })
    sitting.press('j').tell({ type: 'waited', name: 'slow' })
    const asked = sitting.taken().filter(({ type }) => type === 'load-list')
    expect(asked).toMatchObject([{ source: way }])
  })

  it('are looked at again a while after a change, and never while one reads', () => {
    const sitting = sitAt(way, [row('M001·nux', { owner: 'nux' })], { columns: 160, rows: 40 })
    sitting.tell({ type: 'changed' }, { type: 'changed' })
    const waits = sitting.taken().filter(({ type }) => type === 'wait' || type === 'load-list')
    expect(waits).toContainEqual({ type: 'wait', name: 'slow', milliseconds: 3000 })
    expect(waits.filter((effect) => effect.type === 'wait' && effect.name === 'slow')).toHaveLength(1)
    expect(waits.filter(({ type }) => type === 'load-list')).toEqual([])
    sitting.state = withPanes(sitting.state, { focus: 'thread' })
    sitting.tell({ type: 'waited', name: 'slow' })
    expect(sitting.taken().some(({ type }) => type === 'load-list')).toBe(false)
    sitting.press('Esc').tell({ type: 'waited', name: 'slow' })
    expect(sitting.taken().some(({ type }) => type === 'load-list')).toBe(true)
  })
})

describe('the roster', () => {
  it('lists every place by its name, and a tag by its word where that is its own', () => {
    const { state } = sitAt(queue, [])
    const labels = rosterRows(state.panes.roster, state.session.me.address).flatMap((row) =>
      row.type === 'place' ? [row.label] : [],
    )
    expect(labels).toEqual([
      'rig/merge',
      'work',
      '#alerts',
      '#old',
      '#concern:costs',
      '#domain:costs',
      '#inscription',
      'ops',
    ])
    expect(placesHere.tags).toHaveLength(3)
  })

  it('goes to what was made', () => {
    const show = { type: 'queue', name: 'night' } as const
    const sitting = sitAt(group, members).tell({ type: 'done', text: 'made', undoable: false, show })
    expect(sitting.state).toMatchObject({
      panes: { roster: { selected: 'queue:night' }, list: { source: show } },
    })
  })

  it.each([
    { rows: members, keys: ['Enter'], source: { type: 'mailbox', owner: 'critic', box: 'inbox' } },
    {
      rows: troubles,
      keys: ['j', 'Enter'],
      source: { type: 'mailbox', owner: 'swarm_dev/nux', box: 'inbox' },
    },
    { rows: troubles, keys: ['G', 'Enter'], source: { type: 'queue', name: 'rig/merge' } },
  ])('and rows lead to $source', ({ rows, keys, source }) => {
    expect(sitAt({ type: 'attention' }, rows).press(...keys).state.panes.list.source).toEqual(source)
  })
})

it('completion knows every place', async () => {
  const room = await openMailRoom()
  const lea = await room.join('lea', { tag: ['project:x'] })
  await lea.createQueue({ queue: 'work' })
  await lea.createChannel({ channel: 'alerts' })
  await lea.createGroup({ group: 'ops' })
  expect(await addresses(lea)).toEqual([
    'lea',
    'best:',
    'queue:work',
    'channel:alerts',
    'project:x',
    'group:ops',
    'all',
  ])
  await room.close()
})

it('a thread that cannot be read never leaves another in its place', () => {
  const sitting = sitAt(queue, items, { columns: 160, rows: 40 }).answerThread([message('Q001')])
  sitting.tell({
    type: 'thread-loaded',
    request: sitting.state.panes.asked.thread,
    thread: null,
    receipts: [],
  })
  expect(sitting.state.panes.thread?.anchor).toBe('Q001')
  sitting.press('j')
  sitting.tell({
    type: 'thread-loaded',
    request: sitting.state.panes.asked.thread,
    thread: null,
    receipts: [],
  })
  expect(sitting.state.panes.thread).toBeNull()
})

describe('what was answered to a question', () => {
  const asked = () => sitAt(queue, items).press('!', 'h', 'i', 'Enter')
  const prompt = ({ state }: ReturnType<typeof asked>) =>
    state.overlay.type === 'prompt' ? state.overlay.field.text : null

  it('is there to be mended when it came to nothing, and only for the same question', () => {
    const sitting = asked().tell({ type: 'failed', text: 'There is no tmux pane %4.' }).answerList(items)
    expect(prompt(sitting.press('!'))).toBe('hi')
    expect(prompt(sitting.press('C-g', '@'))).toBe('')
  })

  it('is gone once it was done', () => {
    const sitting = asked().tell({ type: 'done', text: 'typed to critic', undoable: false }).answerList(items)
    expect(prompt(sitting.press('!'))).toBe('')
  })

  it('leaves the marks of messages, which it is not about', () => {
    const marked = sitAt(queue, items).press('*')
    const { size } = marked.state.panes.list.marked
    expect(size).toBeGreaterThan(0)
    expect(marked.press('X', 'y').state.panes.list.marked.size).toBe(size)
  })

  it('is no yes the next time', () => {
    const sitting = sitAt(queue, items).press('X', 'y').tell({ type: 'failed', text: 'no' }).answerList(items)
    expect(prompt(sitting.press('X'))).toBe('')
  })
})

describe('what a row leads to', () => {
  const led = () => sitAt({ type: 'attention' }, troubles).press('G', 'Enter')
  it.each(['q', 'Esc', 'h'])('is left by %s for the list that led there', (key) => {
    const sitting = led()
    expect(sitting.state.panes.list.source).toEqual({ type: 'queue', name: 'rig/merge' })
    expect(sitting.answerList(items).press(key).state).toMatchObject({
      panes: {
        focus: 'inbox',
        cameFrom: null,
        list: { source: { type: 'attention' } },
        roster: { selected: 'view:attention' },
      },
    })
  })

  it('is left for the roster once one went elsewhere by oneself', () => {
    const sitting = led().answerList(items).press('1', 'k').answerList(items).press('2', 'Esc')
    expect(sitting.state.panes.focus).toBe('roster')
  })
})
