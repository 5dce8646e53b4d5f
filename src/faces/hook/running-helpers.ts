import type { HookEvent, HookMoment } from './hook-event.ts'

/** The helpers that are known to run in sessions of one agent. */
export type RunningHelpers = {
  readonly began: (session: string) => void
  readonly ended: (session: string) => void
  /** None runs in this session. */
  readonly forget: (session: string) => void
  readonly isAny: (session: string) => boolean
}

/** No helper outlives them. */
const bounds: readonly (HookMoment | null)[] = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']

/**
 * These do not say which events come from a helper: they come between the two events of the tool that runs it. Fields that happen to
 * differ, such as the name of a helper's tool, prove nothing: any release may change them.
 */
const hiding = ['Gemini CLI', 'Copilot CLI', 'Cursor']

export function hidesHelpers({ harness, session }: HookEvent): boolean {
  return hiding.includes(harness ?? '') && session !== null
}

/** The event, and whether it comes from a helper. Notes the end of those that it is the end of. */
export function placed(event: HookEvent, helpers: RunningHelpers): HookEvent {
  const { session, moment, dispatches } = event
  if (!hidesHelpers(event) || session === null) return event
  if (bounds.includes(moment)) helpers.forget(session)
  if (moment === 'PostToolUse' && dispatches) helpers.ended(session)
  return { ...event, isSubagent: helpers.isAny(session) }
}
