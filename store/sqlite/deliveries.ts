import type { DeliveryStore } from '../mail-store.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import { countUnread } from './counts.ts'
import { lazily } from './lazily.ts'
import { namesOf } from './names.ts'
import type { Signals } from './signals.ts'

export function openDeliveries(connection: Connection, bodies: Bodies, signals: Signals): DeliveryStore {
  const names = namesOf(connection)
  return {
    async count(owner, now) {
      return connection.read(() => countUnread(connection, names.find(owner), now))
    },
    ...lazily(
      async () => (await import('./listing.ts')).openListing(connection),
      ['page', 'everyone', 'of', 'find', 'olderThan'],
    ),
    ...lazily(
      async () => (await import('./settling.ts')).openSettling(connection, bodies, signals),
      ['move', 'hold', 'holdNext', 'settle', 'renew', 'release'],
    ),
    ...lazily(
      async () => (await import('./unsettled.ts')).openUnsettled(connection, signals),
      ['owed', 'bury', 'untold', 'redeliver'],
    ),
  }
}
