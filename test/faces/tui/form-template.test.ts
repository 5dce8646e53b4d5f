import { describe, expect, it } from 'vitest'
import {
  failForm,
  filledForm,
  formInput,
  isWritten,
  offerCandidates,
  openDraft,
  openForm,
  updateForm,
} from '../../../src/faces/tui/compose/form/form.ts'
import type { FormInput, FormState } from '../../../src/faces/tui/model/form.ts'
import { drawnForm } from '../../support/drawn-form.tsx'
import { keyEvent, knownTemplates, typing } from './form-typing.ts'

const known = (form: FormState) =>
  offerCandidates(form, {
    what: 'template',
    text: '',
    names: Object.keys(knownTemplates),
    templates: knownTemplates,
  })
const draft = (fields: FormInput) => openDraft({ id: 'D1', operation: 'send', fields })
const begun = (...fields: readonly string[]) => known(draft({ template: 'MERGE_READY', field: fields }))
/** Those from the template on, without the seal at the end. */
const labels = ({ fields }: FormState) => fields.slice(7, -1).map(({ label }) => label)
const errorOf = (form: FormState, wanted: string) =>
  form.fields.find(({ name }) => name === wanted)?.error ?? null
const noteOf = (form: FormState, wanted: string) =>
  form.fields.find(({ name }) => name === wanted)?.note ?? null

/** Types over what stands in a field. */
function put(form: FormState, name: string, text: string): FormState {
  const focus = form.fields.findIndex((field) => field.name === name)
  return ['C-e', 'C-u', ...typing(text)].reduce((now, key) => updateForm(now, keyEvent(key)).form, {
    ...form,
    focus,
    candidates: null,
  } as FormState)
}
const screen = (form: FormState, columns = 90) => drawnForm(form, { columns, rows: 24 }).join('\n')

const filled = {
  template: 'MERGED',
  to: ['gastown/witness'],
  subject: 'MERGED nux',
  body: 'Branch: fix\nRig: gastown',
  fields: { Branch: 'fix', Rig: 'gastown' },
  missing: [],
}

describe('the fields of a template', () => {
  it.each<readonly [string, FormState, readonly string[]]>([
    ['are none before one is named', known(openForm('compose', {})), ['Template']],
    ['may be anything while it is not known', draft({ template: 'OWN' }), ['Template', 'More fields']],
    [
      'stand there by their names, what must be there marked',
      begun(),
      ['Template', 'Branch *', 'Polecat *', 'Issue', 'More fields'],
    ],
    [
      'stay while its name is written on',
      put(begun('Branch=x'), 'template', 'MERGE'),
      ['Template', 'Branch *', 'More fields'],
    ],
    [
      'are those of another, with what was typed for the first',
      put(begun('Branch=x', 'Issue=y'), 'template', 'merged'),
      ['Template', 'Branch *', 'Rig *', 'Issue', 'More fields'],
    ],
    ['go when it goes', put(begun(), 'template', ''), ['Template']],
  ])('%s', (_told, form, expected) => {
    expect(labels(form)).toEqual(expected)
  })

  it.each<readonly [string, readonly string[]]>([
    ['one each', ['Branch=x', 'Polecat=nux']],
    ['text with what parts names from values', ['Branch=a=b', 'Issue=https://x/?y=1']],
    ['a text of several lines', ['Issue=one\ntwo']],
    ['others than its own', ['Branch=x', 'Mood=fine']],
    ['what is no field', ['Branch=x', 'nothing']],
    ['the same one twice', ['Branch=x', 'Branch=y']],
  ])('are kept by a draft: %s', (_told, field) => {
    const form = begun(...field)
    expect(formInput(form)['field']).toEqual(field)
    expect(
      isWritten({
        ...known(
          openDraft({ id: 'D1', operation: 'send', fields: { template: 'MERGED', field } }, { kept: true }),
        ),
      }),
    ).toBe(false)
  })

  it('are gone on with where they were left', () => {
    const { fields, focus } = begun('Branch=x', 'Polecat=nux')
    expect(fields[focus]?.name).toBe('field:Polecat')
  })

  it('are found whatever spelling a draft has for them', () => {
    expect(formInput(begun('BRANCH=x', 'pole_cat=nux'))['field']).toEqual(['Branch=x', 'Polecat=nux'])
  })

  it('are there again when the first template is', () => {
    const there = put(begun('Branch=x', 'Issue=y', 'Polecat=nux'), 'template', 'MERGED')
    expect(noteOf(there, 'field:Issue')).toContain('MERGED has no such field')
    const back = put(there, 'template', 'MERGE_READY')
    expect(labels(back)).toEqual(labels(begun()))
    expect(formInput(back)['field']).toEqual(['Branch=x', 'Polecat=nux', 'Issue=y'])
    expect(noteOf(back, 'field:Issue')).toBeNull()
  })

  it('take several lines where they are sections', () => {
    const form = put(known(draft({ template: 'HANDOFF' })), 'field:Context', 'one\ntwo')
    expect(formInput(form)['field']).toEqual(['Context=one\ntwo'])
  })

  it('belong to a template', () => {
    const form = updateForm(put(begun('Branch=x'), 'template', ''), keyEvent('C-s')).form
    expect(errorOf(form, 'template')).toContain('Choose the template')
  })

  it('are seen whole where there is room', () => {
    const seen = screen({ ...begun('Cleanup Status=has_stash'), focus: 8 })
    expect(seen).toContain('Cleanup Status has_stash')
    expect(seen).toContain('MERGE_READY has no such field')
    expect(screen(begun(), 40)).toContain('Branch *')
  })
})

describe('what goes without saying', () => {
  const form = filledForm(known(draft({ template: 'MERGED', field: ['Branch=fix'] })), filled)

  it('stands in the fields that are empty, which need not be told then', () => {
    expect(labels(form)).toEqual(['Template', 'Branch *', 'Rig', 'More fields'])
    expect(screen(form)).toContain('gastown (default)')
    expect(formInput(form)['field']).toEqual(['Branch=fix'])
  })

  it('is seen with the rest before it is sent', () => {
    const step = updateForm(form, keyEvent('C-p'))
    expect(step.outcome).toEqual({ type: 'fill', input: { template: 'MERGED', field: ['Branch=fix'] } })
    expect(screen(step.form)).toContain('Filling in')
    const seen = screen(filledForm(step.form, { ...filled, missing: ['Polecat'] }))
    for (const line of ['To: gastown/witness', 'Subject: MERGED nux', 'Rig: gastown', 'Missing: Polecat'])
      expect(seen).toContain(line)
  })

  it('tells where it goes by itself, until there is no template', () => {
    const helps = (of: FormState) =>
      ['to', 'subject', 'priority'].map((wanted) => of.fields.find(({ name }) => name === wanted)?.help)
    expect(helps(form)).toEqual(['gastown/witness (default)', 'MERGED POLECAT', 'high'])
    expect(helps(put(form, 'template', ''))).toEqual(helps(openForm('compose', {})))
  })

  it('of another template says nothing', () => {
    expect(filledForm(form, { ...filled, template: 'HELP' })).toBe(form)
  })
})

it('says under each field what the template lacks, and keeps the rest', () => {
  const refused = failForm(
    begun('Branch=x'),
    { message: 'not whole' },
    { Polecat: 'It is not whole without it.' },
  )
  expect(errorOf(refused, 'field:Polecat')).toBe('It is not whole without it.')
  expect(refused.fields[refused.focus]?.name).toBe('field:Polecat')
  expect(refused.error).toBeNull()
  expect(failForm(begun(), { message: 'not whole' }, { Nothing: 'known' }).error).toBe('not whole')
})
