import * as z from 'zod/mini'
import { verdicts } from '../domain/approval.ts'
import { jsonObject, time, type Value } from './schema-parts.ts'

export const permissionRequest = z.object({
  request: z.string(),
  agent: z.string(),
  session: z.nullable(z.string()),
  /** The helper (subagent) that asks. */
  helper: z.nullable(z.string()),
  /** The tool, its input and the folder, as the coding agent reported them: text of others. */
  asked: jsonObject,
  since: time,
  /** Until when its hook waits. */
  until: time,
  /** It can still be decided. */
  isOpen: z.boolean(),
  /** Names this very request; `null` where nobody can decide. */
  digest: z.nullable(z.string()),
})
export type PermissionRequestValue = Value<typeof permissionRequest>

/** `taken`: the agent's hook has taken the decision. */
export const decidedRequest = z.object({
  request: z.string(),
  agent: z.string(),
  verdict: z.enum(verdicts),
  taken: z.boolean(),
})

/** A decision about a request of an agent, or one that was refused. */
export const approval = z.object({
  at: time,
  request: z.string(),
  verdict: z.string(),
  by: z.string(),
  /** The actual actor, if that is not `by`. */
  actor: z.string(),
  /** `given`, or why it was refused. */
  outcome: z.string(),
})
export type ApprovalValue = Value<typeof approval>
