import type { FleetStore } from '../../fleet-store.ts'
import type { Connection } from '../database/connection.ts'
import { dutiesOf } from './duties.ts'

export function openFleet(connection: Connection): FleetStore {
  return {
    async survey(asked) {
      const { surveyOf } = await import('./survey.ts')
      return connection.read(() => surveyOf(connection, asked))
    },
    async duties(addresses) {
      return connection.read(() => dutiesOf(connection, addresses))
    },
  }
}
