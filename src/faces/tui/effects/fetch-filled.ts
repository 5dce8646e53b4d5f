import { isMailError } from '../../../domain/errors.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { FilledValue } from '../../../operations/templates/preview.ts'
import type { Event } from '../event.ts'

/** What the template of a message makes of its fields; undefined where it has none. */
export async function filledBy(mailbox: Mailbox, fields: JsonObject): Promise<FilledValue | undefined> {
  const { template, subject, body } = fields
  if (typeof template !== 'string') return undefined
  const textsOf = (name: string) => [fields[name] ?? []].flat().filter((one) => typeof one === 'string')
  return mailbox.previewTemplate({
    template,
    field: textsOf('field'),
    to: textsOf('to'),
    ...(typeof subject === 'string' ? { subject } : {}),
    ...(typeof body === 'string' ? { body } : {}),
  })
}

export async function fetchFilled(mailbox: Mailbox, fields: JsonObject): Promise<Event> {
  try {
    const filled = await filledBy(mailbox, fields)
    if (filled !== undefined) return { type: 'template-filled', filled }
    throw new TypeError('no template to fill in')
  } catch (error) {
    if (!isMailError(error)) throw error
    const { code, message, hint } = error
    return { type: 'template-filled', filled: { problem: { code, message, hint } } }
  }
}
