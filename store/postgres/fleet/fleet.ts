import type { FleetStore } from '../../fleet-store.ts'
import type { Connection } from '../database/connection.ts'
import { dutiesOf } from './duties.ts'
import { surveyOf } from './survey.ts'

export function openFleet(connection: Connection): FleetStore {
  return {
    async survey(asked) {
      return connection.read(async () => surveyOf(connection, asked))
    },
    async duties(addresses) {
      return connection.read(async () => dutiesOf(connection, addresses))
    },
  }
}
