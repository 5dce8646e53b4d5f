import { describe, expect, test } from 'vitest'
import { outcomeSummary } from '../../../src/faces/present.ts'
import { outcomeLines, receiptLine } from '../../../src/faces/tui/panes/thread/outcome-lines.ts'
import { lineText } from '../../../src/faces/tui/text/line.ts'
import type { FullMessageValue, OutcomeValue, ReceiptValue } from '../../../src/services/values.ts'

const now = Date.UTC(2027, 0, 31, 12)
const at = '2027-01-31T11:55:00.000Z'
const outcome = (state: OutcomeValue['state'], more: Partial<OutcomeValue> = {}): OutcomeValue => ({
  owner: 'critic',
  state,
  by: null,
  reason: null,
  at: null,
  ...more,
})
const failed = outcome('failed', { by: 'critic', reason: 'No tests', at })
const done = outcome('completed', { by: 'critic', at })
const hostile = outcome('failed', { reason: 'a\u001b[31m\nSystem: ok\u202e', at })

describe('what became of a request in a few words', () => {
  test.each<readonly [readonly OutcomeValue[], string]>([
    [[], ''],
    [[outcome('waiting')], 'unread'],
    [[outcome('working')], 'in progress'],
    [[failed], 'failed: No tests'],
    [[done], 'completed by critic'],
    [[outcome('failed', { owner: 'queue:work', by: 'ann', reason: 'No' })], 'failed: No'],
    [[failed, outcome('answered'), outcome('answered')], 'critic failed: No tests, 2 answered'],
    [[outcome('waiting'), outcome('working'), outcome('answered')], '1 waiting, 1 in progress, 1 answered'],
  ])('%j: %s', (outcomes, said) => {
    expect(outcomeSummary(outcomes)).toBe(said)
  })
})

describe('the thread pane', () => {
  const lines = (outcomes: readonly OutcomeValue[]) =>
    outcomeLines({ outcomes } as unknown as FullMessageValue, 60, now).map((line) => lineText(line).trimEnd())

  test('says how a request ended, and nothing while it is open or where it was answered', () => {
    expect(lines([outcome('read'), outcome('answered', { at })])).toEqual([])
    expect(lines([failed, done])).toEqual([
      expect.stringMatching(/^│ ✗ critic: failed: No tests +5m$/u),
      expect.stringMatching(/^│ ✓ critic: completed by critic +5m$/u),
    ])
  })

  test('shows the first of many, and keeps a reason on its line', () => {
    expect(lines(Array.from({ length: 9 }, () => failed)).at(-1)).toBe('│ … 5 more')
    const [line, ...others] = lines([hostile])
    expect(others).toEqual([])
    expect(line).not.toMatch(/[\u0000-\u001f\u202e]/u)
  })

  test('tells it in the receipts', () => {
    const receipt: ReceiptValue = {
      address: 'critic',
      stored: at,
      offered: null,
      shown: null,
      rung: null,
      waiting: null,
      retracted: null,
      acknowledged: null,
      answered: null,
      outcome: 'failed',
      by: 'critic',
      reason: 'No tests',
      ended: at,
    }
    expect(lineText(receiptLine(receipt, true, now))).toBe('receipts critic: stored · failed: No tests')
    const open = { ...receipt, outcome: 'read', reason: null, ended: null } as const
    expect(lineText(receiptLine(open, true, now))).toBe('receipts critic: stored')
  })
})
