import type { MessageStore } from '../mail-store.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import { openDelivering } from './deliver.ts'
import { openHabits } from './habits.ts'
import type { Signals } from './signals.ts'

type Sending = Pick<MessageStore, 'deliver' | 'sentSince'>

export function openSending(connection: Connection, bodies: Bodies, signals: Signals): Sending {
  const deliver = openDelivering(connection, bodies, signals)
  return {
    ...openHabits(connection),
    async deliver(post) {
      return deliver(post)
    },
  }
}
