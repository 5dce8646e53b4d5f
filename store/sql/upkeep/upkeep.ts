import { idOfRank } from '../../../src/domain/priority.ts'
import type { Foreseen, UpkeepStore } from '../../upkeep-store.ts'
import { type Archive, chill } from '../cold/chilling.ts'
import { type Sized, survey } from '../cold/cold-survey.ts'
import type { Connection } from '../connection.ts'
import { findExpired } from '../moving/expiring.ts'
import type { Work, Working } from '../work.ts'
import { openPatrolling } from './patrolling.ts'
import { openRedispatches } from './redispatches.ts'
import { openSealing } from './sealing.ts'

type Upkeep = Omit<UpkeepStore, 'checkpoint' | 'hurry' | 'compressCold'>

/** @param behind counts the mail that is not indexed yet, as a connection sees it */
export function openUpkeep<Line extends Sized>(
  connection: Connection,
  archive: Archive<Line>,
  behind: (at: Connection) => Work<number>,
): Working<Upkeep> {
  return {
    ...openPatrolling(connection),
    ...openRedispatches(connection),
    foresee: (now) => foresee(connection, behind, now),
    seal: openSealing(connection),
    chill: (doer, limit, now, beyond, rest = 0) =>
      chill(connection, archive, doer, { limit, now, beyond, rest }),
    *chillable(limit, now, beyond) {
      if (beyond === 0) return { messages: [], more: false }
      const question = { limit, now, beyond, rest: 0 }
      const { candidates, more } = yield* survey(connection, archive.lineOf, question)
      return { messages: candidates.map(({ id }) => id), more }
    },
  }
}

/** As many finds as a rehearsal reports, in all. */
const mostForeseen = 2_000

/** Lists the work that a patrol would do, without doing it. */
function foresee(
  connection: Connection,
  countUnindexed: (at: Connection) => Work<number>,
  now: number,
): Work<Foreseen> {
  return connection.read(function* (at) {
    const { due, kept } = yield* findExpired(at, now, mostForeseen)
    const expired = [...due.map(({ rank }) => idOfRank(rank)), ...kept.map(({ id }) => id)]
    return { expired, unindexed: yield* countUnindexed(at) }
  })
}
