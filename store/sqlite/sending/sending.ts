import type { MessageStore } from '../../mail-store.ts'
import type { Bodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { openDelivering } from './deliver.ts'
import { openQueueing } from './queueing.ts'
import { openSealers } from './sealers.ts'

type Sending = Pick<MessageStore, 'deliver' | 'sealers'>

export function openSending(connection: Connection, bodies: Bodies): Sending {
  const deliver = openDelivering(connection, bodies)
  return {
    ...openSealers(connection),
    deliver: connection.yields ? openQueueing(connection, deliver) : async (post) => deliver(post),
  }
}
