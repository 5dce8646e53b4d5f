import type { FormState } from '../../model/form.ts'
import { definitions, formInput } from './form-fields.ts'
import { isSealed } from './form-title.ts'
import { listOf, textOf } from './kinds/fields.ts'

const none = 'none'

/** The head lines of a message in every preview: the written values, else the defaults of empty fields. */
export function previewHeads(form: FormState): readonly (readonly [string, string])[] {
  const input = formInput(form)
  const own = definitions[form.kind].heads?.(input, form.about)
  if (own !== undefined) return own
  const written = (name: string) => textOf(input, name) || usualOf(form, name)
  // A template's mail names its recipients and its subject itself.
  const route: readonly (readonly [string, string])[] =
    textOf(input, 'template') === ''
      ? [
          ['To', recipientsOf(form)],
          ['Subject', written('subject')],
        ]
      : []
  return [
    ...route.slice(0, 1),
    ['Cc', listOf(input, 'cc').join(', ') || none],
    ...route.slice(1),
    ['Priority', written('priority')],
    ['Files', listOf(input, 'attach').join(', ') || none],
    ...(isSealed(form) ? [['Sealed', 'yes'] as const] : []),
  ]
}

function recipientsOf(form: FormState): string {
  const input = formInput(form)
  const to = listOf(input, 'to').join(', ')
  if (to !== '') return to
  if (definitions[form.kind].operation !== 'reply') return none
  return input['all'] === true ? 'everyone in the thread' : (form.about.from ?? 'the sender')
}

function usualOf({ fields }: FormState, name: string): string {
  return fields.find((field) => field.name === name)?.help ?? none
}
