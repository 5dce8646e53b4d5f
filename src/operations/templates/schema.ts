import { kinds } from '../../domain/kind.ts'
import { priorities } from '../../domain/priority.ts'
import { list, object, oneOf, text, textOrNull, yes } from '../schema-parts.ts'

export const template = object({
  name: text,
  subject: text,
  fields: list(object({ name: text, help: text, required: yes, section: yes })),
  route: list(text),
  kind: oneOf(kinds),
  priority: oneOf(priorities),
  handler: { oneOf: [list(text), { type: 'null' }] },
})

export const filledTemplate = object({
  template: text,
  to: list(text),
  subject: text,
  body: text,
  kind: oneOf(kinds),
  priority: oneOf(priorities),
  fields: { type: 'object', additionalProperties: text },
  missing: list(text),
})

export const parsedMail = object({
  subject: text,
  type: textOrNull,
  argument: text,
  fields: { type: 'object', additionalProperties: text },
  missing: list(text),
  text,
})
