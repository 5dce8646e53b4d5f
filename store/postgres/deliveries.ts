import type { DeliveryStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'
import { openSettling } from './moving/settling.ts'
import { openUnsettled } from './moving/unsettled.ts'
import { openListing } from './reading/listing.ts'
import { countUnread } from './rows/counts.ts'
import { namesOf } from './rows/names.ts'

export function openDeliveries(connection: Connection): DeliveryStore {
  const names = namesOf(connection)
  return {
    async count(owner, now) {
      return countUnread(connection, await names.find(owner), now)
    },
    ...openListing(connection),
    ...openSettling(connection),
    ...openUnsettled(connection),
  }
}
