import type { FleetCounts, FleetOrder } from '../../../../domain/fleet.ts'
import type { MomentValue } from '../../../../operations/statistics/schema.ts'
import type { FleetRowValue } from '../../../../operations/supervision/schema.ts'
import type { MessageValue } from '../../../../operations/values.ts'

/** The board of the fleet. It takes the place of the panes while it is open. */
export type Board = {
  readonly rows: readonly FleetRowValue[]
  /** `null` until the first answer. */
  readonly counts: FleetCounts | null
  /** What is listed: the rows that the filter lets through, in this order. */
  readonly shown: readonly FleetRowValue[]
  readonly order: FleetOrder
  readonly filter: string
  /** The agent of the selected row, which stays selected wherever a refresh moves it. */
  readonly selected: string | null
  /** The place of the first row on the screen. */
  readonly top: number
  /** `resting`: it was loaded a moment ago; `again`: and something changed since. */
  readonly loading: 'no' | 'asked' | 'asked-again' | 'resting' | 'again'
  /** The agent whose page is open. */
  readonly page: AgentPage | null
}

export type AgentPage = {
  readonly agent: string
  readonly top: number
  /** `null` until the first answer. */
  readonly details: AgentDetails | null
}

/** What is told of one agent beside its row. */
export type AgentDetails = {
  readonly mail: readonly MessageValue[]
  readonly timeline: readonly MomentValue[]
  /** What its terminal shows, or why it is not shown; `null` where it has no pane. */
  readonly pane: { readonly lines: readonly string[]; readonly problem: string | null } | null
}
