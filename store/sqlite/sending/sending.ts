import type { MessageStore } from '../../mail-store.ts'
import { openSealers } from '../../sql/sending/sealers.ts'
import type { Connection } from '../database/connection.ts'
import { partOn } from '../engine/shared.ts'
import { openDelivering } from './deliver.ts'
import { openQueueing } from './queueing.ts'

type Sending = Pick<MessageStore, 'deliver' | 'sealers'>

export function openSending(connection: Connection): Sending {
  const deliver = openDelivering(connection)
  return {
    ...partOn(connection, openSealers),
    deliver: connection.yields ? openQueueing(connection, deliver) : async (post) => deliver(post),
  }
}
