import type { MessageStore } from '../../mail-store.ts'
import { openHabits } from '../../sql/sending/habits.ts'
import { openSealers } from '../../sql/sending/sealers.ts'
import type { Connection } from '../database/connection.ts'
import { partOn } from '../engine/shared.ts'
import { deliver } from './deliver.ts'

export function openSending(connection: Connection): Pick<MessageStore, 'deliver' | 'sentSince' | 'sealers'> {
  return {
    ...partOn(connection, openHabits),
    ...partOn(connection, openSealers),
    deliver: (post) => deliver(connection, post),
  }
}
