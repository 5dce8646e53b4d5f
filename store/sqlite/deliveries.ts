import type { DeliveryStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'
import { lazily } from './database/lazily.ts'
import type { Signals } from './live/signals.ts'
import type { Bodies } from './rows/bodies.ts'
import { countUnread } from './rows/counts.ts'
import { namesOf } from './rows/names.ts'

export function openDeliveries(connection: Connection, bodies: Bodies, signals: Signals): DeliveryStore {
  const names = namesOf(connection)
  return {
    async count(owner, now) {
      return connection.read(() => countUnread(connection, names.find(owner), now))
    },
    ...lazily(
      async () => (await import('./reading/listing.ts')).openListing(connection),
      ['page', 'everyone', 'of', 'find', 'olderThan'],
    ),
    ...lazily(
      async () => (await import('./moving/settling.ts')).openSettling(connection, bodies, signals),
      ['move', 'hold', 'holdNext', 'settle', 'renew', 'release'],
    ),
    ...lazily(
      async () => (await import('./moving/unsettled.ts')).openUnsettled(connection, signals),
      ['owed', 'bury', 'untold', 'unreported', 'failedRequests', 'redeliver'],
    ),
  }
}
