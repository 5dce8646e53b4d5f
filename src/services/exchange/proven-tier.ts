import type { Kind } from '../../domain/kind.ts'
import { type AgentKind, type Tier, tierOf } from '../../domain/priority.ts'

/** An agent can write any name into a file: its imports are no more pressing than its own mail would be. */
export function provenTier(claimed: Tier, kind: Kind, importer: AgentKind): Tier {
  if (importer !== 'agent') return claimed
  return Math.max(claimed, tierOf(importer, kind)) as Tier
}

/** The sender's kind as stated by a file; an export derives it from the tier. */
export const personTiers: Readonly<Record<Tier, AgentKind | null>> = {
  1: 'system',
  2: 'user',
  3: null,
  4: null,
  5: null,
  6: null,
}
