import type { Tx } from '../connection.ts'
import type { CopyChange, OpenChange } from '../rows/changes.ts'
import type { CopyRow } from '../rows/rows.ts'
import type { Work } from '../work.ts'
import { asItsOwnerIs } from './burying.ts'

/**
 * A change that may make a copy unread or read again: meanwhile its owner may have retired, or lost the role or the tag that it came by.
 * Nobody takes that from work in progress, so it is made good when the copy comes back.
 */
export function* comeBack(tx: Tx, deed: OpenChange, change: CopyChange, at: number): Work<CopyRow> {
  const isKnown = change.row.read_at !== null
  return yield* asItsOwnerIs(tx, deed, yield* deed.change(change), { at, isKnown })
}
