import { partsOf as partsOn } from '../sql/port/parts.ts'
import { openDelivering } from '../sql/sending/deliver.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'

/** The parts of a store, each behind a call that makes it. */
export function partsOf(connection: Connection): ReturnType<typeof partsOn> {
  return partsOn((open) => partOn(connection, open), {
    delivering: async () => partOn(connection, openDelivering),
    search: async () => (await import('./search/search.ts')).openSearch(connection),
    coldMatching: async () => (await import('./cold/cold-matching.ts')).coldMatchingOn,
    decisions: async () => null,
    recorded: async () => (await import('./engine/records.ts')).openRecords,
    upkeep: async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection),
    backups: async () => (await import('./backup/backup.ts')).openBackups(connection),
  })
}
