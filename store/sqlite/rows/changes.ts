import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { ChangeRequest, CopyChange, Noted, OpenChange as Work } from '../../sql/rows/changes.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { atOnce, step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export type { ChangeRequest, CopyChange }
/** The parts that a change needs to be written. */
export type ChangeParts = { readonly connection: Connection }
export type OpenChange = {
  change(change: CopyChange): CopyRow
  note(copy: Noted, what: EventWord, detail?: JsonObject | null): number
  finish(): void
}

export function openChange(connection: Connection, request: ChangeRequest): OpenChange {
  const tx = shared(connection)
  const { change, note, finish } = tx.engine.openChange(tx, request)
  return {
    change: (one) => atOnce(change(one)),
    note: (copy, what, detail) => atOnce(note(copy, what, detail)),
    finish: () => atOnce(finish()),
  }
}
