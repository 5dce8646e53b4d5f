import { expect, it } from 'vitest'
import { ask } from '../../../src/faces/tui/commands/ask.ts'
import { openLinear } from '../../../src/faces/tui/linear/linear.ts'
import { withPanes } from '../../../src/faces/tui/state.ts'
import { agent, row, sitBefore } from '../../support/tui-state.ts'

/** What is spoken on a terminal with 40 columns, which cannot break a line itself but inside words. */
function heardAt40(subject: string, question = '') {
  const sitting = sitBefore([row('M001', { subject })], { columns: 40, rows: 24 })
  const { roster } = sitting.state.panes
  sitting.state = withPanes(sitting.state, { roster: { ...roster, agents: [agent('lea')] } })
  const [state] =
    question === ''
      ? [sitting.state]
      : ask(sitting.state, { command: 'confirm', label: question, subject: null })
  let heard = ''
  openLinear((text) => {
    heard += text
  }).tell(state)
  return heard.split('\n')
}

const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length))

it('breaks lines between words', () => {
  const words = 'quarterly reconciliation outstanding disbursements reimbursement'
  const lines = heardAt40(words)
  expect(longest(lines)).toBeLessThanOrEqual(40)
  for (const word of words.split(' ')) expect(lines.join('\n')).toMatch(new RegExp(`\\b${word}\\b`, 'u'))
})

it('breaks a word only where it is longer than a line', () => {
  const lines = heardAt40(`see ${'x'.repeat(60)}`)
  expect(lines.filter((line) => /xx/u.test(line)).map((line) => line.replace(/[^x]/gu, '').length)).toEqual([
    40, 20,
  ])
})

it('breaks a long question between words', () => {
  expect(
    longest(heardAt40('x', 'Archive all of the seventeen conversations selected here (y, n):')),
  ).toBeLessThanOrEqual(40)
})
