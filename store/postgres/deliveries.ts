import type { DeliveryStore } from '../mail-store.ts'
import { openListing } from '../sql/reading/listing.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'
import { openSettling } from './moving/settling.ts'
import { openUnsettled } from './moving/unsettled.ts'

export function openDeliveries(connection: Connection): DeliveryStore {
  return {
    ...partOn(connection, openListing),
    ...openSettling(connection),
    ...openUnsettled(connection),
  }
}
