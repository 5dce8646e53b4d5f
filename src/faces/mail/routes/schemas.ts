import type { JsonObject } from '../../../domain/json.ts'
import { mailSchemas as wireSchemas } from '../../../domain/mail-schemas.ts'
import { exactly, reference, text } from './shapes.ts'

/** The components of our OpenAPI document: MAIL's messages as we write them, and what an error says. */
export const mailSchemas: Readonly<Record<string, JsonObject>> = {
  ...wireSchemas(reference),
  Problem: exactly({ detail: text }),
}
