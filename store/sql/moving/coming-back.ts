import type { Tx } from '../connection.ts'
import type { CopyChange, OpenChange } from '../rows/changes.ts'
import type { CopyRow } from '../rows/rows.ts'
import type { Work } from '../work.ts'
import { asItsOwnerIs } from './burying.ts'

/**
 * A change that may make a copy unread or read again: meanwhile its owner may have retired, or lost the role or the tag that it came by.
 * Nobody takes that from work in progress, so it is made good when the copy comes back. A redelivery, and a role or tag that is gained, do
 * not come through here: what brings that copy is what its owner is now. Nor does the end of a hold, which leaves the copy unread all the time.
 */
export function* comeBack(tx: Tx, deed: OpenChange, change: CopyChange, at: number): Work<CopyRow> {
  const isKnown = change.row.read_at !== null
  return yield* asItsOwnerIs(tx, deed, yield* deed.change(change), { at, isKnown })
}
