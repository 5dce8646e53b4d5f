import type { Delivery } from '../../../src/domain/delivery.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import type { Connection } from '../database/connection.ts'
import { type FullRow, wholeColumns, wholeOf } from './letters.ts'
import { namesOf } from './names.ts'
import { remember } from './remembered.ts'
import { cameBack } from './returned-rows.ts'
import { type CopyRow, copyColumns, deliveryOf } from './rows.ts'

/** What a function that hands mail over gives as `c`: a whole message, and the copy as it now is. */
export const takenSql = `${wholeColumns}, ${copyColumns}, ${cameBack}, s.address AS sender`
export const takenSource =
  'LATERAL (SELECT (c.m).*) m CROSS JOIN LATERAL (SELECT (c.d).*) d LEFT JOIN agents s ON s.id = m.sender_id'

export type TakenRow = FullRow & CopyRow & { readonly sender: string | null }

/** The letter that was handed over; its next change begins with what is remembered of it. */
export async function takenLetter(
  connection: Connection,
  row: TakenRow,
): Promise<FullLetter & { readonly delivery: Delivery }> {
  if (row.sender !== null) namesOf(connection).note(row.sender_id, row.sender)
  const message = await wholeOf(connection, row)
  const { body: _, ...rest } = row
  remember(connection, { message: rest, row: rest })
  return { message, delivery: await deliveryOf(connection, row) }
}
