import { idOfRank } from '../../../src/domain/priority.ts'
import { isRoleWay } from '../../../src/domain/ways.ts'
import type { Tx } from '../connection.ts'
import { endPosting, reopenPosting } from '../rows/postings.ts'
import type { CopyRow } from '../rows/rows.ts'
import { waysOfRow } from '../rows/way-rows.ts'
import type { Work } from '../work.ts'

/** Undoes what completing a copy did to its roles' mail, or does it again. What was done before that stays done. */
export function* turnPostings(
  tx: Tx,
  copy: CopyRow,
  completed: { readonly before: number | null; readonly after: number | null },
): Work<void> {
  const message = idOfRank(copy.rank)
  for (const role of waysOfRow(copy).filter(isRoleWay))
    if (completed.after !== null) yield* endPosting(tx, role, message, completed.after)
    else if (completed.before !== null) yield* reopenPosting(tx, role, message, completed.before)
}
