import type { Kind } from './kind.ts'

/** From the most pressing to the least; the place in this list is the ordinal that ranks use. */
export const priorities = ['urgent', 'high', 'normal', 'low'] as const

export type Priority = (typeof priorities)[number]

export function isPriority(word: string): word is Priority {
  return (priorities as readonly string[]).includes(word)
}

/** The kinds of agent; a person or an administrator is heard before a program (MAIL, message priority). */
/** The kinds that a user may register; `system` is Watchpost itself. */
export const registrableKinds = ['agent', 'user', 'admin'] as const
export const agentKinds = [...registrableKinds, 'system'] as const

export type AgentKind = (typeof agentKinds)[number]

/**
 * MAIL's tier: 1 system, 2 admin or user, 3 interrupt, 4 broadcast, 5 the rest. Of agents' mail the finish of a task comes
 * last: it asks nothing, and must not go before requests.
 */
export type Tier = 1 | 2 | 3 | 4 | 5 | 6

export function tierOf(sender: AgentKind, kind: Kind): Tier {
  if (sender === 'system') return 1
  if (sender === 'admin' || sender === 'user') return 2
  if (kind === 'interrupt') return 3
  if (kind === 'broadcast') return 4
  return kind === 'complete' ? 6 : 5
}

/** How many ids a tier has room for. */
export const idSpan = 2 ** 48
/** What SQL, which works on 64 bits, finds the id in a rank by. */
export const idMask = idSpan - 1

/**
 * The one sort key of every inbox: priority, then tier, then arrival. An exact integer below 2^53, so ranks
 * compare as numbers, and an inbox is a walk along one index.
 */
export function rankOf(priority: Priority, tier: Tier, id: number): number {
  return (priorities.indexOf(priority) * 8 + tier) * idSpan + id
}

/** The message's id back out of its rank (never with `&`, which works on 32 bits). */
export function idOfRank(rank: number): number {
  return rank % idSpan
}

/** The ranks that messages of this priority can have: from inclusive, to exclusive. */
export function rankRange(priority: Priority): { readonly from: number; readonly to: number } {
  const at = priorities.indexOf(priority)
  return { from: at * 8 * idSpan, to: (at + 1) * 8 * idSpan }
}
