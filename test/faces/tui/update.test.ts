import { describe, expect, it } from 'vitest'
import type { Effect } from '../../../src/faces/tui/effect.ts'
import { withClock, withSession } from '../../../src/faces/tui/state.ts'
import { message, row, rowIds, sit, sitBefore } from '../../support/tui-state.ts'

const wide = { columns: 160, rows: 40 }
const three = () => rowIds(3).map((id) => row(id))
const types = (effects: readonly Effect[]) => effects.map(({ type }) => type)

describe('verbs', () => {
  it.each([
    { keys: ['a'], change: { operation: 'ack', targets: [{ id: 'M001', of: null }] } },
    { keys: ['j', 'p'], change: { operation: 'process', targets: [{ id: 'M002', of: null }] } },
    { keys: ['c'], change: { operation: 'complete', targets: [{ id: 'M001', of: null }] } },
    { keys: ['e'], change: { operation: 'archive', targets: [{ id: 'M001', of: null }] } },
    { keys: ['E'], change: { operation: 'archive', wholeThread: true, targets: [{ id: 'M001', of: null }] } },
    { keys: ['P'], change: { operation: 'pin', targets: [{ id: 'M001', of: null }] } },
    { keys: ['U'], change: { operation: 'unread', targets: [{ id: 'M001', of: null }] } },
    { keys: ['s', 'Enter'], change: { operation: 'snooze', input: { until: '2h' } } },
    { keys: ['x', 'n', 'o', 'Enter'], change: { operation: 'fail', input: { reason: 'no' } } },
    {
      keys: ['Space', 'Space', 'e'],
      change: { operation: 'archive', targets: [{ id: 'M001' }, { id: 'M002' }] },
    },
    { keys: ['V', 'j', 'e'], change: { operation: 'archive', targets: [{ id: 'M001' }, { id: 'M002' }] } },
    {
      keys: ['*', 'a'],
      change: { operation: 'ack', targets: [{ id: 'M001' }, { id: 'M002' }, { id: 'M003' }] },
    },
  ])('$keys asks for $change.operation', ({ keys, change }) => {
    const sitting = sitBefore(three())
    sitting.taken()
    sitting.press(...keys)
    expect(sitting.taken().filter(({ type }) => type === 'change')).toMatchObject([change])
    expect(sitting.state.panes.list.marked.size).toBe(0)
  })

  it.each(['*', 'Space', 'V'])('%s chooses nothing among rows of the list that one left', (label) => {
    const sitting = sitBefore(three(), wide).press('1', 'j', '2')
    expect(sitting.state.panes.list.loading).toBe(true)
    sitting.press(label)
    expect(sitting.state.panes.list).toMatchObject({ marked: new Set(), anchor: null })
    sitting.taken()
    expect(types(sitting.press('e').taken())).not.toContain('deed')
  })

  it("never acts on another's copy that is listed among all mail", () => {
    const sitting = sitBefore([row('M001', { owner: 'critic' })]).press('a')
    expect(types(sitting.effects)).not.toContain('change')
    expect(sitting.state.session.toast?.text).toBe("You have no copy of M001: it is critic's.")
  })

  it('restores what lies in the archive, and unpins what is pinned', () => {
    const archived = sitBefore([row('M001', { status: 'archived' })])
    expect(archived.press('e').effects.at(-1)).toMatchObject({ operation: 'restore' })
    const pinned = sitBefore([row('M001', { pinned: true })])
    expect(pinned.press('P').effects.at(-1)).toMatchObject({ operation: 'unpin' })
  })

  it('says why nothing happens where there is nothing', () => {
    const sitting = sitBefore([])
    expect(sitting.press('a').state.session.toast?.text).toContain('No message')
  })

  it('tells what a lost race said, and looks again', () => {
    const sitting = sitBefore(three())
    sitting.taken()
    sitting.tell({ type: 'failed', text: 'M001 is archived already.' })
    expect(sitting.state.session.toast).toEqual({ text: 'M001 is archived already.', tone: 'problem' })
    expect(types(sitting.taken())).toContain('load-list')
  })
})

describe('panes', () => {
  it.each([
    { keys: ['Enter'], focus: 'thread' },
    { keys: ['Enter', 'Esc'], focus: 'inbox' },
    { keys: ['Enter', 'q'], focus: 'inbox' },
    { keys: ['h'], focus: 'roster' },
    { keys: ['1'], focus: 'roster' },
    { keys: ['3'], focus: 'thread' },
    { keys: ['Tab'], focus: 'thread' },
    { keys: ['S-Tab'], focus: 'roster' },
    { keys: ['1', 'Enter'], focus: 'inbox' },
  ])('$keys leads to $focus', ({ keys, focus }) => {
    expect(
      sitBefore(three(), wide)
        .answerThread([message('M001')])
        .press(...keys).state.panes.focus,
    ).toBe(focus)
  })

  it('quits at the top only', () => {
    const sitting = sitBefore(three(), wide).answerThread([message('M001')])
    expect(types(sitting.press('Enter', 'q').effects)).not.toContain('quit')
    expect(types(sitting.press('q').effects)).toContain('quit')
  })

  it("looks into another's mailbox from the roster, and comes back to where one was", () => {
    const sitting = sitBefore(three(), wide).press('j')
    sitting.answerRoster()
    sitting.press('1', 'j')
    expect(sitting.effects.at(-1)).toMatchObject({ type: 'load-list', source: { type: 'everyone' } })
    sitting.answerList([row('X001')]).press('k')
    expect(sitting.state.panes.list).toMatchObject({ selected: 'M002', source: { owner: 'lea' } })
  })
})

