import * as z from 'zod/mini'
import { errorCodes } from '../domain/errors.ts'
import type { Json, JsonObject } from '../domain/json.ts'

/** The type of the values that a schema describes. */
export type Value<S extends z.core.$ZodType> = DeepReadonly<z.infer<S>>
/** Stops at JSON, which is read-only already and refers to itself. */
type DeepReadonly<T> = JsonObject extends T
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

export const messageId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{5,}$/))
/** ISO 8601 in UTC. */
export const time = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
export const count = z.int().check(z.gte(0))
export const amount = z.number().check(z.gte(0))
/** Any JSON, written as `{}`. Zod's own schema of JSON would add a definition that refers to itself. */
export const json = z.unknown() as z.ZodMiniType<Json>
export const jsonObject = z.record(z.string(), z.unknown()) as z.ZodMiniType<JsonObject>
/** Where the next page begins; `null` on the last page. */
export const nextPage = z.nullable(z.string())

export const error = z.object({ code: z.enum(errorCodes), message: z.string(), hint: z.string() })
/** Why one of several items failed. */
const problem = z.object({ id: z.string(), error })
export type ProblemValue = Value<typeof problem>
/** Only where some of several items failed. */
export const problems = z.optional(z.array(problem))
