import type { DebateRowValue, ShownDebate } from '../../../../values/debates-schema.ts'
import type { QueueItemValue } from '../../../../values/queues-schema.ts'
import type { TaskRowValue } from '../../../../values/tasks-schema.ts'
import type { Loading } from '../board-rows.ts'

export type WorkView = 'debates' | 'tasks' | 'queues'

/** One row of a board; its key stays the same wherever a refresh moves it. */
export type WorkRow =
  | { readonly type: 'debate'; readonly key: string; readonly debate: DebateRowValue }
  | { readonly type: 'task'; readonly key: string; readonly task: TaskRowValue }
  | { readonly type: 'item'; readonly key: string; readonly item: QueueItemValue }

/** The loaded part of one column. */
export type LoadedColumn = {
  readonly name: string
  /** How many there are, also of those that are not loaded. */
  readonly count: number
  readonly rows: readonly WorkRow[]
  readonly more: boolean
}

export type WorkColumn = LoadedColumn & {
  /** How many rows are asked for. */
  readonly wanted: number
  /** The selected row stays selected wherever a refresh moves it. */
  readonly selected: string | null
  /** The place of the first row on the screen. */
  readonly top: number
}

/** A board of work that takes the place of the panes while it is open. */
export type Work = {
  readonly view: WorkView
  /** The queue that the board is of; `null` for all. */
  readonly only: string | null
  readonly columns: readonly WorkColumn[]
  /** The column that the keys are about. */
  readonly focus: number
  /** The words above the rows, such as how many there are of what. */
  readonly note: string
  readonly known: boolean
  readonly loading: Loading
  /** The debate that is open. */
  readonly page: DebatePage | null
}

export type DebatePage = {
  readonly thread: string
  readonly top: number
  /** `null` until the first answer. */
  readonly debate: ShownDebate | null
}

/** A board's request: this many rows of each column. */
export type WorkRequest = {
  readonly view: WorkView
  readonly only?: string
  readonly wanted: readonly number[]
}

/** The answer to a request. */
export type LoadedWork = {
  readonly view: WorkView
  readonly only?: string
  readonly columns: readonly LoadedColumn[]
  readonly note: string
}
