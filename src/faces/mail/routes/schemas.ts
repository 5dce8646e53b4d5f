import type { JsonObject } from '../../../domain/json.ts'
import { mailSchemas as wireSchemas } from '../../../domain/mail-schemas.ts'
import { anyObject, exactly, reference, text } from '../../http/shapes.ts'

/** The components of our OpenAPI document: MAIL's messages as we write them, and what an error says. */
export const mailSchemas: Readonly<Record<string, JsonObject>> = {
  ...wireSchemas(reference),
  Problem: exactly({ detail: text }),
}

export const events: JsonObject = {
  type: 'array',
  items: exactly({ event: text, data: anyObject }),
}
