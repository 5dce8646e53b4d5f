import { type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FormState } from '../../model/form.ts'
import { definitions, formInput } from './form-fields.ts'

/** Whether the message will be sealed: the writer chose it, or it answers sealed mail. */
export function isSealed(form: FormState): boolean {
  return form.about.sealed === true || formInput(form)['seal'] === true
}

/** The form's title: what is known of its message by now, and when what is written in it will be sealed. */
export function titleOf(form: FormState): Safe {
  const title = definitions[form.kind].title(form.about)
  return sanitizeLine(isSealed(form) ? `${title}, sealed` : title)
}
