import type { JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import type { HookEvent } from './hook-event.ts'

/** Who reads an answer. */
export type Reader = Pick<HookEvent, 'name' | 'harness'>

/** An answer in the form of Claude Code, which Codex, Qwen Code and our plugins read as it is. */
export type Answer = {
  readonly decision?: 'block'
  readonly reason?: string
  readonly systemMessage?: string
  readonly hookSpecificOutput?: {
    readonly hookEventName: string
    readonly additionalContext?: string
    readonly permissionDecision?: 'deny'
    readonly permissionDecisionReason?: string
    readonly decision?: { readonly behavior: 'allow' | 'deny'; readonly message?: string }
  }
}

/** What the others read in its place. */
const forms: Readonly<Record<string, (answer: Answer) => JsonObject>> = {
  'Gemini CLI': (answer) => {
    const { hookSpecificOutput: of, systemMessage = '' } = answer
    if (of?.permissionDecisionReason !== undefined)
      return { decision: 'deny', reason: of.permissionDecisionReason }
    return of?.hookEventName === 'BeforeTool' ? { systemMessage } : answer
  },
  'Copilot CLI': ({ hookSpecificOutput, ...answer }) => {
    const { hookEventName: _, decision = {}, ...of } = hookSpecificOutput ?? { hookEventName: '' }
    return { ...answer, ...of, ...decision }
  },
  Cursor: ({ reason, hookSpecificOutput: of }) => {
    if (reason !== undefined) return { followup_message: reason }
    const refused = of?.permissionDecisionReason
    if (refused !== undefined) return { permission: 'deny', agent_message: refused }
    return of?.additionalContext === undefined ? {} : { additional_context: of.additionalContext }
  },
}

/** The line that a coding agent reads; empty where its form has no place for what it says. */
export function lineFor({ harness }: Reader, answer: Answer): string {
  const read = (own(forms, harness ?? '') ?? ((same: Answer): JsonObject => same))(answer)
  return Object.keys(read).length === 0 ? '' : `${JSON.stringify(read)}\n`
}

/** Events whose answers are thrown away: mail in one would count as read. */
const unheard: Readonly<Record<string, readonly string[]>> = {
  'Copilot CLI': ['UserPromptSubmit', 'PostToolUseFailure'],
}

export function isHeard({ name, harness }: Reader): boolean {
  return own(unheard, harness ?? '')?.includes(name) !== true
}
