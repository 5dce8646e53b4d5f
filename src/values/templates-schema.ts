import * as z from 'zod/mini'
import { kinds } from '../domain/kind.ts'
import { priorities } from '../domain/priority.ts'
import type { Value } from './schema-parts.ts'

export const template = z.object({
  name: z.string(),
  /** The form of its subject. */
  subject: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      help: z.string(),
      required: z.boolean(),
      /** A section of Markdown, of any number of lines. */
      section: z.boolean(),
    }),
  ),
  route: z.array(z.string()),
  kind: z.enum(kinds),
  priority: z.enum(priorities),
  /** The command that `run` and patrol start for it. */
  handler: z.nullable(z.array(z.string())),
})
export type TemplateValue = Value<typeof template>
export const templates = z.object({ templates: z.array(template) })

export const filled = z.object({
  template: z.string(),
  /** Empty if its route reaches nobody yet. */
  to: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  kind: z.enum(kinds),
  priority: z.enum(priorities),
  /** With defaults: the sender's rig, the time. */
  fields: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  /** Values that their fields cannot have. */
  wrong: z.array(z.object({ field: z.string(), problem: z.string() })),
})
export type FilledValue = Value<typeof filled>

export const parsed = z.object({
  subject: z.string(),
  /** `null` if it is not a protocol mail. */
  type: z.nullable(z.string()),
  argument: z.string(),
  fields: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  text: z.string(),
})
export type ParsedValue = Value<typeof parsed>
