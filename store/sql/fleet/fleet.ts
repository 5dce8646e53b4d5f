import type { FleetStore } from '../../fleet-store.ts'
import type { Connection } from '../connection.ts'
import type { Working } from '../work.ts'
import { dutiesOf } from './duties.ts'
import { surveyOf } from './survey.ts'

export function openFleet(connection: Connection): Working<FleetStore> {
  return {
    survey: (asked) => connection.read((at) => surveyOf(at, asked)),
    duties: (addresses) => connection.read((at) => dutiesOf(at, addresses)),
  }
}
