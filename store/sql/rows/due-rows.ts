import { idOfRank } from '../../../src/domain/priority.ts'

/** Where a copy is found. */
export type DueRow = { readonly agent_id: number; readonly rank: number }

/** Of the copies that one look of upkeep found, however the engine finds them, the oldest message comes first. */
export function byMessage(one: DueRow, other: DueRow): number {
  return idOfRank(one.rank) - idOfRank(other.rank) || one.agent_id - other.agent_id
}

/**
 * The first rows of several queries in one total order, so that a batch has the same rows on every engine. Each query names the
 * order of the index that it reads: no engine sorts a whole backlog to find one batch of it.
 */
export function firstOf(queries: readonly string[], order: string, limit: string): string {
  const heads = queries.map((query) => `SELECT * FROM (${query} LIMIT ${limit}) AS head`)
  return `SELECT * FROM (${heads.join('\nUNION ALL ')}) AS heads ORDER BY ${order} LIMIT ${limit}`
}
