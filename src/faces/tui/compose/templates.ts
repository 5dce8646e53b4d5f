import { isMailError, withHint } from '../../../domain/errors.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { FilledValue } from '../../../values/templates-schema.ts'
import type { Event, EventOf, Lack } from '../event.ts'
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

/** The message that its template renders from the fields, or the errors in them; `null` without a template. */
export async function filledBy(mailbox: Mailbox, fields: JsonObject): Promise<FilledValue | Lack | null> {
  const { template, subject, body } = fields
  if (typeof template !== 'string') return null
  const textsOf = (name: string) => [fields[name] ?? []].flat().filter((one) => typeof one === 'string')
  try {
    return await mailbox.previewTemplate({
      template,
      field: textsOf('field'),
      to: textsOf('to'),
      ...(typeof subject === 'string' ? { subject } : {}),
      ...(typeof body === 'string' ? { body } : {}),
    })
  } catch (error) {
    if (!isMailError(error)) throw error
    const { code, message, hint } = error
    const lacks = code === 'not-found' ? { template: withHint({ message, hint }) } : {}
    return { problem: { code, message, hint }, lacks }
  }
}

export async function fetchFilled(mailbox: Mailbox, fields: JsonObject): Promise<Event> {
  return { type: 'template-filled', filled: await filledBy(mailbox, fields) }
}
