import { openUpkeep as openShared } from '../../sql/upkeep/upkeep.ts'
import { step } from '../../sql/work.ts'
import type { UpkeepStore } from '../../upkeep-store.ts'
import { coldFilesOf } from '../bodies/archive-lines.ts'
import { openArchive } from '../cold/archive.ts'
import type { Connection } from '../database/connection.ts'
import { partOn } from '../engine/shared.ts'
import { openTextIndex } from '../search/text-index.ts'

/** Pages of the log; senders wait for four times as many. */
const soonCheckpointed = 1000

export function openUpkeep(connection: Connection, files = coldFilesOf(connection)): UpkeepStore {
  const index = openTextIndex(connection)
  const behind = () => step(() => index.behind())
  // Upkeep checkpoints its own writes, before the log is so long that a sender would have to.
  connection.database.pragma(`wal_autocheckpoint = ${soonCheckpointed}`)
  return {
    ...partOn(connection, (at) => openShared(at, openArchive(connection, files, index), behind)),
    async checkpoint() {
      return checkpoint(connection)
    },
    async hurry(on) {
      connection.hurried = on
      connection.database.pragma(`wal_autocheckpoint = ${on ? 0 : soonCheckpointed}`)
    },
    async compressCold(before) {
      if (connection.readOnly) return []
      // Lines are referred to under the write lock, so under it nobody refers to a line of a file that goes.
      const locked = (step: () => boolean) => connection.write(step, () => false)
      const due = files.plain().filter((file) => before === null || file.slice(0, before.length) < before)
      return due.flatMap((file) => files.compress(file, locked) ?? [])
    },
  }
}

function checkpoint(connection: Connection): number {
  connection.identity.require()
  // Among changes that are gathered the log has a writer: it is moved after they are stored.
  if (connection.database.inTransaction) return 0
  const [done] = connection.database.pragma('wal_checkpoint(PASSIVE)') as {
    readonly checkpointed: number
    readonly log: number
  }[]
  return Math.max(0, done?.checkpointed ?? 0)
}
