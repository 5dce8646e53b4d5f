import { partsOf as partsOn } from '../sql/port/parts.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'

/** The parts of a store, each behind a call that makes it. */
export function partsOf(connection: Connection): ReturnType<typeof partsOn> {
  return partsOn((open) => partOn(connection, open), {
    delivering: async () => partOn(connection, (await import('../sql/sending/deliver.ts')).openDelivering),
    async search() {
      const { openSearch } = await import('./search/search.ts')
      const { searchCold } = await import('./cold/cold-search.ts')
      return {
        ...openSearch(connection),
        searchCold: (query, owner, now, page) => searchCold(connection, query, owner, now, page),
      }
    },
    decisions: async () => null,
    upkeep: async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection),
    backups: async () => (await import('./backup/backup.ts')).openBackups(connection),
  })
}
