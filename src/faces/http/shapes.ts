import type { JsonObject } from '../../domain/json.ts'
import { exactly } from '../../domain/mail-schemas.ts'

export { exactly }

/** JSON Schema 2020-12 of what goes in and out. */
export const text = { type: 'string' } as const satisfies JsonObject
export const moment = { type: 'string', format: 'date-time' } as const satisfies JsonObject
export const texts = { type: 'array', items: text } as const satisfies JsonObject
export const anyObject = { type: 'object' } as const satisfies JsonObject
export const yes = { type: 'boolean' } as const satisfies JsonObject

/** The fields that are read of a body; others are ignored. */
export function body(
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[],
): JsonObject {
  return { type: 'object', required, properties }
}

export const words = (list: readonly string[]): JsonObject => ({ type: 'string', enum: list })
export const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
