import type { JsonObject } from '../domain/json.ts'
import type { Field, Fields } from './field.ts'

/** JSON Schema (2020-12) of an operation's input. */
export function inputSchema(fields: Fields): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, wanted]) => [name, fieldSchema(wanted)]),
  )
  const required = Object.entries(fields)
    .filter(([, { required }]) => required)
    .map(([name]) => name)
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function fieldSchema(wanted: Field<unknown>): JsonObject {
  const one = valueSchema(wanted)
  // A single value stands for a list of one.
  return wanted.many
    ? { anyOf: [{ type: 'array', items: one }, one], description: wanted.help }
    : { ...one, description: wanted.help }
}

function valueSchema(wanted: Field<unknown>): JsonObject {
  switch (wanted.kind) {
    case 'text':
      return { type: 'string' }
    case 'flag':
      return { type: 'boolean' }
    case 'number':
      return { type: 'integer', minimum: 0 }
    case 'choice':
      return { type: 'string', enum: wanted.words }
    case 'duration':
      return { type: 'string', pattern: '^(\\d+(\\.\\d+)?[smhdw])+$' }
    case 'time':
      return { type: 'string' }
    case 'json':
      return {}
  }
}
