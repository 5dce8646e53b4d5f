import type { DeliveryStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'
import type { Signals } from './live/signals.ts'
import { openSettling } from './moving/settling.ts'
import { openUnsettled } from './moving/unsettled.ts'
import { openListing } from './reading/listing.ts'
import type { Bodies } from './rows/bodies.ts'
import { countUnread } from './rows/counts.ts'
import { namesOf } from './rows/names.ts'

export function openDeliveries(connection: Connection, bodies: Bodies, signals: Signals): DeliveryStore {
  const names = namesOf(connection)
  return {
    async count(owner, now) {
      return connection.read(() => countUnread(connection, names.find(owner), now))
    },
    ...openListing(connection),
    ...openSettling(connection, bodies, signals),
    ...openUnsettled(connection, signals),
  }
}
