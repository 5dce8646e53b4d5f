import type { Query } from '../../../src/domain/query/query.ts'
import type { Connection } from '../database/connection.ts'
import { findThreads, firstArrived } from './search-lookups.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { hasStates, newestCopies } from './search-states.ts'

/** As many copies of the wanted states are looked through one by one, rather than all mail that matches. */
const fewCopies = 2000

export type Question = {
  readonly match: string
  readonly words: string | null
  readonly parts: readonly string[]
  /** Ids between these, exclusive. */
  readonly above: number
  readonly below: number
  /** Ids to look through, newest first, where few can be meant; `null` for all mail. */
  readonly among: readonly number[] | null
  readonly accept: (id: number) => boolean
}

/** The queries for the index: one for each alternative, none if nothing can match. */
export function ask(
  connection: Connection,
  query: Query,
  owner: number | undefined,
  now: number,
): readonly Question[] {
  return planSearch(query, (text) => findThreads(connection, text)).flatMap((plan) => {
    const { match } = plan
    return match === null || (plan.states.length > 0 && owner === undefined)
      ? []
      : [questionOf(connection, { ...plan, match }, owner, now)]
  })
}

function questionOf(
  connection: Connection,
  plan: SearchPlan & { readonly match: string },
  owner: number | undefined,
  now: number,
): Question {
  return {
    match: plan.match,
    words: plan.words,
    parts: plan.parts,
    above: plan.from === null ? 0 : firstArrived(connection, plan.from) - 1,
    below: plan.to === null ? Number.MAX_SAFE_INTEGER : firstArrived(connection, plan.to),
    among:
      owner === undefined || plan.states.length === 0
        ? null
        : newestCopies(connection, owner, plan.states, now, fewCopies),
    accept: (id) => hasStates(connection, owner, id, plan, now),
  }
}
