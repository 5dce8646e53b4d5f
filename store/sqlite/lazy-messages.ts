import type { MessageStore } from '../mail-store.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import { lazily } from './lazily.ts'
import type { Signals } from './signals.ts'

/** Who reads sends nothing, mostly, and the other way round. */
export function openMessageParts(connection: Connection, bodies: Bodies, signals: Signals): MessageStore {
  return {
    ...lazily(
      async () => (await import('./messages.ts')).openMessages(connection, bodies),
      ['find', 'read', 'thread', 'threadSizes', 'sent', 'newest', 'uuid'],
    ),
    ...lazily(
      async () => (await import('./sending.ts')).openSending(connection, bodies, signals),
      ['deliver', 'sentSince'],
    ),
    ...lazily(
      async () => (await import('./search.ts')).openSearch(connection),
      ['search', 'searchCold', 'index'],
    ),
  }
}
