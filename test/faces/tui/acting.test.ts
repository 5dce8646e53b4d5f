import { describe, expect, it, test } from 'vitest'
import { type State, withPanes } from '../../../src/faces/tui/state.ts'
import type { FullMessageValue } from '../../../src/services/values.ts'
import type { JournalValue } from '../../../src/values/log-schema.ts'
import { row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

/** Before critic's mailbox. */
function inMailbox(rows = [row('M001', { owner: 'critic' })]): Sitting {
  const sitting = sitBefore(rows)
  const list = {
    ...sitting.state.panes.list,
    source: { type: 'mailbox', owner: 'critic', box: 'inbox' },
  } as const
  sitting.state = withPanes(sitting.state, { list })
  return sitting
}

const toast = ({ state }: Sitting) => state.session.toast?.text
const label = ({ overlay }: State) => (overlay.type === 'prompt' ? overlay.label : null)
const changes = (sitting: Sitting) =>
  sitting.taken().filter(({ type }) => type === 'change' || type === 'change-all')

describe("another's mailbox", () => {
  test.each(['a', 'p', 'c', 'e', 'E', 's', 'x', 'P', 'U', 'd'])('%s changes nothing until A', (key) => {
    const sitting = inMailbox().press(key)
    expect(toast(sitting)).toBe("critic's mailbox is read-only: A acts as critic.")
    expect(sitting.state.overlay.type).toBe('none')
    expect(changes(sitting)).toEqual([])
  })

  const effects: readonly (readonly [string, string, Partial<FullMessageValue>, string])[] = [
    ['plain', 'P', { status: 'read', owes: false }, 'As critic: pin 1 message? (y, n):'],
    ['unread', 'a', {}, 'As critic: acknowledge 1 message, unread? (y, n):'],
    ['owed', 'c', { status: 'read' }, 'As critic: complete 1 message, unanswered? (y, n):'],
    [
      'leased',
      'c',
      {
        status: 'processing',
        owes: false,
        lease: { by: 'nux', until: '2027-01-31T13:00:00.000Z', attempt: 1 },
      },
      'As critic: complete 1 message, leased by nux? (y, n):',
    ],
    [
      'of a role',
      'c',
      { status: 'read', owes: false, to: ['role:reviewer'] },
      'As critic: complete 1 message, for all of role:reviewer? (y, n):',
    ],
  ]
  test.each(effects)('the first change is asked about: %s', (_, key, more, question) => {
    const sitting = inMailbox([row('M001', { owner: 'critic', ...more })]).press('A', key)
    expect(label(sitting.state)).toBe(question)
    expect(changes(sitting)).toEqual([])
    sitting.press('y')
    expect(changes(sitting)).toMatchObject([{ targets: [{ id: 'M001', of: 'critic' }] }])
  })

  it('asks once, and again after one began anew', () => {
    const sitting = inMailbox().press('A', 'a', 'n')
    expect(toast(sitting)).toBe('Nothing was changed.')
    sitting.press('a', 'y')
    expect(sitting.state.session.acting).toEqual({ as: 'critic', confirmed: true })
    sitting.press('A', 'A')
    expect(sitting.state.session.acting).toEqual({ as: 'critic', confirmed: false })
  })

  it('ends with A, and by leaving the mailbox', () => {
    expect(inMailbox().press('A', 'A').state.session.acting).toBeNull()
    const left = inMailbox().press('A', 'q')
    expect(left.state.session.acting).toBeNull()
    expect(toast(left)).toBe('You no longer act as critic.')
  })

  it('is no place for A elsewhere', () => {
    expect(sitBefore([row('M001')]).press('A').state.session.acting).toBeNull()
  })
})

describe('a change of many', () => {
  it.each([
    [20, false],
    [21, true],
  ])('of %i messages is asked about: %s', (count, isAsked) => {
    const sitting = sitBefore(rowIds(count).map((id) => row(id))).press('*', 'e')
    expect(label(sitting.state)).toBe(isAsked ? `Archive ${count} messages? (y, n):` : null)
    if (isAsked) sitting.press('y')
    expect(changes(sitting)).toHaveLength(1)
  })

  it('* chooses what is loaded, all that match, and nothing', () => {
    const sitting = sitBefore(rowIds(3).map((id) => row(id)))
    const [page] = sitting.state.panes.list.pages
    if (page === undefined) throw new Error('no page')
    const list = { ...sitting.state.panes.list, pages: [{ ...page, next: 'more' }] }
    sitting.state = withPanes(sitting.state, { list })
    const { source } = list
    sitting.press('*')
    expect(sitting.taken().at(-1)).toMatchObject({ type: 'count-matching', matching: { box: 'inbox' } })
    sitting.press('*', 'e')
    expect(toast(sitting)).toBe('The messages are still being counted.')
    sitting.tell({
      type: 'matching-counted',
      source,
      filter: '',
      count: 205,
      through: 'M900',
      more: false,
    })
    sitting.press('e', 'y')
    expect(changes(sitting)).toMatchObject([
      { type: 'change-all', operation: 'archive', matching: { box: 'inbox' }, through: 'M900' },
    ])
    expect(sitting.state.panes.list).toMatchObject({ marked: new Set(), whole: null })
  })

  it('several archived messages stay so outside the archive', () => {
    const archived = rowIds(2).map((id) => row(id, { status: 'archived' }))
    expect(changes(sitBefore(archived).press('*', 'e'))).toMatchObject([{ operation: 'archive' }])
    expect(changes(sitBefore(archived).press('e'))).toMatchObject([{ operation: 'restore' }])
  })
})

describe('undo', () => {
  const entry: JournalValue = {
    change: 7,
    at: '2027-01-31T12:00:01.000Z',
    doing: 'archiving',
    messages: ['M001'],
    count: 1,
    subject: 'S',
    about: null,
    undoable: true,
    undone: false,
    why: null,
    what: 'archive',
  }
  const found = (more: object) =>
    sitBefore([row('M001')]).tell({ type: 'undo-found', entry: { ...entry, ...more } })

  it('stops at what cannot be undone', () => {
    const sitting = found({ change: null, what: 'sent', doing: 'sending', undoable: false, why: 'x' })
    expect(toast(sitting)).toBe('The last change, sending, cannot be undone; gu shows the journal.')
  })

  it.each([
    [{ count: 200 }, 'Undo archiving 200 messages? (y, n):'],
    [{ at: '2027-01-31T09:00:00.000Z' }, 'Undo archiving 1 message, 3h ago? (y, n):'],
  ])('asks first about %o', (more, question) => {
    const sitting = found(more)
    expect(label(sitting.state)).toBe(question)
    expect(sitting.press('y').taken().at(-1)).toMatchObject({ type: 'reverse', change: 7 })
  })

  it('of an entry of the journal, unless it is undone or final', () => {
    const sitting = sitBefore([row('M001')]).press('g', 'u')
    expect(sitting.taken().at(-1)).toEqual({ type: 'load-journal' })
    sitting.tell({
      type: 'journal-loaded',
      changes: [
        { ...entry, change: 9, doing: 'assigning', what: 'assign', undoable: false, why: 'told' },
        { ...entry, change: 8, undone: true, undoable: false, why: 'already undone' },
        entry,
      ],
    })
    expect(toast(sitting.press('u'))).toBe('Cannot undo assigning 1 message: told.')
    expect(toast(sitting.press('j', 'u'))).toContain('Already undone')
    expect(sitting.press('j', 'u').taken().at(-1)).toMatchObject({ type: 'reverse', change: 7 })
    sitting.press('Enter')
    expect(sitting.state.panes.list.source).toEqual({ type: 'search', query: 'thread:M001' })
  })
})
