import type { Judging } from '../../shared/seal-findings.ts'
import * as checks from '../../sql/doctor/checks.ts'
import { inTurn } from '../../sql/work.ts'
import { shared } from '../engine/shared.ts'
import { type Check, fromBackup } from './doctor-found.ts'

/** Every copy is one of a message that is there. */
export const examineCopies: Check = (connection) =>
  inTurn(checks.examineCopies(shared(connection), { where: connection.location, mend: fromBackup }))

/** The log is as it was sealed. */
export function examineLog(judging: Judging): Check {
  return async (connection) => {
    // A missing table was already reported.
    const isThere = await connection.column("SELECT to_regclass('watchpost.seals') IS NOT NULL").get()
    if (isThere !== 1) return []
    const log = { where: connection.location, isGapless: false }
    return inTurn(checks.examineLog(shared(connection), judging, log))
  }
}
