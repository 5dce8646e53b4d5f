import type { DeliveryStore } from '../mail-store.ts'
import { openListing } from '../sql/reading/listing.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'
import { openSettling } from './moving/settling.ts'
import { openUnsettled } from './moving/unsettled.ts'
import { countUnread } from './rows/counts.ts'
import { namesOf } from './rows/names.ts'

export function openDeliveries(connection: Connection): DeliveryStore {
  const names = namesOf(connection)
  return {
    async count(owner, now) {
      return countUnread(connection, await names.find(owner), now)
    },
    ...partOn(connection, openListing),
    ...openSettling(connection),
    ...openUnsettled(connection),
  }
}
