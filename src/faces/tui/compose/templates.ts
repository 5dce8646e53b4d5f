import type { EventOf } from '../event.ts'
import type { HasOverlay } from '../state.ts'
import type { Step } from '../step.ts'
import { failForm, filledForm, formInput, templateOf, templateText } from './form/form.ts'
import { fieldsOf } from './form/form-fields.ts'

/** Asks for the fields of the template that the open form names: only its name is kept with a draft. */
export function askTemplate<S extends HasOverlay>(state: S): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'form' || templateText(overlay.form) === '') return [state]
  return [state, { type: 'complete-word', what: 'template', text: '' }]
}

/** Asks what goes without saying, once the template is known. */
export function askFilled<S extends HasOverlay>(state: S): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'form' || overlay.form.filled !== null) return [state]
  if (templateOf(overlay.form) === undefined) return [state]
  return [state, { type: 'fill-template', fields: fieldsOf(formInput(overlay.form)) }]
}

/** An error is shown under the template's name, or for the whole form. */
export function templateFilled<S extends HasOverlay>(
  state: S,
  { filled }: EventOf<'template-filled'>,
): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'form' || filled === null) return [state]
  const form =
    'problem' in filled
      ? failForm(overlay.form, filled.problem, filled.lacks)
      : filledForm(overlay.form, filled)
  return [{ ...state, overlay: { ...overlay, form } }]
}
