import type { MessageStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'
import { lazily } from './database/lazily.ts'
import type { Signals } from './live/signals.ts'
import type { Bodies } from './rows/bodies.ts'

/** Who reads sends nothing, mostly, and the other way round. */
export function openMessageParts(connection: Connection, bodies: Bodies, signals: Signals): MessageStore {
  return {
    ...lazily(
      async () => (await import('./reading/messages.ts')).openMessages(connection, bodies),
      ['find', 'read', 'thread', 'threadSizes', 'sent', 'newest', 'uuid'],
    ),
    ...lazily(
      async () => (await import('./sending/sending.ts')).openSending(connection, bodies, signals),
      ['deliver', 'sentSince'],
    ),
    ...lazily(
      async () => (await import('./search/search.ts')).openSearch(connection),
      ['search', 'searchCold', 'index'],
    ),
  }
}
