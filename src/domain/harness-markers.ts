import { type Harness, harnesses } from './harness.ts'

/** `AI_AGENT` names the coding agent in its value; those that are not in the table set it too. */
const sharedMarker = 'AI_AGENT'

/** Variables in which coding agents tell their session, ours first. */
export const sessionVariables: readonly string[] = [
  'WATCHPOST_SESSION',
  ...harnesses.flatMap(({ sessions }) => sessions),
]

/** Every variable that marks an agent's session. */
export function markerVariables(): readonly string[] {
  return [sharedMarker, ...harnesses.flatMap(({ markers, sessions }) => [...markers, ...sessions])]
}

/** Harnesses whose markers an environment has. A shared marker stands for each of them, and for one that is unknown. */
export function markedBy(isSet: (variable: string) => boolean): readonly Harness[] {
  const marked = harnesses.filter(({ markers, sessions }) => markers.some(isSet) || sessions.some(isSet))
  if (marked.length > 0 || !isSet(sharedMarker)) return marked
  return harnesses.filter(({ markers, sessions }) => markers.length + sessions.length > 0)
}
