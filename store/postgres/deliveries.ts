import type { DeliveryStore } from '../mail-store.ts'
import { openSettling } from '../sql/moving/settling.ts'
import { openUnsettled } from '../sql/moving/unsettled.ts'
import { openListing } from '../sql/reading/listing.ts'
import type { Connection } from './database/connection.ts'
import { partOn } from './engine/shared.ts'

export function openDeliveries(connection: Connection): DeliveryStore {
  return {
    ...partOn(connection, openListing),
    ...partOn(connection, openSettling),
    ...partOn(connection, openUnsettled),
  }
}
