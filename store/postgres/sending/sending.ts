import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { deliver } from './deliver.ts'
import { openHabits } from './habits.ts'

export function openSending(connection: Connection): Pick<MessageStore, 'deliver' | 'sentSince' | 'sealers'> {
  return { ...openHabits(connection), deliver: (post) => deliver(connection, post) }
}
