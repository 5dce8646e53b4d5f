import { partsOf as partsOn } from '../sql/port/parts.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'

/** The parts of a store, each behind a call that makes it. */
export function partsOf(connection: Connection): ReturnType<typeof partsOn> {
  return partsOn((open) => partOn(connection, open), {
    sending: async () => (await import('./sending/sending.ts')).openSending(connection),
    search: async () => (await import('./search/search.ts')).openSearch(connection),
    settling: async () => (await import('./moving/settling.ts')).openSettling(connection),
    unsettled: async () => (await import('./moving/unsettled.ts')).openUnsettled(connection),
    handingOver: async () => partOn(connection, (await import('./places/handing-over.ts')).openHandingOver),
    decisions: async () => (await import('./debates/decision-file.ts')).openDecisionFile(connection.location),
    upkeep: async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection),
    backups: async () => (await import('./backup/backup.ts')).openBackups(connection),
  })
}
