import type { TakenBack } from '../../../src/domain/retraction.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { addressOf } from './names.ts'

type Row = Omit<TakenBack, 'by'> & { readonly by_id: number }

const takenBackSql =
  'SELECT by_id, at, reason, replaced_by AS "replacedBy" FROM retractions WHERE message_id = ? AND undone = 0'

/** Who took a message back, and why; `undefined` where nobody did. */
export function* takenBackOf(connection: Connection, message: number): Work<TakenBack | undefined> {
  const row = yield* connection.row<Row>(takenBackSql, message)
  if (row === undefined) return undefined
  const { by_id, at, reason, replacedBy } = row
  return { by: yield* addressOf(connection, by_id), at, reason, replacedBy }
}
