import type { MailEvent } from '../../../src/domain/event.ts'
import type { EventRow } from '../../sql/rows/event-rows.ts'
import * as work from '../../sql/rows/event-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export { eventColumns } from '../../sql/rows/event-rows.ts'
export type { EventRow }

// The shared work, for the files of this engine that are not written as work yet.

export function eventOf(connection: Connection, row: EventRow): MailEvent {
  return atOnce(work.eventOf(shared(connection), row))
}

/** The events `e` of a change: the one that it names, and those after it, which an index finds. */
export const ofDeed = (deed: string) =>
  `(e.seq = ${deed}.first_event OR (e.later = 1 AND e.deed_id = ${deed}.id))`
