import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { openDelivering } from './deliver.ts'
import { openQueueing } from './queueing.ts'
import { openSealers } from './sealers.ts'

type Sending = Pick<MessageStore, 'deliver' | 'sealers'>

export function openSending(connection: Connection): Sending {
  const deliver = openDelivering(connection)
  return {
    ...openSealers(connection),
    deliver: connection.yields ? openQueueing(connection, deliver) : async (post) => deliver(post),
  }
}
