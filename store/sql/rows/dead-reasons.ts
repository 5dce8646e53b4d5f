import { type DeadReason, isDeadReason } from '../../../src/domain/dead-reason.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

const reasonSql = `SELECT text_at(detail, reason) FROM events WHERE message_id = ? AND agent_id = ? AND what = 'dead' ORDER BY seq DESC LIMIT 1`

/** Why a copy in the box of the dead is there. Only the log has it: dead letters are few, so other copies need no column for it. */
export function* deadReasonOf(
  connection: Connection,
  { agent_id, rank }: { readonly agent_id: number; readonly rank: number },
): Work<DeadReason> {
  const reason = yield* connection.cell(reasonSql, idOfRank(rank), agent_id)
  return isDeadReason(reason) ? reason : 'retired'
}