describe('answers', () => {
  it('drops those that were overtaken', () => {
    const sitting = sitBefore(three(), wide)
    const old = sitting.effects.findLast((effect) => effect.type === 'load-list')
    sitting.press('1', 'j')
    if (old?.type !== 'load-list') throw new Error('No list was asked for')
    const { request, source } = old
    sitting.tell({
      type: 'list-loaded',
      request,
      source,
      mode: 'first',
      pages: [],
      passed: [],
      news: { newest: null, above: [], below: [] },
    })
    expect(sitting.state.panes.list.loading).toBe(true)
  })

  it('never acts on rows of a list that one has left', () => {
    const sitting = sitBefore(three(), wide).press('1', 'j', 'Enter')
    sitting.taken()
    expect(types(sitting.press('e').taken())).not.toContain('deed')
  })
})

describe('search', () => {
  it('asks once typing rests, keeps the results on Enter, and returns on Esc', () => {
    const sitting = sitBefore(three()).press('j', '/').type('red main')
    expect(sitting.effects.at(-1)).toEqual({ type: 'wait', name: 'search', milliseconds: 80 })
    sitting.tell({ type: 'waited', name: 'search' })
    expect(sitting.effects.at(-1)).toMatchObject({ source: { type: 'search', query: 'red main*' } })
    sitting.answerList([row('F001'), row('F002')]).press('Enter')
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, panes: { list: { selected: 'F001' } } })
    expect(sitting.press('n').state.panes.list.selected).toBe('F002')
    expect(sitting.press('Esc').state.panes.list.selected).toBe('M002')
  })

  it('shows what is wrong with the words under the field', () => {
    const sitting = sitBefore(three()).press('/').type('kind:x').tell({ type: 'waited', name: 'search' })
    const { list } = sitting.state.panes.asked
    sitting.tell({ type: 'list-failed', request: list, problem: 'kind: does not accept x.' })
    expect(sitting.state.overlay).toMatchObject({ type: 'search', problem: 'kind: does not accept x.' })
  })
})

describe('handing over', () => {
  const opened = () => sitBefore(three(), wide).answerThread([message('M001')])

  it('offers what was opened, and settles it after its frame stood for a while', () => {
    const sitting = opened().press('Enter')
    expect(sitting.effects.at(-1)).toEqual({ type: 'offer', message: 'M001' })
    sitting.tell({ type: 'offered', message: 'M001', held: true, note: null })
    sitting.tell({ type: 'written', messages: ['M001'] })
    expect(sitting.effects.at(-1)).toEqual({ type: 'wait', name: 'shown', milliseconds: 300 })
    sitting.taken()
    sitting.tell({ type: 'waited', name: 'shown' })
    expect(sitting.taken()).toContainEqual({ type: 'settle', message: 'M001' })
  })

  it('gives back what went from the screen before', () => {
    const sitting = opened().press('Enter')
    sitting.tell({ type: 'offered', message: 'M001', held: true, note: null }).press('Esc')
    expect(sitting.effects.at(-1)).toEqual({ type: 'release', message: 'M001' })
    sitting.taken()
    expect(types(sitting.tell({ type: 'waited', name: 'shown' }).taken())).not.toContain('settle')
  })

  it.each([
    { what: 'a preview', keys: [], more: {} },
    { what: "another's copy", keys: ['Enter'], more: { owner: 'critic' } },
    { what: 'what was read', keys: ['Enter'], more: { status: 'read' as const } },
  ])('never offers $what', ({ keys, more }) => {
    const sitting = sitBefore([row('M001', more)], wide)
      .answerThread([message('M001', more)])
      .press(...keys)
    expect(types(sitting.effects)).not.toContain('offer')
  })

  it('never offers what is folded', () => {
    const folded = message('M000', { thread: 'M000' })
    const sitting = sitBefore(three(), wide)
      .answerThread([folded, message('M001')])
      .press('Enter')
    expect(sitting.effects.filter(({ type }) => type === 'offer')).toEqual([
      { type: 'offer', message: 'M001' },
    ])
  })
})

