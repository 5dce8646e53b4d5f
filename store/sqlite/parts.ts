import { partsOf as partsOn } from '../sql/port/parts.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'

/** The parts of a store, each behind a call that makes it. */
export function partsOf(connection: Connection): ReturnType<typeof partsOn> {
  return partsOn((open) => partOn(connection, open), {
    delivering: async () => (await import('./delivering.ts')).openDelivering(connection),
    search: async () => (await import('./search/search.ts')).openSearch(connection),
    async coldMatching() {
      const cold = (await import('./cold/cold-matching.ts')).openColdMatching(connection)
      return () => cold
    },
    decisions: async () => (await import('./debates/decision-file.ts')).openDecisionFile(connection.location),
    recorded: async () => (await import('./engine/records.ts')).openRecords,
    upkeep: async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection),
    backups: async () => (await import('./backup/backup.ts')).openBackups(connection),
  })
}
