import { MailError } from '../../../src/domain/errors.ts'
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

/** `below`: ids from here on are not meant. `skip`: how many of the best were already given. */
export type Cursor = { readonly below: number; readonly skip: number }

export function parseCursor(text: string | null): Cursor {
  if (text === null) return { below: Number.MAX_SAFE_INTEGER, skip: 0 }
  const [below, skip = 0, ...more] = text.split('.').map(Number)
  if (below === undefined || !Number.isSafeInteger(below) || !Number.isSafeInteger(skip) || more.length > 0) {
    throw new MailError(
      'usage',
      `Invalid cursor of a search: ${text}`,
      'Use the value of `next` from the previous page.',
    )
  }
  return { below, skip }
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
