import { expect, test } from 'vitest'
import { aboutForm, openForm, updateForm } from '../../../src/faces/tui/compose/form/form.ts'
import { formInput } from '../../../src/faces/tui/compose/form/form-fields.ts'
import { titleOf } from '../../../src/faces/tui/compose/form/form-title.ts'
import { frameText } from '../../support/screen-text.ts'
import { keyOf, row, sitBefore } from '../../support/tui-state.ts'

test.each([200, 120, 80, 50])('sealed mail has a lock in a list of %i columns', (columns) => {
  const sitting = sitBefore(
    [
      row('A001', { subject: 'Sealed one', sealed: true, preview: '[sealed]' }),
      row('B001', { subject: 'Plain one' }),
    ],
    { columns, rows: 30 },
  )
  const lines = frameText(sitting.state).split('\n')
  const rowOf = (subject: string) => lines.find((line) => line.includes(subject)) ?? ''
  expect(rowOf('Sealed')).toContain('⊠')
  expect(rowOf('Plain')).not.toContain('⊠')
})

test('a form says that what is written in it is sealed', () => {
  expect(titleOf(openForm('compose', { input: { seal: true } }))).toBe('New message, sealed')
  expect(titleOf(openForm('compose'))).toBe('New message')
  const reply = openForm('reply', { about: { from: 'critic' } })
  expect(titleOf(aboutForm(reply, { from: 'critic', text: 'x', sealed: true }))).toBe(
    'Reply to critic, sealed',
  )
  expect(titleOf(aboutForm(reply, { from: 'critic', text: 'x' }))).toBe('Reply to critic')
})

test.each([
  ['reply', 'Reply', 'Reply to critic'],
  ['answer', 'Answer', 'Answer critic'],
  ['forward', 'Forward', 'Forward a message from critic'],
  ['handoff', 'Hand off', 'Hand off: Tests red'],
  ['rule', 'Rule', 'Rule: Tests red'],
] as const)(
  'a form of %s that opens before its message says whose it is when that is here',
  (kind, before, after) => {
    const form = openForm(kind, { input: { message: 'Q8Y7D' } })
    expect(titleOf(form)).toBe(before)
    expect(titleOf(aboutForm(form, { from: 'critic', subject: 'Tests red', text: 'x' }))).toBe(after)
  },
)

test.each(['compose', 'reply', 'answer', 'forward', 'handoff'] as const)(
  'the form of %s can be chosen to be sealed, and its draft keeps the choice',
  (kind) => {
    const form = openForm(kind)
    const focus = form.fields.findIndex(({ name }) => name === 'seal')
    expect(formInput(form)).not.toHaveProperty('seal')
    const { form: chosen } = updateForm({ ...form, focus }, keyOf('Space'))
    expect(formInput(chosen)).toMatchObject({ seal: true })
    expect(titleOf(chosen)).toMatch(/, sealed$/u)
    expect(titleOf(openForm(kind, { input: formInput(chosen) }))).toMatch(/, sealed$/u)
    expect(formInput(updateForm(chosen, keyOf('Space')).form)).not.toHaveProperty('seal')
  },
)
