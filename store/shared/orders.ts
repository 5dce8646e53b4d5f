import { idOfRank } from '../../src/domain/priority.ts'

/** Where a copy is found. */
export type DueRow = { readonly agent_id: number; readonly rank: number }

/** Of the copies that one look of upkeep found, however the engine finds them, the oldest message comes first. */
export function byMessage(one: DueRow, other: DueRow): number {
  return idOfRank(one.rank) - idOfRank(other.rank) || one.agent_id - other.agent_id
}

/** Agents are listed in the order in which they were registered, however the engine finds them. */
export function byRegistration(one: { readonly id: number }, other: { readonly id: number }): number {
  return one.id - other.id
}
