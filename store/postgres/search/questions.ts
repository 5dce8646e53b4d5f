import type { Query } from '../../../src/domain/query/query.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped } from '../database/sequences.ts'
import { findThreads, firstArrived } from './search-lookups.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { hasStates, newestCopies } from './search-states.ts'

/** As many copies of the wanted states are looked through one by one, rather than all mail that matches. */
const fewCopies = 2000

export type Question = {
  readonly match: string
  readonly words: string | null
  /** Ids between these, exclusive. */
  readonly above: number
  readonly below: number
  /** Ids to look through, newest first, where few can be meant; `null` for all mail. */
  readonly among: readonly number[] | null
  readonly accept: (id: number) => Promise<boolean>
}

/** What is asked of the index: one question for each alternative, none where nothing can answer. */
export async function ask(
  connection: Connection,
  query: Query,
  owner: number | undefined,
  now: number,
): Promise<readonly Question[]> {
  return flatMapped(await planSearch(query, async (text) => findThreads(connection, text)), async (plan) => {
    const { match } = plan
    return match === null || (plan.states.length > 0 && owner === undefined)
      ? []
      : [await questionOf(connection, { ...plan, match }, owner, now)]
  })
}

async function questionOf(
  connection: Connection,
  plan: SearchPlan & { readonly match: string },
  owner: number | undefined,
  now: number,
): Promise<Question> {
  return {
    match: plan.match,
    words: plan.words,
    above: plan.from === null ? 0 : (await firstArrived(connection, plan.from)) - 1,
    below: plan.to === null ? Number.MAX_SAFE_INTEGER : await firstArrived(connection, plan.to),
    among:
      owner === undefined || plan.states.length === 0
        ? null
        : await newestCopies(connection, owner, plan.states, now, fewCopies),
    accept: async (id) => hasStates(connection, owner, id, plan, now),
  }
}
