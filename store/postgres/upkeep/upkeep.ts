import { survey } from '../../sql/cold/cold-survey.ts'
import { foresee } from '../../sql/upkeep/foreseeing.ts'
import { openPatrolling } from '../../sql/upkeep/patrolling.ts'
import { openRedispatches } from '../../sql/upkeep/redispatches.ts'
import { inTurn, step } from '../../sql/work.ts'
import type { UpkeepStore } from '../../upkeep-store.ts'
import { chill } from '../cold/chilling.ts'
import type { Connection } from '../database/connection.ts'
import { coldLine } from '../engine/archive-lines.ts'
import { partOn, shared } from '../engine/shared.ts'
import { openSealing } from '../rows/seals.ts'
import { openTextIndex } from '../search/text-index.ts'

export function openUpkeep(connection: Connection): UpkeepStore {
  const parts = { connection, index: openTextIndex(connection) }
  return {
    ...partOn(connection, openPatrolling),
    async foresee(now) {
      return inTurn(foresee(shared(connection), () => step(() => parts.index.behind()), now))
    },
    async checkpoint() {
      // The server sees to its log itself.
      return 0
    },
    async hurry() {
      // Nobody waits for upkeep: it holds no lock that a sender needs.
    },
    ...partOn(connection, openRedispatches),
    async chill(doer, limit, now, beyond, rest = 0) {
      return chill(parts, doer, { limit, now, beyond, rest })
    },
    seal: openSealing(connection),
    async compressCold() {
      // The server compresses long values itself.
      return []
    },
    async chillable(limit, now, beyond) {
      if (beyond === 0) return { messages: [], more: false }
      const { candidates, more } = await inTurn(
        survey(shared(connection), coldLine, { limit, now, beyond, rest: 0 }),
      )
      return { messages: candidates.map(({ id }) => id), more }
    },
  }
}
