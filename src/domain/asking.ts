import { disarmLine } from './prompt/disarm.ts'

/** Why a session of a coding agent waits for a person, most pressing first. */
export const askKinds = ['permission', 'question', 'failure', 'prompt'] as const
/** `failure`: its turn ended with an error. `prompt`: it has finished its turn and waits for the next prompt. */
export type AskKind = (typeof askKinds)[number]

/** A wait for a person, as the coding agent reported it. */
export type PersonAsked = {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly kind: AskKind
  /** One line. It comes from a request, which may contain anything: it was disarmed and cut. */
  readonly reason: string
}

const longestReason = 300
/** No line of a request is read further than this. */
const mostRead = 4_000

/** Hostile text as the reason of a wait: one line, disarmed and cut. */
export function askedReason(...parts: readonly (string | null)[]): string {
  const text = parts.filter((part) => part !== null && part !== '').join(' ')
  return disarmLine(text.slice(0, mostRead), longestReason)
}

/** Whether one kind is at least as pressing as another. */
export function isAsPressing(kind: AskKind, other: AskKind): boolean {
  return askKinds.indexOf(kind) <= askKinds.indexOf(other)
}
