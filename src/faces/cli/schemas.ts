import * as z from 'zod/mini'
import { findingWords, severities } from '../../domain/finding.ts'
import type { JsonObject } from '../../domain/json.ts'
import { count, error, json, jsonObject } from '../../values/schema-parts.ts'
import { valueSchemas } from '../../values/schemas.ts'
import { jsonSchema } from './json-schema.ts'

/** Every value: of the operations, then of the program's own commands. */
const schemas = {
  ...valueSchemas,
  error: z.object({ error }),
  setUp: z.object({
    tool: z.string(),
    files: z.array(z.object({ path: z.string(), diff: z.string() })),
    registers: z.nullable(z.string()),
    written: z.boolean(),
  }),
  initialised: z.object({
    store: z.string(),
    swarm: z.nullable(z.string()),
    created: z.boolean(),
    person: z.string(),
    trusted: z.boolean(),
    forTests: z.boolean(),
  }),
  trustedStore: z.xor([
    z.object({ store: z.string(), trusted: z.boolean(), changed: z.boolean() }),
    z.object({ stores: z.array(z.object({ store: z.string(), found: z.boolean() })) }),
  ]),
  restored: z.object({
    store: z.string(),
    before: z.nullable(z.string()),
    counts: z.object({ messages: count, deliveries: count, agents: count, events: count }),
  }),
  upgrade: z.xor([
    z.object({ store: z.string(), from: count, to: count, backup: z.nullable(z.string()) }),
    z.object({
      store: z.string(),
      schema: count,
      program: z.object({ version: z.string(), schema: count }),
      needed: z.boolean(),
      /** `null` for a store in a folder. `schema` is `null` for programs that do not say theirs. */
      connected: z.nullable(
        z.array(
          z.object({
            schema: z.nullable(count),
            login: z.string(),
            machine: z.nullable(z.string()),
            connections: count,
          }),
        ),
      ),
    }),
  ]),
  examination: z.object({
    store: z.string(),
    sound: z.boolean(),
    findings: z.array(
      z.object({
        finding: z.enum(findingWords),
        severity: z.enum(severities),
        where: z.string(),
        why: z.string(),
        mend: z.string(),
        mended: z.boolean(),
      }),
    ),
  }),
  batchLine: z.strictObject({
    command: z.string(),
    input: z.optional(jsonObject),
    as: z.optional(z.string()),
  }),
  batchAnswer: z.xor([
    z.object({ ok: z.literal(true), value: json }),
    z.object({ ok: z.literal(false), error }),
  ]),
  /** An index without names; with names it has neither the errors nor their exit codes. */
  description: z.xor([
    z.object({ version: z.string(), more: z.string(), commands: z.record(z.string(), z.string()) }),
    z.object({ version: z.string(), commands: z.array(jsonObject), $defs: jsonObject }),
  ]),
}

/** JSON Schema (2020-12) of all values, or of those with these names. */
export function definitions(names?: ReadonlySet<string>): Readonly<Record<string, JsonObject>> {
  const wanted = Object.entries(schemas).filter(([name]) => names?.has(name) ?? true)
  return Object.fromEntries(wanted.map(([name, schema]) => [name, jsonSchema(schema)]))
}
