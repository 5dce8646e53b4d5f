import type { Connection as SharedConnection } from '../../sql/connection.ts'
import { openUpkeep as openShared } from '../../sql/upkeep/upkeep.ts'
import { step } from '../../sql/work.ts'
import type { UpkeepStore } from '../../upkeep-store.ts'
import { openArchive } from '../cold/archive.ts'
import type { Connection } from '../database/connection.ts'
import { driverOf, partOn } from '../engine/shared.ts'
import { openTextIndex } from '../search/text-index.ts'

export function openUpkeep(connection: Connection): UpkeepStore {
  const index = openTextIndex(connection)
  const behind = (at: SharedConnection) => step(() => openTextIndex(driverOf(at)).behind())
  return {
    ...partOn(connection, (at) => openShared(at, openArchive(index), behind)),
    async checkpoint() {
      // The server sees to its log itself.
      return 0
    },
    async hurry() {
      // Nobody waits for upkeep: it holds no lock that a sender needs.
    },
    async compressCold() {
      // The server compresses long values itself.
      return []
    },
  }
}
