import type { Delivery } from '../../../src/domain/delivery.ts'
import type { Message } from '../../../src/domain/message.ts'
import type { CopyRow, MessageRow } from '../../sql/rows/rows.ts'
import * as work from '../../sql/rows/rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { CopyRow, MessageRow, More } from '../../sql/rows/rows.ts'
export { copyColumns, messageColumns } from '../../sql/rows/rows.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function messageOf(connection: Connection, row: MessageRow): Message {
  return atOnce(work.messageOf(shared(connection), row))
}

export function deliveryOf(connection: Connection, row: CopyRow): Delivery {
  return atOnce(work.deliveryOf(shared(connection), row))
}