describe('sending', () => {
  const fields = { message: 'M001', body: 'Done.' }
  const saved = (draft: string, due: number) => ({
    type: 'draft-saved' as const,
    why: 'send' as const,
    draft: { id: draft, operation: 'reply', fields, savedAt: '', sendAt: new Date(due).toISOString() },
  })
  const replying = () => {
    const sitting = sitBefore(three(), wide)
      .answerThread([message('M001')])
      .press('r')
      .type('Done.')
    const draft = sitting.state.overlay.type === 'reply' ? sitting.state.overlay.draft : ''
    return { sitting, draft }
  }

  it('what is begun while another waits is another draft, though the clock stands', () => {
    const { sitting, draft } = replying()
    sitting.tell(saved(draft, sitting.state.clock.now + 5000))
    sitting.press('r')
    expect(sitting.state.overlay).toMatchObject({ type: 'reply' })
    expect(sitting.state.overlay).not.toMatchObject({ draft })
  })

  it('waits as a draft with a time, then goes', () => {
    const { sitting, draft } = replying()
    sitting.press('Enter')
    expect(sitting.effects.at(-1)).toEqual({
      type: 'save-draft',
      why: 'send',
      operation: 'reply',
      fields,
      draft,
      sendIn: 5000,
      meant: true,
    })
    sitting.tell(saved(draft, sitting.state.clock.now + 5000))
    expect(sitting.state).toMatchObject({
      overlay: { type: 'none' },
      outbox: { sending: [{ draft, going: false }] },
    })
    sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + 5001 })
    sitting.tell({ type: 'waited', name: 'grace' })
    expect(sitting.effects).toContainEqual({ type: 'send-draft', draft })
  })

  it('is taken back with u while it waits, and is there to be written on', () => {
    const { sitting, draft } = replying()
    sitting
      .press('Enter')
      .tell(saved(draft, sitting.state.clock.now + 5000))
      .press('u')
    expect(sitting.state).toMatchObject({ overlay: { type: 'form', draft }, outbox: { sending: [] } })
    expect(types(sitting.effects)).not.toContain('reverse')
  })

  it('undoes the last deed where the send is older', () => {
    const { sitting, draft } = replying()
    sitting.press('Enter').tell(saved(draft, sitting.state.clock.now + 5000))
    sitting.tell({ type: 'done', text: '1 archived', undoable: true }).press('u')
    expect(sitting.effects.at(-1)).toMatchObject({ type: 'reverse', direction: 'undo', change: null })
  })

  it('loses nothing when the recipients are refused', () => {
    const sitting = sitBefore(three()).press('m').type('crtic')
    const draft = sitting.state.overlay.type === 'form' ? sitting.state.overlay.draft : ''
    const problem = { code: 'unknown-recipient', message: 'Nobody is called crtic.', hint: '' } as const
    sitting.tell({ type: 'draft-refused', draft, problem })
    expect(sitting.state.overlay).toMatchObject({ type: 'form', form: { sending: false } })
  })

  it('keeps what is written soon after it was', () => {
    const { sitting } = replying()
    expect(sitting.effects.at(-1)).toEqual({ type: 'wait', name: 'autosave', milliseconds: 500, once: true })
    sitting.tell({ type: 'waited', name: 'autosave' })
    expect(sitting.effects.at(-1)).toMatchObject({ type: 'save-draft', why: 'keep', fields, sendIn: null })
  })

  it('sends on leaving what still waits', () => {
    const { sitting, draft } = replying()
    sitting.press('Enter').tell(saved(draft, sitting.state.clock.now + 5000))
    sitting.taken()
    expect(types(sitting.press('C-c').taken())).toEqual(['send-draft', 'quit'])
  })
})

describe('typing', () => {
  it.each(['q', 'e', '?', 'u'])('%s is a letter in a field, not a command', (letter) => {
    const sitting = sitBefore(three()).press('/', letter)
    expect(sitting.state.overlay).toMatchObject({ type: 'search', field: { text: letter } })
  })

  it('says so when a paste was cut, and keeps what came of it', () => {
    const sitting = sitBefore(three()).press('m', 'Tab', 'Tab')
    sitting.tell({ type: 'paste', text: 'half', cut: true })
    expect(sitting.state.session.toast).toMatchObject({
      tone: 'problem',
      text: expect.stringContaining('first 4 MB'),
    })
    const { overlay } = sitting.state
    expect(overlay.type === 'form' ? overlay.form.fields[2]?.editor.lines : []).toEqual(['half'])
  })

  it('never takes pasted text for keys', () => {
    const sitting = sitBefore(three())
    sitting.taken()
    sitting.tell({ type: 'paste', text: 'eeeq' })
    expect(sitting.taken()).toEqual([])
  })
})

it('says as it opens that this machine’s clock is not the store’s', () => {
  const clockNote = "This machine's clock is 11m ahead of the store's."
  const sitting = sit()
  sitting.state = withSession(sitting.state, { clockNote })
  sitting.tell({ type: 'started' })
  expect(sitting.state.session.toast).toMatchObject({ text: clockNote, tone: 'problem' })
  expect(sit().tell({ type: 'started' }).state.session.toast).toBeNull()
})

it('starts with the inbox, the roster, and what a crash left to be sent', () => {
  expect(types(sit().tell({ type: 'started' }).effects)).toEqual([
    'load-list',
    'load-roster',
    'load-topics',
    'wait',
    'wait',
    'due-drafts',
  ])
})
