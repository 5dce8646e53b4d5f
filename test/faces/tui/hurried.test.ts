import { describe, expect, it } from 'vitest'
import { confirm } from '../../../src/faces/tui/commands/ask.ts'
import type { Event } from '../../../src/faces/tui/event.ts'
import { withClock } from '../../../src/faces/tui/state.ts'
import { message, row, rowIds, sitBefore } from '../../support/tui-state.ts'

const three = () => rowIds(3).map((id) => row(id))

/** One message was read; the next one is opened, and its thread is still on its way. */
const hurried = () =>
  sitBefore(three(), { columns: 80, rows: 24 })
    .press('Enter')
    .answerThread([message('M001')])
    .press('Esc', 'j', 'Enter')

describe('Enter behind the letter that answers a question', () => {
  /** The question whether a thread is archived. */
  const asked = () => {
    const sitting = sitBefore(three(), { columns: 80, rows: 24 })
    sitting.state = {
      ...sitting.state,
      ...confirm(sitting.state, 'Go on?', { effect: { type: 'quit' } })[0],
    }
    return sitting
  }
  const openedAfter = (wait: number, ...keys: string[]) => {
    const sitting = asked().press('n')
    sitting.state = withClock(sitting.state, { now: sitting.state.clock.now + wait })
    return sitting.press(...keys).state.panes.focus
  }

  it.each([
    ['belongs to the answer', 0, ['Enter'], 'inbox'],
    ['belongs to the answer', 300, ['Enter'], 'inbox'],
    ['opens a row later', 301, ['Enter'], 'thread'],
    ['opens a row behind another key', 0, ['j', 'Enter'], 'thread'],
    ['is one key', 0, ['Enter', 'Enter'], 'thread'],
  ] as const)('%s: %i ms, %j', (_, wait, keys, focus) => {
    expect(openedAfter(wait, ...keys)).toBe(focus)
  })

  it('belongs to it where a form asks whether its draft is kept', () => {
    const sitting = sitBefore(three(), { columns: 80, rows: 24 }).press('m', 'Tab', 'Tab', 'x', 'Esc')
    expect(sitting.state.overlay).toMatchObject({ form: { asking: true } })
    expect(sitting.press('n', 'Enter').state).toMatchObject({
      overlay: { type: 'none' },
      panes: { focus: 'inbox' },
    })
  })
})

describe('a key behind Enter, faster than the thread', () => {
  it('finds the thread that was read before still standing', () => {
    expect(hurried().state).toMatchObject({ panes: { focus: 'thread', thread: { anchor: 'M001' } } })
  })

  it.each([
    { keys: ['e'], asks: { type: 'change', operation: 'archive', targets: [{ id: 'M002', of: null }] } },
    { keys: ['a'], asks: { type: 'change', operation: 'ack', targets: [{ id: 'M002', of: null }] } },
    { keys: ['E'], asks: { type: 'change', wholeThread: true, targets: [{ id: 'M002', of: null }] } },
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
    { key: 'x', overlay: { command: 'mail.fail', subject: [{ id: 'M002' }] } },
    { key: '@', overlay: { command: 'mail.assign', subject: 'M002' } },
  ])('$key asks about the message that was opened', ({ key, overlay }) => {
    expect(hurried().press(key).state.overlay).toMatchObject(overlay)
  })

  it.each([
    { key: 'Y', after: { effects: [{ type: 'copy', text: 'Body of M002.' }] } },
    { key: '|', after: { overlay: { type: 'prompt', subject: 'Body of M002.' } } },
    { key: 'v', after: { overlay: { type: 'result', title: 'M002 as it is stored' } } },
    { key: 'C-g', after: { effects: [{ type: 'open-text', text: 'Body of M002.' }] } },
  ])('$key waits for its text', ({ key, after: { effects = [], overlay = { type: 'none' } } }) => {
    const sitting = hurried().press(key)
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, session: { toast: null } })
    sitting.taken()
    sitting.answerThread([message('M002')])
    expect(sitting.state).toMatchObject({ overlay, session: { early: [] } })
    expect(sitting.taken().filter(({ type }) => type === 'copy' || type === 'open-text')).toMatchObject(
      effects,
    )
  })

  it.each(['Y', '|', 'v', 'o', 'j'])('%s is forgotten where that cannot be read', (key) => {
    const sitting = hurried().press(key)
    const request = sitting.state.panes.asked.thread
    sitting.tell({ type: 'thread-loaded', request, thread: null, receipts: [] })
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, session: { early: [] } })
    if (key !== 'j') expect(sitting.state.session.toast?.text).toContain('Open the message first')
  })

  it('moves on in it, and what is pressed then is about where one came', () => {
    const sitting = hurried().press('j', 'j', 'j', 'a')
    sitting.taken()
    sitting.answerThread([message('M002'), message('M009', { thread: 'M002' })])
    expect(sitting.taken()).toContainEqual(
      expect.objectContaining({ operation: 'ack', targets: [{ id: 'M009', of: null }] }),
    )
  })
})

