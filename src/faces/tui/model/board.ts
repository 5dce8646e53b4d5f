import type { ContextUse } from '../../../domain/context-use.ts'
import type { MessageValue } from '../../../services/values.ts'
import type { DebateRowValue, ShownDebate } from '../../../values/debates-schema.ts'
import type { QueueItemValue } from '../../../values/queues-schema.ts'
import type { ReservationValue } from '../../../values/reservations-schema.ts'
import type { MomentValue } from '../../../values/statistics-schema.ts'
import type { FleetRowValue } from '../../../values/supervision-schema.ts'
import type { TaskRowValue } from '../../../values/tasks-schema.ts'
import type { FoundStore, Waiting } from '../stores.ts'
import type { ThreadState } from './thread.ts'

/** The boards, and the rows of each. */
export type BoardRows = {
  readonly fleet: FleetRowValue
  readonly debates: DebateRowValue
  readonly tasks: TaskRowValue
  readonly queues: QueueItemValue
  readonly stores: StoreRow
  readonly 'all-attention': WaitingRow
  readonly timeline: TimelineRow
}

/** A store of the person's list; `isHere`: the one that is open. */
export type StoreRow = FoundStore & { readonly isHere: boolean }

/** A row of Attention of one of them; `id` is the one that it has in that store's own list. */
export type WaitingRow = {
  readonly id: string
  readonly store: StoreRow
  readonly waiting: Waiting
  /** Its place in that list. */
  readonly place: number
}
/** Something that an agent sent, got or did. */
export type TimelineRow = MomentValue & { readonly agent: string }

export type BoardName = keyof BoardRows
export type BoardRow = BoardRows[BoardName]

/** A line of a table. Its key stays the same wherever a refresh moves it. */
export type TableLine =
  | { readonly type: 'row'; readonly key: string; readonly row: BoardRow }
  | {
      readonly type: 'group'
      readonly key: string
      readonly name: string
      readonly count: number
      readonly folded: boolean
    }

/** The loaded part of a table. */
export type LoadedTable = {
  readonly name: string
  /** How many rows there are, including those that are not loaded. */
  readonly count: number
  readonly rows: readonly BoardRow[]
  readonly more: boolean
}

export type TableState = LoadedTable & {
  /** How many rows are asked for. */
  readonly wanted: number
  /** The rows that match the filter, in the order of the board, below the headings of their groups. */
  readonly lines: readonly TableLine[]
  readonly selected: string | null
  /** The place of the first line on the screen. */
  readonly top: number
}

/** A board takes the place of the panes while it is open. */
export type Board = {
  readonly name: BoardName
  /** The queue or the agent that the board is of; `null` for all. */
  readonly only: string | null
  readonly tables: readonly TableState[]
  /** The table that the keys are about. */
  readonly focus: number
  /** How many rows of which kind there are, by the words for them. */
  readonly counts: Readonly<Record<string, number>>
  /** The rows arrived at least once. */
  readonly known: boolean
  readonly loading: Loading
  readonly filter: string
  /** The place of the order among those of the table. */
  readonly order: number
  /** The groups that are folded. */
  readonly folded: readonly string[]
  /** The agent or the debate that is open. */
  readonly page: BoardPage | null
  /** The terminal of the selected agent, which a wide screen shows beside the table; `pane: null` until the first answer. */
  readonly beside: { readonly agent: string; readonly pane: AgentDetails['pane'] } | null
  readonly context: ContextState
  readonly pulse: PulseState
  /** The board that it was opened from, and that is shown again after it. */
  readonly under: Board | null
  /** The thread in the panes below the board. */
  readonly below: ThreadState | null
}

/** How much of its context each agent on the screen has used. */
export type ContextState = {
  readonly known: ContextUses
  /** The agents that were asked about last. */
  readonly asked: readonly string[]
  readonly loading: boolean
}
/** What each agent did in the last hour, and when that was counted; `null` before the first answer. */
export type PulseState = {
  readonly known: Readonly<Record<string, FleetRowValue['pulse']>>
  readonly at: number | null
}

export type ContextUses = Readonly<Record<string, ContextUse>>

export type BoardPage = AgentPage | DebatePage

export type AgentPage = {
  readonly type: 'agent'
  readonly agent: string
  readonly top: number
  /** `null` until the first answer. */
  readonly details: AgentDetails | null
}

export type DebatePage = {
  readonly type: 'debate'
  readonly thread: string
  readonly top: number
  /** `null` until the first answer. */
  readonly debate: ShownDebate | null
}

/** The details of one agent beside its row. */
export type AgentDetails = {
  readonly mail: readonly MessageValue[]
  readonly timeline: readonly MomentValue[]
  /** Paths that it has reserved. */
  readonly reserved: readonly ReservationValue[]
  /** The content of its terminal, or the reason why it is not shown; `null` without a pane. */
  readonly pane: { readonly lines: readonly string[]; readonly problem: string | null } | null
}

/** A board's request: this many rows of each table. `pulse`: count the changes of the last hour, too. */
export type BoardRequest = {
  readonly name: BoardName
  readonly only?: string
  readonly pulse?: true
  readonly wanted: readonly number[]
}

/** The answer to a request. */
export type LoadedBoard = Pick<Board, 'name' | 'counts'> &
  Pick<BoardRequest, 'only' | 'pulse'> & {
    readonly tables: readonly LoadedTable[]
  }

/** `resting`: it was loaded a moment ago; `again`: and something changed since. */
export type Loading = 'no' | 'asked' | 'asked-again' | 'resting' | 'again'
