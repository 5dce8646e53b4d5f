import type { DeliveryState } from '../../../src/domain/delivery.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { Doer } from '../../mail-store.ts'
import type { CopyRow } from '../tables/deliveries.ts'
import type { Work } from '../work.ts'

export type ChangeRequest = {
  readonly doer: Doer
  readonly at: number
  readonly what: EventWord
  readonly undoable?: boolean
  readonly reverses?: number
}

export type CopyChange = {
  readonly row: CopyRow
  readonly next: DeliveryState
  readonly what: EventWord
  readonly detail?: JsonObject | null
}

/** What happened to a copy, or to an agent's place in a thread. */
export type Noted = { readonly agent_id: number; readonly rank: number }

/** One write's changes of copies. The first event makes its entry in the log: a change without effect leaves no trace. */
export type OpenChange = {
  /** Changes a copy, and says so. */
  change(change: CopyChange): Work<CopyRow>
  /** Says what happened where no state changed; gives the change's number. */
  note(copy: Noted, what: EventWord, detail?: JsonObject | null): Work<number>
  /** Has the owners' signals put right; the last thing before the change is stored. */
  finish(): Work<void>
}
