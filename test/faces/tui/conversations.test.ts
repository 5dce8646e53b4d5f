import { describe, expect, it } from 'vitest'
import { targetsOf } from '../../../src/faces/tui/commands/targets.ts'
import type { Row } from '../../../src/faces/tui/model/list.ts'
import { threadRowId } from '../../../src/faces/tui/panes/inbox/row.ts'
import { message, row, type Sitting, sit, sitBefore } from '../../support/tui-state.ts'

const size = { columns: 160, rows: 30 }
const asked = (sitting: Sitting) => sitting.taken().findLast(({ type }) => type === 'load-list')

/** The row of a thread whose newest message is the last of these. */
function conversation(thread: string, messages: readonly string[], unread = 0): Row {
  const newest = row(messages.at(-1) ?? thread, { thread, status: 'read' }, 3)
  if (newest.type !== 'mail') throw new Error('A mail was made')
  return {
    ...newest,
    id: threadRowId(thread),
    conversation: { participants: ['critic', 'coo'], unread, messages },
  }
}

const threaded = (
  rows: readonly Row[] = [conversation('T1', ['M1', 'M2']), conversation('T2', ['M3'], 1)],
) => {
  const sitting = sitBefore([row('M1', { thread: 'T1' }), row('M3', { thread: 'T2' })], size).press('g', 't')
  return sitting.answerList(rows)
}

describe('a list of threads', () => {
  it('is asked for and left by one key, and the selection stays in its thread', () => {
    const sitting = sitBefore([row('M1', { thread: 'T1' }), row('M3', { thread: 'T2' })], size)
    sitting.press('j', 'g', 't')
    expect(asked(sitting)).toMatchObject({ unfolded: [], until: threadRowId('T2'), after: null })
    sitting.answerList([conversation('T1', ['M1', 'M2']), conversation('T2', ['M3'], 1)])
    expect(sitting.state.panes.list.selected).toBe(threadRowId('T2'))
    sitting.press('g', 't')
    expect(asked(sitting)).toMatchObject({ unfolded: null, until: 'M3' })
  })

  it('does not exist of what is no mailbox', () => {
    const sitting = sitBefore([row('M1')], size)
      .press('/')
      .type('x')
      .press('Enter')
    sitting.answerList([row('M1')]).press('g', 't')
    expect(sitting.state.session.toast?.text).toBe('Only a mailbox can list threads.')
  })

  it('shows the newest message in the thread pane, and keeps its row when another comes', () => {
    const sitting = threaded()
    expect(sitting.effects.findLast(({ type }) => type === 'load-thread')).toMatchObject({ message: 'M2' })
    sitting
      .tell({ type: 'changed' })
      .answerList([conversation('T1', ['M1', 'M2', 'M4']), conversation('T2', ['M3'])])
    expect(sitting.state.panes.list.selected).toBe(threadRowId('T1'))
    expect(sitting.effects.findLast(({ type }) => type === 'load-thread')).toMatchObject({ message: 'M4' })
  })

  it('is changed by whole threads', () => {
    const sitting = threaded().press('e')
    expect(sitting.taken()).toContainEqual({
      type: 'change',
      command: 'mail.archive',
      operation: 'archive',
      input: {},
      targets: [
        { id: 'M1', of: null },
        { id: 'M2', of: null },
      ],
    })
  })

  it('unfolds a thread in place, and folds it from its messages', () => {
    const sitting = threaded().press('L')
    expect(asked(sitting)).toMatchObject({ mode: 'refresh', unfolded: ['T1'] })
    const within = { ...row('M1', { thread: 'T1' }), id: 'M1·within', within: 'T1' } as Row
    sitting.answerList([conversation('T1', ['M1', 'M2']), within, conversation('T2', ['M3'])]).press('j')
    expect(targetsOf(sitting.state)).toEqual([{ id: 'M1', of: null }])
    sitting.press('L')
    expect(asked(sitting)).toMatchObject({ unfolded: [] })
    expect(sitting.state.panes.list.selected).toBe(threadRowId('T1'))
  })
})

const read = (id: string, thread: string) => message(id, { thread, status: 'read' })
const cursor = ({ state }: Sitting) => state.panes.thread?.cursor.message

describe('in a thread', () => {
  const reading = () =>
    sitBefore([row('M2', { thread: 'T1' }), row('M1', { thread: 'T1' }), row('M3', { thread: 'T2' })], size)
      .answerThread([read('M1', 'T1'), read('M2', 'T1')])
      .press('Enter')

  it('one key goes through its messages, and on to the next thread', () => {
    const sitting = reading().press('Alt-k')
    expect(cursor(sitting)).toBe('M1')
    expect(sitting.state.panes.thread?.open.has('M1')).toBe(true)
    expect(cursor(sitting.press('Alt-j'))).toBe('M2')
    sitting.press('Alt-j')
    expect(sitting.state.panes).toMatchObject({ focus: 'thread', list: { selected: 'M3' } })
    sitting.answerThread([read('M3', 'T2')]).press('Alt-j')
    expect(sitting.state.session.toast?.text).toBe('This is the last message.')
    sitting.press('Alt-k')
    expect(sitting.state.panes.list.selected).toBe('M1')
  })

  it.each([
    [false, 'inbox'],
    [true, 'thread'],
  ] as const)('what is archived makes way for the list or the next message (%s)', (readsOn, focus) => {
    const { state } = reading()
    const sitting = sit(size, { ...state, session: { ...state.session, readsOn } }).press('e')
    sitting.tell({ type: 'done', text: 'Archived', undoable: true })
    sitting.answerList([row('M1', { thread: 'T1' }), row('M3', { thread: 'T2' })])
    expect(sitting.state.panes).toMatchObject({ focus, list: { selected: 'M1' } })
  })
})

describe('to the next unread message', () => {
  const rows = [
    row('M1', { status: 'read', thread: 'T1' }),
    row('M2', { status: 'read', thread: 'T2' }),
    row('M3', { thread: 'T3' }),
  ]

  it('in the list', () => {
    expect(sitBefore(rows, size).press('g', 'N').state.panes.list.selected).toBe('M3')
  })

  it('in the thread first', () => {
    const sitting = sitBefore(rows, size).answerThread([read('M1', 'T1'), message('M9', { thread: 'T1' })])
    expect(cursor(sitting.press('Enter', 'k', 'k', 'k', 'g', 'N'))).toBe('M9')
  })

  it('in the inbox, when the list has no more', () => {
    const sitting = sitBefore(rows, size).press('G', 'g', 'N')
    expect(sitting.taken()).toContainEqual({ type: 'find-unread' })
    sitting.tell({
      type: 'unread-found',
      found: [
        { id: 'M3', thread: 'T3' },
        { id: 'M7', thread: 'T7' },
      ],
    })
    expect(asked(sitting)).toMatchObject({ until: 'M7', after: null })
    sitting.answerList([...rows, row('M7')])
    expect(sitting.state.panes.list.selected).toBe('M7')
    sitting.tell({ type: 'unread-found', found: [{ id: 'M7', thread: 'T7' }] })
    expect(sitting.state.session.toast?.text).toBe('No other unread mail.')
  })
})
