import type { DeliveryStore } from '../mail-store.ts'
import { late } from '../shared/late.ts'
import { openListing } from '../sql/reading/listing.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'

export function openDeliveries(connection: Connection): DeliveryStore {
  return {
    ...partOn(connection, openListing),
    ...late(['move', 'hold', 'holdNext', 'settle', 'renew', 'release'], async () =>
      (await import('./moving/settling.ts')).openSettling(connection),
    ),
    ...late(['owed', 'bury', 'unreported', 'failedRequests', 'redeliver'], async () =>
      (await import('./moving/unsettled.ts')).openUnsettled(connection),
    ),
  }
}
