import type { MailEvent } from '../../../src/domain/event.ts'
import { spoken } from '../../sql/dialect.ts'
import type { EventRow } from '../../sql/rows/event-rows.ts'
import * as work from '../../sql/rows/event-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { EventRow }

export const eventColumns = spoken('postgres', work.eventColumns)

// The shared work, for the files of this engine that are not written as work yet.

export function eventOf(connection: Connection, row: EventRow): Promise<MailEvent> {
  return inTurn(work.eventOf(shared(connection), row))
}
