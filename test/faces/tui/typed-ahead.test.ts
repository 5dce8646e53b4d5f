import { describe, expect, it } from 'vitest'
import { remapped } from '../../../src/faces/tui/commands/keys/remap.ts'
import type { Event } from '../../../src/faces/tui/event.ts'
import { withClock, withSession } from '../../../src/faces/tui/state.ts'
import { altOrEscape } from '../../../src/faces/tui/terminal/key-event.ts'
import { keyOf, message, noon, row, rowIds, sit, sitBefore } from '../../support/tui-state.ts'

const three = () => rowIds(3).map((id) => row(id))
const draft = (id: string, sendAt: string | null) => ({
  id,
  operation: 'reply',
  fields: { message: 'M001', body: 'Yes' },
  savedAt: '',
  sendAt,
})
const sentOff = (id: string): readonly Event[] => [
  { type: 'draft-saved', why: 'send', draft: draft(id, '2027-01-31T12:00:05.000Z') },
]

it('u behind a deed takes that back, not the send before it', () => {
  const sitting = sitBefore(three())
    .tell(...sentOff('D1'))
    .press('e', 'u')
  sitting.taken()
  sitting.tell({ type: 'done', text: '1 archived', undoable: true })
  sitting.answerList([row('M002'), row('M003')])
  expect(sitting.taken()).toContainEqual(expect.objectContaining({ type: 'reverse', direction: 'undo' }))
})

describe('what is typed behind a send, while it is checked', () => {
  const answered = () => {
    const sitting = sitBefore(three()).press('r').type('Yes').press('Enter')
    const id = 'draft' in sitting.state.overlay ? sitting.state.overlay.draft : ''
    return { sitting, id }
  }
  const composed = () => {
    const sitting = sitBefore(three()).press('m').type('bob').press('Alt-Enter').type('Hi')
    sitting.press('C-s')
    const id = 'draft' in sitting.state.overlay ? sitting.state.overlay.draft : ''
    return { sitting, id }
  }

  it.each([
    { what: 'a reply', begun: answered },
    { what: 'a form', begun: composed },
  ])('is meant for what lies below $what, not for its text', ({ begun }) => {
    const { sitting, id } = begun()
    expect(sitting.state.overlay).toHaveProperty('draft', id)
    sitting.press('/').type('word')
    sitting.taken()
    sitting.tell(...sentOff(id))
    expect(sitting.state).toMatchObject({
      overlay: { type: 'search', field: { text: 'word' } },
      session: { early: [] },
    })
    expect(sitting.taken().some(({ type }) => type === 'save-draft')).toBe(false)
  })

  it.each([
    { what: 'a reply', begun: answered },
    { what: 'a form', begun: composed },
  ])('is forgotten where $what is refused, and it can be mended', ({ begun }) => {
    const { sitting, id } = begun()
    const problem = { code: 'conflict', message: 'No.', hint: '' } as const
    sitting.press('j', 'e').tell({ type: 'draft-refused', draft: id, problem })
    expect(sitting.state).toMatchObject({ overlay: { draft: id }, session: { early: [] } })
    sitting.taken()
    sitting.type('!').tell({ type: 'waited', name: 'autosave' })
    expect(JSON.stringify(sitting.taken())).toMatch(/"save-draft".*!"/u)
  })

  it('Esc keeps it instead, and it does not go', () => {
    const { sitting, id } = answered()
    sitting.press('Esc').tell(...sentOff(id), { type: 'draft-saved', why: 'keep', draft: draft(id, null) })
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, outbox: { sending: [] } })
  })
})

describe('a key behind a word, faster than what it may become', () => {
  const names = ['bob', 'bobby']
  const begun = () => sitBefore(three()).press('m').type('bo').press('Tab')
  const written = ({ state }: ReturnType<typeof begun>) => JSON.stringify(state.overlay)

  it('takes what is offered', () => {
    const sitting = begun().type('x')
    expect(sitting.state.session.early).toHaveLength(2)
    sitting.tell({ type: 'words', what: 'address', text: 'b', names })
    expect(sitting.state.session.early, 'what goes with less was asked for before').toHaveLength(2)
    sitting.tell({ type: 'words', what: 'address', text: 'bo', names })
    expect(sitting.state.session.early).toEqual([])
    expect(written(sitting)).toContain('bob, x')
  })

  it('goes on from a name that was written out, whether longer ones are offered or not', () => {
    const named = () => sitBefore(three()).press('m').type('bob')
    const words: Event = { type: 'words', what: 'address', text: 'bob', names }
    for (const sitting of [named().press('Tab').tell(words), named().tell(words).press('Tab')])
      expect(sitting.state).toMatchObject({ overlay: { form: { focus: 1 } }, session: { early: [] } })
  })

  it('goes on to the next field where nothing is', () => {
    const sitting = begun().tell({ type: 'words', what: 'address', text: 'bo', names: [] })
    expect(sitting.state).toMatchObject({ overlay: { form: { focus: 1 } }, session: { early: [] } })
  })
})

