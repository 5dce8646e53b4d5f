import { isMailError, withHint } from '../../../domain/errors.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { FilledValue } from '../../../values/templates-schema.ts'
import type { Event, Lack } from '../event.ts'

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
