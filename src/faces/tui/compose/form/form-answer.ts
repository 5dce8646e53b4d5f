import type { Kind } from '../../../../domain/kind.ts'
import { plain } from '../../../../domain/sanitize.ts'
import type { FormField, FormState } from '../../model/form.ts'
import { fieldValue, formInput, openField } from './form-fields.ts'
import { answer, isAskedBy } from './kinds/answer.ts'

const movedOn = 'The debate has new messages: choose again.'

/**
 * A reply as an answer to a position, of one of these kinds (those it has, if not given). The fields of other kinds
 * go where they are empty; what was typed stays.
 */
export function fitAnswer(form: FormState, answers?: readonly Kind[]): FormState {
  const before = form.fields.find(({ name }) => name === 'kind')
  const choice = before?.choice ?? ''
  const specs = answer.fields(answers === undefined ? {} : { answers }, form.rest)
  const fields = specs.flatMap((spec): readonly FormField[] => {
    const old = form.fields.find(({ name }) => name === spec.name)
    if (spec.name === 'kind')
      return [kindField(answers === undefined && before ? before : { ...openField(spec, undefined), choice })]
    const help = old?.help ?? spec.help
    const field = old === undefined ? openField(spec, form.rest[spec.name]) : { ...old, ...spec, help }
    const isShown = isAskedBy(spec.name, choice) || fieldValue(field) !== undefined
    return isShown ? [withoutDemand(field)] : []
  })
  const focus = fields.findIndex(({ name }) => name === form.fields[form.focus]?.name)
  const names = new Set(specs.map(({ name }) => name))
  const rest = Object.fromEntries(Object.entries(form.rest).filter(([name]) => !names.has(name)))
  const next: FormState = { ...form, kind: 'answer', fields, rest, focus: Math.max(0, focus) }
  const isNew = JSON.stringify(formInput(form)) === form.opened
  return isNew ? { ...next, opened: JSON.stringify(formInput(next)) } : next
}

/** A choice that is none any more has to be made again. */
function kindField(field: FormField): FormField {
  if (field.choice === '' || field.options?.includes(field.choice)) return field
  return { ...field, choice: '', error: plain(movedOn) }
}

/** A reply must have a message; an answer may say it in its fields. */
function withoutDemand({ required: _, ...field }: FormField): FormField {
  return field
}
