import * as z from 'zod/mini'
import type { JsonObject } from '../domain/json.ts'

/** Zod schemas as JSON Schema (2020-12). Objects stay open, because later versions may add fields. */
export function jsonSchemas<N extends string>(
  schemas: Readonly<Record<N, z.core.$ZodType>>,
): Readonly<Record<N, JsonObject>> {
  const entries = Object.entries<z.core.$ZodType>(schemas)
  return Object.fromEntries(entries.map(([name, schema]) => [name, jsonSchema(schema)])) as Record<
    N,
    JsonObject
  >
}

function jsonSchema(schema: z.core.$ZodType): JsonObject {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input', override: leaveOutObvious })
  return written as JsonObject
}

/** Leaves out what Zod adds to every count and record: the limits of JavaScript's integers, and that keys are text. */
function leaveOutObvious({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  delete jsonSchema.propertyNames
}
