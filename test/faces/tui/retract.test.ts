import { describe, expect, it } from 'vitest'
import { frameText } from '../../support/screen-text.ts'
import { message, noon, row, sitBefore } from '../../support/tui-state.ts'

const takenBack = { by: 'lea', at: '2027-01-31T11:00:00Z', reason: 'wrong branch', replacedBy: null } as const
const wide = { columns: 160, rows: 30 }

describe('gx', () => {
  it('asks for a reason, and takes the message back', () => {
    const sitting = sitBefore([row('M001', { from: 'lea' })], wide).press('g', 'x')
    expect(frameText(sitting.state)).toContain('Take back 1 message. Reason (optional):')
    sitting.taken()
    sitting.press(...'wrong', 'Enter')
    expect(sitting.taken()).toContainEqual(
      expect.objectContaining({ operation: 'retract', input: { messages: ['M001'], reason: 'wrong' } }),
    )
  })

  it('takes all chosen messages back', () => {
    const rows = [row('M001', { from: 'lea' }), row('M002', { from: 'lea' })]
    const sitting = sitBefore(rows, wide).press('*', 'g', 'x')
    expect(frameText(sitting.state)).toContain('Take back 2 messages. Reason (optional):')
    sitting.taken()
    sitting.press('Enter')
    expect(sitting.taken()).toContainEqual(
      expect.objectContaining({ operation: 'retract', input: { messages: ['M001', 'M002'] } }),
    )
  })

  it('says that it was done already', () => {
    const sitting = sitBefore([row('M001', { from: 'lea', takenBack })], wide).press('g', 'x')
    expect(sitting.state.session.toast?.text).toContain('M001 was already taken back.')
  })
})

describe('mail that was taken back', () => {
  it('says so in its row and in its thread', () => {
    const sitting = sitBefore([row('M001', { takenBack, status: 'read' })], wide)
      .press('Enter')
      .answerThread([message('M001', { takenBack, status: 'read' })])
    expect(frameText(sitting.state)).toMatch(/M001.* taken back/u)
    expect(frameText(sitting.state)).toContain('↶ taken back by lea')
  })

  it('names what took its place', () => {
    const replaced = { ...takenBack, replacedBy: 'M002' }
    const sitting = sitBefore([row('M001', { takenBack: replaced })], wide)
      .press('Enter')
      .answerThread([message('M001', { takenBack: replaced })])
    expect(frameText(sitting.state)).toContain('↶ replaced by M002')
  })

  it('is named by what took its place', () => {
    const newer = message('M002', {
      replaces: 'M001',
      replacedReadAt: new Date(noon - 300_000).toISOString(),
    })
    const sitting = sitBefore([row('M002')], wide)
      .press('Enter')
      .answerThread([newer])
    expect(frameText(sitting.state)).toContain('replaces M001, which you read 5m ago')
  })
})
