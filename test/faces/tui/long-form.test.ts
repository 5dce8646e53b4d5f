import { describe, expect, test } from 'vitest'
import {
  editedForm,
  failForm,
  formInput,
  openForm,
  updateForm,
} from '../../../src/faces/tui/compose/form/form.ts'
import { isShownField } from '../../../src/faces/tui/compose/form/form-fields.ts'
import {
  fieldRows,
  fieldsHeight,
  firstRow,
  moreLine,
} from '../../../src/faces/tui/compose/form/form-layout.ts'
import type { FormOutcome, FormState } from '../../../src/faces/tui/model/form.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { drawnForm } from '../../support/drawn-form.tsx'
import { keyEvent, typing } from './form-typing.ts'

type Step = { readonly form: FormState; readonly outcome: FormOutcome }

/** Keys by their spelling; a text in quotes is typed letter by letter. */
function press(form: FormState, ...keys: readonly string[]): Step {
  const labels = keys.flatMap((key) => (key.startsWith("'") ? typing(key.slice(1, -1)) : [key]))
  return labels.reduce<Step>((step, label) => updateForm(step.form, keyEvent(label)), { form, outcome: null })
}

describe('a long form', () => {
  const opened = (input = {}) => openForm('handoff', { input })
  const labelAt = ({ fields, focus }: FormState) => fields[focus]?.label
  const shown = (form: FormState) =>
    form.fields.filter((field) => isShownField(form, field)).map(({ name }) => name)

  test('asks first what nearly every message needs, and walks through that alone', () => {
    let { form } = { form: opened() }
    expect(shown(form)).toEqual(['to', 'subject', 'done', 'state', 'next'])
    for (const label of ['Subject', 'Done', 'State', 'Next steps', 'To']) {
      form = press(form, 'Tab').form
      expect(labelAt(form)).toBe(label)
    }
    expect(labelAt(press(form, 'S-Tab').form)).toBe('Next steps')
  })

  test('says how many other fields there are and how many are filled, and keeps them', () => {
    const input = { to: 'a', done: 'x', job: '7', cc: ['b'] }
    const form = opened(input)
    expect(
      moreLine(form)
        .map(({ text }) => text)
        .join(''),
    ).toBe('  15 more fields, 2 filled · C-o shows them')
    expect(formInput(form)).toEqual(input)
    expect(formInput(press(form, 'C-o', 'C-o').form)).toEqual(input)
    expect(moreLine(openForm('compose'))).toEqual([])
  })

  test('shows all of them with one key, and few again', () => {
    const { form } = press(opened(), 'C-o')
    expect(labelAt(form)).toBe('Blockers')
    expect(shown(form)).toHaveLength(20)
    expect(shown(press(form, 'Tab', 'S-Tab', 'S-Tab').form)).toHaveLength(20)
    expect(labelAt(press(form, 'S-Tab').form)).toBe('Next steps')
    const few = press(form, 'C-o').form
    expect([labelAt(few), shown(few).length]).toEqual(['To', 5])
  })

  test('shows them for the text of the message, and for what is wrong with one of them', () => {
    const texts = press(opened(), 'Alt-Enter').form
    expect([labelAt(texts), shown(texts).length]).toEqual(['More notes', 20])
    const refused = { code: 'unknown-recipient', message: 'There is no agent nosuch.' }
    const failed = failForm(opened({ to: 'a', done: 'x', cc: ['nosuch.'] }), refused)
    expect([labelAt(failed), shown(failed).length]).toEqual(['Cc', 20])
  })

  test.each([
    [50, 20],
    [80, 24],
    [40, 10],
  ])('fits %i × %i', (columns, rows) => {
    const size = { columns, rows }
    for (const form of [opened(), press(opened(), 'C-o').form, press(opened(), 'C-o', 'S-Tab').form]) {
      const room = fieldRows(form, size)
      const first = firstRow(form, size)
      expect(first).toBeLessThanOrEqual(Math.max(0, fieldsHeight(form, size) - room))
      expect(drawnForm(form, size).every((line) => widthOf(line) <= columns)).toBe(true)
    }
  })

  test('goes to the editor whole, and comes back so', () => {
    const input = {
      to: 'a',
      subject: 'Store',
      done: 'One.\n\nTwo:\n  three',
      next: ['x', 'y'],
      job: '7',
      stateFile: 's.json',
      priority: 'high',
      body: 'More.',
    }
    const { form, outcome } = press(opened(input), 'C-g')
    if (outcome?.type !== 'edit') throw new Error('No editor was asked for')
    expect(outcome.whole).toContain(
      'Done: One.\n  .\n  Two:\n    three\nState:\nNext-steps: x\nNext-steps: y\n',
    )
    const back = editedForm({ ...form, editing: '*' }, `${outcome.whole}`.replace('Job: 7', 'Job: 8'))
    expect(back.error).toBeNull()
    expect(formInput(back)).toEqual({ ...input, job: '8' })
    expect(shown(back)).toHaveLength(5)
  })

  const several = { done: 'One.\n\n\tTwo.', state: 'Half done', next: ['x'], body: 'More.' }

  test('a line of blanks in a field ends nothing', () => {
    const input = { ...several, done: 'One.\n   \nTwo.' }
    const { form, outcome } = press(opened(input), 'C-g')
    if (outcome?.type !== 'edit') throw new Error('No editor was asked for')
    const back = editedForm({ ...form, editing: '*' }, outcome.whole ?? '')
    expect(back.error).toBeNull()
    expect(formInput(back)).toEqual({ ...input, done: 'One.\n\nTwo.' })
  })

  test.each([
    ['between two paragraphs', 'Done: One.\n\n  Two.\nState:', { done: 'One.\n\nTwo.' }],
    ['before the next field', 'Done: One.\n\nState:', { done: 'One.' }],
  ])('an empty line %s ends nothing', (_, written, done) => {
    const { form, outcome } = press(opened({ ...several, done: 'One.' }), 'C-g')
    if (outcome?.type !== 'edit') throw new Error('No editor was asked for')
    const text = `${outcome.whole}`.replace('Done: One.\nState:', written)
    const back = editedForm({ ...form, editing: '*' }, text)
    expect(back.error).toBeNull()
    expect(formInput(back)).toEqual({ ...several, ...done })
  })
})
