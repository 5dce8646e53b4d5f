import { expect, test } from 'vitest'
import { aboutForm, openForm } from '../../../src/faces/tui/compose/form/form.ts'
import { frameText } from '../../support/screen-text.ts'
import { row, sitBefore } from '../../support/tui-state.ts'

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
  expect(openForm('compose', { input: { seal: true } }).title).toBe('New message, sealed')
  expect(openForm('compose').title).toBe('New message')
  const reply = openForm('reply', { about: { from: 'critic' } })
  expect(aboutForm(reply, { from: 'critic', text: 'x', sealed: true }).title).toBe('Reply to critic, sealed')
  expect(aboutForm(reply, { from: 'critic', text: 'x' }).title).toBe('Reply to critic')
})
