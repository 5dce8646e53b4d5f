import { expect, it } from 'vitest'
import { row, sitBefore } from '../../support/tui-state.ts'

const before = (task: string | null) => sitBefore([row('M001', { task })])

it('a key finishes the task of a message with the result that is typed', () => {
  const sitting = before('T-1').press('g', 'f')
  expect(sitting.state.overlay).toMatchObject({ type: 'prompt', label: 'Result of the task T-1:' })
  sitting.type('All red').press('Enter')
  expect(sitting.effects).toContainEqual(
    expect.objectContaining({ operation: 'completeTask', input: { task: 'T-1', body: 'All red' } }),
  )
})

it.each([
  ['a message without a task', null, ''],
  ['a result without text', 'T-1', ' '],
])('%s finishes nothing', (_what, task, text) => {
  const sitting = before(task).press('g', 'f')
  if (task !== null) sitting.type(text).press('Enter')
  expect(sitting.effects).not.toContainEqual(expect.objectContaining({ operation: 'completeTask' }))
})
