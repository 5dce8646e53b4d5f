import * as z from 'zod/mini'
import type { JsonObject } from '../../domain/json.ts'

/** A Zod schema as JSON Schema (2020-12). Objects stay open, because later versions may add fields. */
export function jsonSchema(schema: z.core.$ZodType): JsonObject {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input', override: leaveOutObvious })
  return written as JsonObject
}

/** Leaves out what Zod adds to every count and record: the limits of JavaScript's integers, and that keys are text. */
function leaveOutObvious({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  delete jsonSchema.propertyNames
}
