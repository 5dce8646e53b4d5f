import { idOfRank } from '../../../src/domain/priority.ts'
import type { Foreseen } from '../../upkeep-store.ts'
import type { Connection } from '../connection.ts'
import { findExpired } from '../moving/expiring.ts'
import type { Work } from '../work.ts'

/** As many finds as a rehearsal reports, in all. */
const most = 2_000

/** Lists the work that a patrol would do, without doing it. */
export function foresee(
  connection: Connection,
  countUnindexed: () => Work<number>,
  now: number,
): Work<Foreseen> {
  return connection.read(function* (at) {
    const { due, kept } = yield* findExpired(at, now, most)
    const expired = [...due.map(({ rank }) => idOfRank(rank)), ...kept.map(({ id }) => id)]
    return { expired, unindexed: yield* countUnindexed() }
  })
}
