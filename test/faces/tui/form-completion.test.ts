import { describe, expect, it } from 'vitest'
import { matchingAddresses } from '../../../src/faces/tui/compose/form/completion.ts'
import {
  doubtedForm,
  formInput,
  offerCandidates,
  openForm,
  updateForm,
} from '../../../src/faces/tui/compose/form/form.ts'
import type { FormState } from '../../../src/faces/tui/model/form.ts'
import { keyEvent, knownTemplates, typing } from './form-typing.ts'

const files = ['plan.md', 'plans/', 'src/', 'a file']

/** Presses keys in the field of this name; what is asked for is answered at once. */
function press(form: FormState, name: string, ...keys: readonly string[]): FormState {
  const focus = form.fields.findIndex((field) => field.name === name)
  return keys
    .flatMap((one) => (one.startsWith("'") ? typing(one.slice(1, -1)) : [one]))
    .reduce(
      (now, label) => {
        const step = updateForm(now, keyEvent(label))
        const { outcome } = step
        if (outcome?.type !== 'complete') return step.form
        const { what, text } = outcome
        return what === 'template'
          ? offerCandidates(step.form, {
              what,
              text,
              names: Object.keys(knownTemplates),
              templates: knownTemplates,
            })
          : offerCandidates(step.form, {
              what,
              text,
              names: text.startsWith('src/') ? ['src/main.ts'] : files,
            })
      },
      { ...form, focus },
    )
}
const compose = openForm('compose', {})

describe('a template', () => {
  it('is found by its beginning, and the first of its fields has the focus', () => {
    const begun = press(compose, 'template', "'merge_r'")
    expect(begun.candidates?.names).toEqual(['MERGE_READY'])
    const taken = press(begun, 'template', 'Tab')
    expect(taken.fields[taken.focus]?.name).toBe('field:Branch')
    const filled = press(taken, 'field:Branch', "'fix'")
    expect(formInput(filled)).toEqual({ template: 'MERGE_READY', field: ['Branch=fix'] })
  })

  it('is offered no more once it is whole', () => {
    expect(press(compose, 'template', "'HELP'").candidates).toBeNull()
  })
})

describe('an address', () => {
  it.each<readonly [string, readonly string[]]>([
    ['arch', ['swarm_dev/architect', 'role:architect', 'group:architects']],
    ['role:a', ['role:architect']],
    ['architect', ['architect', 'swarm_dev/architect', 'role:architect', 'group:architects']],
  ])('%s offers agents before what stands behind a colon', (word, expected) => {
    const names = ['role:architect', 'group:architects', 'swarm_dev/architect', 'coo']
    const all = word === 'architect' ? ['architect', ...names] : names
    expect(matchingAddresses(all, word)).toEqual(expected)
  })
})

describe('all, which writes to everybody,', () => {
  const names = ['all', 'alice', 'small', 'bob', 'channel:alerts', 'domain:algorithms', 'role:alarm']
  it.each<readonly [string, readonly string[]]>([
    ['al', ['alice', 'role:alarm', 'channel:alerts', 'domain:algorithms', 'small', 'all']],
    ['#al', ['channel:alerts', 'domain:algorithms']],
    ['#all', []],
    ['all', ['all', 'small']],
  ])('is not offered before what %s means', (word, expected) => {
    expect(matchingAddresses(names, word)).toEqual(expected)
  })
})

describe('Tab behind an address', () => {
  const names = ['coo', 'coordinator']
  const typed = press(compose, 'to', "'coo'")
  const offered = offerCandidates(typed, { what: 'address', text: 'coo', names })
  const pressed = (form: FormState, ...keys: readonly string[]) =>
    keys.reduce((now, label) => updateForm(now, keyEvent(label)).form, form)
  const at = (form: FormState) => [form.fields[form.focus]?.name, formInput(form)['to']]

  it.each<readonly [string, FormState, readonly [string, readonly string[]]]>([
    ['goes on where it is whole, though more is offered', pressed(offered, 'Tab'), ['cc', ['coo']]],
    ['goes on before anything is offered', pressed({ ...typed, candidates: null }, 'Tab'), ['cc', ['coo']]],
    ['takes what was chosen', pressed(offered, 'Down', 'Tab'), ['to', ['coordinator']]],
  ])('%s', (_told, form, expected) => {
    expect(offered.candidates?.names).toEqual(names)
    expect(at(form)).toEqual(expected)
  })
})

describe('a file', () => {
  it('is completed on its own line, folder by folder', () => {
    const one = press(compose, 'attach', "'plan.'", 'Tab', 'Enter', "'sr'")
    expect(one.candidates?.names).toEqual(['src/'])
    const inside = press(one, 'attach', 'Tab')
    expect(inside.candidates?.names).toEqual(['src/main.ts'])
    expect(formInput(press(inside, 'attach', 'Tab'))).toEqual({ attach: ['plan.md', 'src/main.ts'] })
  })

  it('may have blanks in its name', () => {
    expect(formInput(press(compose, 'attach', "'a f'", 'Tab'))).toEqual({ attach: ['a file'] })
  })

  it('is followed by another line on Enter, whatever is offered', () => {
    const next = press(compose, 'attach', "'pl'", 'Enter', "'x'")
    expect(formInput(next)).toEqual({ attach: ['pl', 'x'] })
  })

  it('offers nothing to who went on to another field', () => {
    const elsewhere = press(compose, 'subject', "'x'")
    expect(offerCandidates(elsewhere, { what: 'file', text: 'x', names: files }).candidates).toBeNull()
  })
})

describe('a file that is not there', () => {
  const begun = openForm('compose', { input: { to: ['critic'], subject: 'x', attach: ['gone.md'] } })
  const sent = (form: FormState) => updateForm(form, keyEvent('C-s'))
  const told = doubtedForm(sent(begun).form, 'There is no file gone.md.')

  it('is told where it is named', () => {
    const field = told.fields[told.focus]
    expect([field?.name, field?.error, told.sending]).toEqual(['attach', 'There is no file gone.md.', false])
  })

  it.each<readonly [string, FormState, boolean]>([
    ['is meant by who sends it once more', told, true],
    ['is not meant before it was told', begun, false],
    ['is looked for again where another is named', press(told, 'attach', "'x'"), false],
  ])('%s', (_told, form, meant) => {
    expect(sent(form).outcome).toMatchObject({ type: 'submit', meant })
  })
})
