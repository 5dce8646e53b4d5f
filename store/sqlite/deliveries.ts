import type { DeliveryStore } from '../mail-store.ts'
import { late } from '../shared/late.ts'
import { openListing } from '../sql/reading/listing.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'
import { countUnread } from './rows/counts.ts'
import { untoldIds } from './rows/dead-letters.ts'
import { namesOf } from './rows/names.ts'

export function openDeliveries(connection: Connection): DeliveryStore {
  const names = namesOf(connection)
  return {
    async count(owner, now) {
      return connection.read(() => countUnread(connection, names.find(owner), now))
    },
    async untold(owner, most) {
      const agent = owner === null ? null : (names.find(owner) ?? -1)
      return connection.read(() => untoldIds(connection, agent, most))
    },
    ...partOn(connection, openListing),
    ...late(['move', 'hold', 'holdNext', 'settle', 'renew', 'release'], async () =>
      (await import('./moving/settling.ts')).openSettling(connection),
    ),
    ...late(['owed', 'bury', 'unreported', 'failedRequests', 'redeliver'], async () =>
      (await import('./moving/unsettled.ts')).openUnsettled(connection),
    ),
  }
}
