import { type Harness, harnesses } from './harness.ts'

/** `AI_AGENT` names the coding agent in its value; those that are not in the table set it too. */
const sharedMarker = 'AI_AGENT'

/** Environment variables with the session of a coding agent, ours first. */
export const sessionVariables: readonly string[] = [
  'WATCHPOST_SESSION',
  ...harnesses.flatMap(({ sessions }) => sessions),
]

/** Every variable that marks an agent's session. */
export function markerVariables(): readonly string[] {
  return [sharedMarker, ...harnesses.flatMap(({ markers, sessions }) => [...markers, ...sessions])]
}

/**
 * Coding agents whose markers are in the environment. A shared marker counts for each of them, and for an unknown one.
 */
export function markedBy(isSet: (variable: string) => boolean): readonly Harness[] {
  const marked = harnesses.filter(({ markers, sessions }) => markers.some(isSet) || sessions.some(isSet))
  if (marked.length > 0 || !isSet(sharedMarker)) return marked
  return harnesses.filter(({ markers, sessions }) => markers.length + sessions.length > 0)
}

/**
 * Whether the variables say that a helper within the session runs this: Codex names its own thread beside the session's. Another
 * coding agent that was started from there has a session of its own.
 */
export function isHelperOf(session: string | null, given: (variable: string) => string | null): boolean {
  if (session === null || session !== given('CODEX_SESSION_ID')) return false
  return (given('CODEX_THREAD_ID') ?? session) !== session
}
