import { describe, expect, it } from 'vitest'
import { alone } from '../../../src/faces/tui/model/pair.ts'
import { type State, withSession } from '../../../src/faces/tui/state.ts'
import type { PresenceValue } from '../../../src/values/supervision-schema.ts'
import { frameText } from '../../support/screen-text.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const wide = { columns: 160, rows: 24 }
const one = message('M001', { thread: 'T001' })

/** lea, known to others as a screen of her own, before two messages of two threads. */
function sitting(): Sitting {
  return known(sitBefore(rows, wide)).answerThread([one])
}

const rows = [row('M001', one), row('M002', { thread: 'T002' })]

function known(sitting: Sitting): Sitting {
  sitting.state = withSession(sitting.state, { pair: { ...alone, terminal: 'lea-1' } })
  return sitting
}

function told(sitting: Sitting) {
  return sitting
    .taken()
    .flatMap((effect) =>
      effect.type === 'announce' ? [{ thread: effect.thread, replying: effect.replying }] : [],
    )
    .at(-1)
}

const bob = (thread: string | null, replying = false): PresenceValue => ({
  terminal: 'bob-1',
  who: 'bob',
  seenAt: '2027-01-31T12:00:00Z',
  thread,
  subject: null,
  replying,
  acting: null,
})
const screen = ({ state }: { readonly state: State }): string => frameText(state)

describe('the others are told', () => {
  it('of the thread that one answers, also from the list', () => {
    expect(told(sitting().press('r'))).toEqual({ thread: 'T001', replying: true })
  })

  it('of work that one hands on', () => {
    expect(told(sitting().press('H'))).toEqual({ thread: 'T001', replying: true })
  })

  it('of no answer where one forwards, or writes anew', () => {
    expect(told(sitting().press('Enter', 'F'))).toEqual({ thread: 'T001', replying: false })
    expect(told(sitting().press('m'))).toEqual({ thread: null, replying: false })
  })

  it('of an answer until it cannot be taken back any more', () => {
    const lea = sitting().press('r').type('yes').press('Enter')
    lea.taken()
    const kept = lea.effects.findLast((effect) => effect.type === 'save-draft')
    if (kept?.type !== 'save-draft' || kept.draft === null) throw new Error('Nothing was sent')
    const { draft: id, operation, fields } = kept
    const sendAt = new Date(lea.state.clock.now + 5_000).toISOString()
    lea.tell({ type: 'draft-saved', why: 'send', draft: { id, operation, fields, savedAt: '', sendAt } })
    expect(lea.state.overlay.type).toBe('none')
    expect(told(lea)).toBeUndefined()
    lea.tell({ type: 'presence-loaded', presence: [bob('T001', true)] })
    expect(screen(lea)).toMatch(/\(u to undo\) · bob is also answering this thread/u)
    const answer = message('M009', { thread: 'T001', from: 'bob' })
    lea.press('Enter').tell({ type: 'changed' }).answerThread([one, answer])
    expect(screen(lea)).toMatch(/bob just wrote in this thread \(u to undo yours\)/u)
    lea.taken()
    lea.tell({ type: 'draft-sent', draft: id, text: 'sent to critic' })
    expect(told(lea)).toEqual({ thread: 'T001', replying: false })
  })

  it('of the message that a draft answers, where nothing is known of its thread', () => {
    const fields = { message: 'X777', body: 'yes' }
    const draft = { id: 'D1', operation: 'reply', fields, savedAt: '', sendAt: null }
    const lea = known(sitBefore([{ type: 'draft', id: 'D1', draft }], wide))
    expect(told(lea.press('Enter'))).toEqual({ thread: 'X777', replying: true })
  })
})

it('looks again soon while others are there: who is killed says nothing', () => {
  const lea = sitting()
  lea.taken()
  const looks = () => lea.taken().filter((effect) => effect.type === 'wait' && effect.name === 'others')
  expect(looks()).toEqual([])
  lea.tell({ type: 'presence-loaded', presence: [bob('T002')] })
  expect(looks()).toHaveLength(1)
  lea.tell({ type: 'waited', name: 'others' })
  expect(lea.taken()).toEqual([{ type: 'load-presence' }])
  const before = lea.state
  lea.tell({ type: 'presence-loaded', presence: [bob('T002')] })
  expect(lea.state).toBe(before)
  lea.taken()
  lea.tell({ type: 'presence-loaded', presence: [] })
  expect(looks()).toEqual([])
})

describe('a row of the list', () => {
  it.each([
    [bob('T002'), / ◉ bob +5m/u],
    [bob('T002', true), / ✎ bob +5m/u],
  ])('says who else is in its thread', (presence, shown) => {
    const lea = sitting().tell({ type: 'presence-loaded', presence: [presence] })
    const rows = screen(lea).split('\n')
    expect(rows.find((line) => line.includes('Subject of M002'))).toMatch(shown)
    expect(rows.find((line) => line.includes('Subject of M001'))).not.toMatch(/bob/u)
    lea.tell({ type: 'presence-loaded', presence: [bob(null)] })
    expect(screen(lea)).not.toMatch(/[◉✎] bob/u)
  })

  it('says it by its mark alone where there is little room', () => {
    const lea = sitBefore(rows, { columns: 50, rows: 20 }).tell({
      type: 'presence-loaded',
      presence: [bob('T002')],
    })
    expect(screen(lea)).toMatch(/Subject of M002 +◉ +5m/u)
  })
})
