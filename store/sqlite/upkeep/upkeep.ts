import { survey } from '../../sql/cold/cold-survey.ts'
import { foresee } from '../../sql/upkeep/foreseeing.ts'
import { openPatrolling } from '../../sql/upkeep/patrolling.ts'
import { openRedispatches } from '../../sql/upkeep/redispatches.ts'
import { atOnce, step } from '../../sql/work.ts'
import type { UpkeepStore } from '../../upkeep-store.ts'
import { coldFilesOf, coldLine } from '../bodies/archive-lines.ts'
import { chill } from '../cold/chilling.ts'
import type { Connection } from '../database/connection.ts'
import { partOn, shared } from '../engine/shared.ts'
import { sealSome } from '../rows/seals.ts'
import { openTextIndex } from '../search/text-index.ts'

/** Pages of the log; senders wait for four times as many. */
const soonCheckpointed = 1000

export function openUpkeep(connection: Connection, files = coldFilesOf(connection)): UpkeepStore {
  const parts = { connection, files, index: openTextIndex(connection) }
  // Upkeep checkpoints its own writes, before the log is so long that a sender would have to.
  connection.database.pragma(`wal_autocheckpoint = ${soonCheckpointed}`)
  return {
    ...partOn(connection, openPatrolling),
    async foresee(now) {
      return atOnce(foresee(shared(connection), () => step(() => parts.index.behind()), now))
    },
    async checkpoint() {
      return checkpoint(connection)
    },
    async hurry(on) {
      connection.hurried = on
      connection.database.pragma(`wal_autocheckpoint = ${on ? 0 : soonCheckpointed}`)
    },
    ...partOn(connection, openRedispatches),
    async chill(doer, limit, now, beyond, rest = 0) {
      return chill(parts, doer, { limit, now, beyond, rest })
    },
    async seal(limit, now) {
      return sealSome(connection, limit, now) ? 'more' : 'done'
    },
    async compressCold(before) {
      if (connection.readOnly) return []
      // Lines are referred to under the write lock, so under it nobody refers to a line of a file that goes.
      const locked = (step: () => boolean) => connection.write(step, () => false)
      const due = files.plain().filter((file) => before === null || file.slice(0, before.length) < before)
      return due.flatMap((file) => files.compress(file, locked) ?? [])
    },
    async chillable(limit, now, beyond) {
      if (beyond === 0) return { messages: [], more: false }
      const { candidates, more } = atOnce(
        survey(shared(connection), coldLine, { limit, now, beyond, rest: 0 }),
      )
      return { messages: candidates.map(({ id }) => id), more }
    },
  }
}

function checkpoint(connection: Connection): number {
  connection.identity.require()
  const [done] = connection.database.pragma('wal_checkpoint(PASSIVE)') as {
    readonly checkpointed: number
    readonly log: number
  }[]
  return Math.max(0, done?.checkpointed ?? 0)
}