describe('in a thread, e', () => {
  it('goes by the message under the cursor, not by the row that led there', () => {
    const sitting = sitBefore(three(), { columns: 80, rows: 24 })
      .press('Enter')
      .answerThread([message('M001'), message('M009', { thread: 'M001', status: 'archived' })])
      .press('j', 'j', 'j')
    expect(sitting.state.panes.thread?.cursor.message).toBe('M009')
    sitting.taken()
    sitting.press('e')
    expect(sitting.taken()).toMatchObject([{ operation: 'restore', targets: [{ id: 'M009' }] }])
  })
})

describe('a key behind a search, faster than what it finds', () => {
  const searched = () => sitBefore(three()).press('/').type('from:critic').press('Enter', 'Enter', 'e')

  it('is meant for what was found', () => {
    const sitting = searched()
    expect(sitting.state.panes.focus).toBe('inbox')
    sitting.answerList([row('M007'), row('M008')])
    expect(sitting.state.panes.focus).toBe('thread')
    expect(sitting.effects.at(-1)).toMatchObject({
      operation: 'archive',
      targets: [{ id: 'M007' }],
    })
  })

  it('is forgotten where the search cannot be, or is given up', () => {
    const sitting = searched()
    const request = sitting.state.panes.asked.list
    sitting.taken()
    sitting.tell({ type: 'list-failed', request, problem: 'No.' })
    expect(sitting.state).toMatchObject({
      overlay: { type: 'search', field: { text: 'from:critic' } },
      session: { early: [] },
    })
    expect(sitting.taken().map(({ type }) => type)).not.toContain('change')
    expect(searched().press('Esc').state.session.early).toHaveLength(3)
    const left = searched().press('Esc', 'Esc').state
    expect(left).toMatchObject({ session: { early: [] }, panes: { list: { source: { type: 'mailbox' } } } })
  })
})

describe('a key behind a change, faster than the change', () => {
  const archived = () => {
    const sitting = sitBefore(three())
    sitting.taken()
    return sitting.press('e')
  }
  const changes = (sitting: ReturnType<typeof archived>) =>
    sitting
      .taken()
      .flatMap((effect) =>
        effect.type === 'change' ? [{ operation: effect.operation, targets: effect.targets }] : [],
      )
  const archive = (id: string) => ({ operation: 'archive', targets: [{ id, of: null }] })
  const done: Event = { type: 'done', text: '1 archived', undoable: true }

  it('is about the row that moved up', () => {
    const sitting = archived().press('e', 'j', 'a')
    expect(changes(sitting)).toEqual([archive('M001')])
    expect(changes(sitting.tell(done))).toEqual([])
    expect(changes(sitting.answerList([row('M002'), row('M003')]))).toEqual([archive('M002')])
    sitting.tell(done).answerList([row('M003')])
    expect(changes(sitting)).toEqual([{ operation: 'ack', targets: [{ id: 'M003', of: null }] }])
  })

  it('waits no more where it came to nothing', () => {
    const sitting = archived().press('j').tell({ type: 'failed', text: 'No.' }).answerList(three())
    expect(sitting.state).toMatchObject({ session: { early: [] }, panes: { list: { selected: 'M002' } } })
  })

  it('waits no more where the list cannot be read', () => {
    const sitting = archived().press('j').tell(done)
    sitting.tell({ type: 'list-failed', request: sitting.state.panes.asked.list, problem: 'No.' })
    expect(sitting.state.session.early).toEqual([])
  })

  it('waits no longer for a store that lets nobody write', () => {
    const sitting = archived().press('j').tell({ type: 'stalled', stalled: true })
    expect(sitting.state).toMatchObject({ session: { early: [] }, panes: { list: { selected: 'M002' } } })
  })

  it.each(['1', '?', ':', '/', 'm', 'Esc', 'Tab'])('%s does not wait, for it is about no mail', (key) => {
    expect(archived().press(key).state.session.early).toEqual([])
  })

  it('is still done where one leaves behind it', () => {
    const sitting = archived().press('e', 'C-c')
    expect(sitting.taken().map(({ type }) => type)).not.toContain('quit')
    sitting.tell(done).answerList([row('M002'), row('M003')])
    expect(sitting.taken().map(({ type }) => type)).toEqual(expect.arrayContaining(['change', 'quit']))
    const impatient = archived().press('e', 'C-c', 'C-c')
    expect(impatient.taken().map(({ type }) => type)).toContain('quit')
  })
})
