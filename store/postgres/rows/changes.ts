import type { ChangeWord } from '../../../src/domain/change.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { Author } from '../../mail-store.ts'
import type { ChangeRequest, CopyChange, Noted, OpenChange as Work } from '../../sql/rows/changes.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { inTurn, step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export { deedOf } from '../engine/changes.ts'

// The shared work, for the files of this engine that still wait for promises.

export type { ChangeRequest, CopyChange }
/** What a change is written with. */
export type ChangeParts = { readonly connection: Connection }
export type OpenChange = {
  change(change: CopyChange): Promise<CopyRow>
  note(copy: Noted, what: EventWord, detail?: JsonObject | null): Promise<number>
}

export function openChange(connection: Connection, request: ChangeRequest): OpenChange {
  const tx = shared(connection)
  const { change, note } = tx.engine.openChange(tx, request)
  return {
    change: (one) => inTurn(change(one)),
    note: (copy, what, detail) => inTurn(note(copy, what, detail)),
  }
}

export function noteChange(
  connection: Connection,
  author: Author,
  what: ChangeWord,
  about: string,
): Promise<void> {
  const tx = shared(connection)
  return inTurn(tx.engine.noteChange(tx, author, what, about))
}

/** A plan notes nothing by itself. */
export function asWork(deed: Pick<OpenChange, 'change'> & Partial<OpenChange>): Work {
  return {
    change: (one) => step(() => deed.change(one)),
    note: (copy, what, detail) => step(() => deed.note?.(copy, what, detail) ?? 0),
    finish: () => step(() => undefined),
  }
}
