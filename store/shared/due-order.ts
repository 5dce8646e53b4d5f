import { idOfRank } from '../../src/domain/priority.ts'

/** Where a copy stands. */
export type DueRow = { readonly agent_id: number; readonly rank: number }

/** Copies in the order in which upkeep deals with them, however the engine finds them: the oldest message first. */
export function byMessage(one: DueRow, other: DueRow): number {
  return idOfRank(one.rank) - idOfRank(other.rank) || one.agent_id - other.agent_id
}
