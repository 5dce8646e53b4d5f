import type { Delivery } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import * as work from '../../sql/rows/letters.ts'
import { type MessageRow, messageColumns } from '../../sql/rows/rows.ts'
import { inTurn, step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export type FullRow = MessageRow & { readonly body: string }

/** The columns of a whole message. */
export const wholeColumns = `${messageColumns}, m.body`

export function findLetter(
  connection: Connection,
  id: number,
  delivery: (row: MessageRow) => Promise<Delivery | null>,
): Promise<Letter | null> {
  return inTurn(work.findLetter(shared(connection), id, (row) => step(() => delivery(row))))
}
