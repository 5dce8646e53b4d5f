import { parseId } from '../../../src/domain/id.ts'
import type { WantedText } from '../../../src/domain/query/best.ts'
import type { Query } from '../../../src/domain/query/query.ts'
import { firstArrived } from '../arrivals.ts'
import type { Connection } from '../connection.ts'
import { findIds } from '../rows/ids.ts'
import { sideBySide } from '../side-by-side.ts'
import { flatMapped, mapped, type Work } from '../work.ts'
import type { Asked, Language } from './matching.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { hasStates, newestCopies } from './search-states.ts'

/** As many copies of the wanted states are looked through one by one, rather than all mail that matches. */
const fewCopies = 2000

export type Question = Asked & {
  readonly texts: readonly WantedText[]
  /** Only messages with a smaller id match. */
  readonly below: number
  /** Ids to look through, newest first, where few can be meant; `null` for all mail. */
  readonly among: readonly number[] | null
  /** Which of these match, where the index cannot tell, up to a limit. */
  accepted(ids: readonly number[], most: number): Work<readonly number[]>
}

/** Where it is asked, by whom, and when. */
type Asking = {
  readonly connection: Connection
  readonly language: Language
  readonly owner: number | undefined
  readonly now: number
}

/** The questions for the index: one for each alternative, none if nothing can match. */
export function* ask(asking: Asking, query: Query): Work<readonly Question[]> {
  const { connection, language, owner } = asking
  const plans = yield* planSearch(query, language, (text) => findThreads(connection, text))
  return yield* flatMapped(plans, function* (plan) {
    const { match } = plan
    return match === null || (plan.states.length > 0 && owner === undefined)
      ? []
      : [yield* questionOf(asking, { ...plan, match })]
  })
}

function* questionOf(
  { connection, owner, now }: Asking,
  plan: SearchPlan & { readonly match: string },
): Work<Question> {
  return {
    match: plan.match,
    texts: plan.texts,
    parts: plan.parts,
    above: plan.from === null ? 0 : (yield* firstArrived(connection, plan.from)) - 1,
    below: plan.to === null ? Number.MAX_SAFE_INTEGER : yield* firstArrived(connection, plan.to),
    among:
      owner === undefined || plan.states.length === 0
        ? null
        : yield* newestCopies({ connection, owner, now }, plan.states, fewCopies),
    accepted: (ids, most) => acceptedOf({ connection, owner, now }, plan, ids, most),
  }
}

/** As many as are wanted are looked at together. */
function* acceptedOf(
  { connection, owner, now }: Omit<Asking, 'language'>,
  plan: SearchPlan,
  ids: readonly number[],
  most: number,
): Work<readonly number[]> {
  if (plan.states.length + plan.otherStates.length === 0) return ids.slice(0, most)
  const accepted: number[] = []
  for (let at = 0; at < ids.length && accepted.length < most; ) {
    const some = ids.slice(at, at + most - accepted.length)
    const has = yield* sideBySide(connection, some, (each, id) =>
      hasStates({ connection: each, owner, now }, id, plan),
    )
    accepted.push(...some.filter((_, place) => has[place]))
    at += some.length
  }
  return accepted
}

/** A thread is named by any of its messages, in any form of its id. */
function* findThreads(connection: Connection, text: string): Work<readonly number[]> {
  const sql = 'SELECT thread_id FROM messages WHERE id = ?'
  const ids = yield* findIds(connection, parseId(text))
  return yield* mapped(ids, function* (id) {
    return (yield* connection.cell<number>(sql, id)) ?? id
  })
}
