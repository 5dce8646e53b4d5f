import { describe, expect, it } from 'vitest'
import { message, row, rowIds, sitBefore } from '../../support/tui-state.ts'

const three = () => rowIds(3).map((id) => row(id))

/** One message was read; the next one is opened, and its thread is still on its way. */
const hurried = () =>
  sitBefore(three(), { columns: 80, rows: 24 })
    .press('Enter')
    .answerThread([message('M001')])
    .press('Esc', 'j', 'Enter')

describe('a key behind Enter, faster than the thread', () => {
  it('finds the thread that was read before still standing', () => {
    expect(hurried().state).toMatchObject({ focus: 'thread', thread: { anchor: 'M001' } })
  })

  it.each([
    { keys: ['e'], asks: { type: 'deed', deed: { verb: 'archive', targets: [{ id: 'M002', of: null }] } } },
    { keys: ['a'], asks: { type: 'deed', deed: { verb: 'ack', targets: [{ id: 'M002', of: null }] } } },
    { keys: ['E'], asks: { type: 'deed', deed: { targets: [{ id: 'M002', of: null }] } } },
    { keys: ['y'], asks: { type: 'copy', text: 'M002' } },
  ])('$keys is about the message that was opened', ({ keys, asks }) => {
    const sitting = hurried()
    sitting.taken()
    sitting.press(...keys)
    expect(sitting.taken()).toMatchObject([asks])
  })

  it.each([
    { key: 'r', overlay: { type: 'reply', message: 'M002' } },
    { key: 'R', overlay: { form: { rest: { message: 'M002' } } } },
    { key: 'F', overlay: { form: { rest: { message: 'M002' } } } },
    { key: 'H', overlay: { form: { rest: { replyTo: 'M002' } } } },
    { key: 'x', overlay: { question: { type: 'fail', targets: [{ id: 'M002' }] } } },
    { key: '@', overlay: { question: { asked: { type: 'assign', thread: 'M002' } } } },
  ])('$key asks about the message that was opened', ({ key, overlay }) => {
    expect(hurried().press(key).state.overlay).toMatchObject(overlay)
  })

  it.each(['Y', '|', 'v', 'o'])('%s takes no text of another message', (key) => {
    const { state } = hurried().press(key)
    expect(state.overlay.type).toBe('none')
    expect(state.toast?.text).toContain('Open the message first')
  })
})

describe('in a thread, e', () => {
  it('goes by the message under the cursor, not by the row that led there', () => {
    const sitting = sitBefore(three(), { columns: 80, rows: 24 })
      .press('Enter')
      .answerThread([message('M001'), message('M009', { thread: 'M001', status: 'archived' })])
      .press('j', 'j', 'j')
    expect(sitting.state.thread?.cursor.message).toBe('M009')
    sitting.taken()
    sitting.press('e')
    expect(sitting.taken()).toMatchObject([{ deed: { verb: 'restore', targets: [{ id: 'M009' }] } }])
  })
})

describe('a key behind a search, faster than what it finds', () => {
  const searched = () => sitBefore(three()).press('/').type('from:critic').press('Enter', 'Enter', 'e')

  it('is meant for what was found', () => {
    const sitting = searched()
    expect(sitting.state.focus).toBe('inbox')
    sitting.answerList([row('M007'), row('M008')])
    expect(sitting.state.focus).toBe('thread')
    expect(sitting.effects.at(-1)).toMatchObject({ deed: { verb: 'archive', targets: [{ id: 'M007' }] } })
  })

  it('is forgotten where the search cannot be, and Esc does not wait', () => {
    const sitting = searched()
    const request = sitting.state.asked.list
    sitting.taken()
    sitting.tell({ type: 'list-failed', request, problem: 'No.' })
    expect(sitting.state).toMatchObject({
      early: [],
      overlay: { type: 'search', field: { text: 'from:critic' } },
    })
    expect(sitting.taken().map(({ type }) => type)).not.toContain('deed')
    const left = searched().press('Esc').state
    expect(left).toMatchObject({ early: [], list: { source: { type: 'mailbox' } } })
  })
})
