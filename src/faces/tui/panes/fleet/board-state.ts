import type { FleetCounts, FleetOrder } from '../../../../domain/fleet.ts'
import type { MessageValue } from '../../../../services/values.ts'
import type { ReservationValue } from '../../../../values/reservations-schema.ts'
import type { MomentValue } from '../../../../values/statistics-schema.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import type { Loading } from '../board-rows.ts'

/** The board of the fleet. It takes the place of the panes while it is open. */
export type Board = {
  readonly rows: readonly FleetRowValue[]
  /** `null` until the first answer. */
  readonly counts: FleetCounts | null
  /** The listed rows: those that match the filter, in this order. */
  readonly shown: readonly FleetRowValue[]
  readonly order: FleetOrder
  readonly filter: string
  /** The agent of the selected row, which stays selected wherever a refresh moves it. */
  readonly selected: string | null
  /** The place of the first row on the screen. */
  readonly top: number
  readonly loading: Loading
  /** The agent whose page is open. */
  readonly page: AgentPage | null
}

export type AgentPage = {
  readonly agent: string
  readonly top: number
  /** `null` until the first answer. */
  readonly details: AgentDetails | null
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
