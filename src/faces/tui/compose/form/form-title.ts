import { type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import { formInput } from './form-fields.ts'
import type { FormState } from './form-state.ts'

/** Whether the message will be sealed: the writer chose it, or it answers sealed mail. */
export function isSealed(form: FormState): boolean {
  return form.about.sealed === true || formInput(form)['seal'] === true
}

/** The form's title, which says when what is written in it will be sealed. */
export function titleOf(form: FormState): Safe {
  return isSealed(form) ? sanitizeLine(`${form.title}, sealed`) : form.title
}