describe('a key behind a list, faster than its rows', () => {
  it.each([
    { keys: ['f', 'x', 'Enter'], what: 'one that is narrowed' },
    { keys: ['1', 'G', 'Enter'], what: 'another one' },
  ])('is meant for the rows: $what', ({ keys }) => {
    const sitting = sitBefore(three()).press(...keys, 'j', 'Enter', 'e')
    expect(sitting.state.session.early).toHaveLength(3)
    sitting.answerList([row('M007'), row('M008')])
    expect(sitting.effects.at(-1)).toMatchObject({ targets: [{ id: 'M008' }] })
  })

  it('is given up by who waits no longer, or insists', () => {
    const begun = () => sitBefore(three()).press('1', 'G', 'Enter', 'j')
    expect(begun().press('Esc').state.session.early).toHaveLength(2)
    expect(begun().press('Esc', 'Esc').state).toMatchObject({
      session: { early: [] },
      panes: { focus: 'roster' },
    })
    const tired = begun()
    tired.state = withClock(tired.state, { now: noon + 1_000 })
    expect(tired.press('Esc').state).toMatchObject({ session: { early: [] }, panes: { focus: 'roster' } })
  })
})

describe('a key about the message that is answered, faster than its thread', () => {
  const answered = (opens: readonly string[]) => {
    const sitting = sitBefore(three())
      .press('j', ...opens)
      .press('C-g')
    const before = [...sitting.effects]
    sitting.answerThread([message('M002', { body: 'Please merge.' })])
    return { sitting, before }
  }

  it.each([
    { what: 'the line of a reply', opens: ['r'] },
    { what: 'a form', opens: ['R'] },
  ])('gives it to the editor from $what', ({ opens }) => {
    const { sitting, before } = answered(opens)
    expect(before.some(({ type }) => type === 'edit-outside')).toBe(false)
    expect(sitting.taken()).toContainEqual({
      type: 'edit-outside',
      text: expect.stringContaining('critic wrote:\n> Please merge.'),
    })
  })

  it('quotes it', () => {
    const sitting = sitBefore(three()).press('j', 'r', 'Alt-q')
    sitting.answerThread([message('M002', { body: 'Please merge.' })])
    expect(JSON.stringify(sitting.state.overlay)).toContain('> Please merge.')
  })

  it('does not wait where the thread cannot be read', () => {
    const sitting = sitBefore(three()).press('j', 'r', 'C-g')
    const { thread } = sitting.state.panes.asked
    sitting.tell({ type: 'thread-loaded', request: thread, thread: null, receipts: [] })
    expect(sitting.taken()).toContainEqual(expect.objectContaining({ type: 'edit-outside' }))
  })
})

describe('what is pasted', () => {
  it('waits in its order too', () => {
    const sitting = sit().tell({ type: 'started' }).press('/').tell({ type: 'paste', text: 'from:coo' })
    sitting.press('Enter').answerList(three())
    expect(sitting.state).toMatchObject({
      session: { early: [] },
      panes: { list: { source: { type: 'search', query: 'from:coo' } } },
    })
  })
})

describe('C-j', () => {
  it('is Enter, as it comes from a terminal that was not asked for single keys yet', () => {
    expect(sitBefore(three()).press('j', 'C-j').state).toMatchObject({
      panes: { focus: 'thread', list: { selected: 'M002' } },
    })
    expect(sitBefore(three()).press('/').type('x').press('C-j').state.overlay.type).toBe('none')
  })

  it('is what a person made of it', () => {
    const sitting = sitBefore(three())
    const keymap = remapped('default', [{ scope: 'everywhere', action: 'down', keys: ['C-j'] }])
    sitting.state = withSession(sitting.state, { keymap })
    expect(sitting.press('C-j').state).toMatchObject({
      panes: { focus: 'inbox', list: { selected: 'M002' } },
    })
  })
})

describe('Escape and a key in one breath', () => {
  const alt = (label: string) => altOrEscape(keyOf(label))

  it('are both, where the key means nothing with Alt', () => {
    const sitting = sitBefore(three()).press('s').tell(alt(':'))
    expect(sitting.state.overlay.type).toBe('palette')
    expect(sitting.tell(alt('1')).state).toMatchObject({
      overlay: { type: 'none' },
      panes: { focus: 'roster' },
    })
  })

  it('are one key where that means something', () => {
    const sitting = sitBefore(three()).press('r').type('Yes').tell(alt('Enter'))
    expect(sitting.state.overlay).toMatchObject({ type: 'form' })
    const emacs = sitBefore(three())
    emacs.state = withSession(emacs.state, { keymap: remapped('emacs', []) })
    expect(emacs.tell(alt('x')).state).toMatchObject({
      overlay: { type: 'palette' },
      panes: { focus: 'inbox' },
    })
  })

  it('throw nothing away that nobody asked about, and keep what is to be kept', () => {
    const sitting = sitBefore(three())
      .press('m')
      .type('bob')
      .tell({ type: 'words', what: 'address', text: 'bob', names: [] })
    sitting.tell(alt('n'))
    expect(sitting.state.overlay).toMatchObject({ type: 'form', form: { asking: true } })
    sitting.press('Esc').taken()
    expect(sitting.tell(alt('y')).state.overlay.type).toBe('none')
    expect(sitting.taken()).toContainEqual(expect.objectContaining({ type: 'save-draft', why: 'keep' }))
  })
})
