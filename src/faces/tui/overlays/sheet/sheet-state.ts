import type { PermissionRequestValue } from '../../../../values/approvals-schema.ts'
import type { MomentValue, StatsValue } from '../../../../values/statistics-schema.ts'

/** A sheet over the panes: the swarm's numbers, or one agent's history. */
export type Sheet =
  | { readonly type: 'stats'; readonly since: number; readonly value: StatsValue | null }
  | {
      readonly type: 'timeline'
      readonly agent: string
      readonly rows: readonly MomentValue[]
      readonly next: string | null
      readonly loading: boolean
    }
  | {
      readonly type: 'request'
      readonly agent: string
      readonly request: string
      readonly value: PermissionRequestValue | null
      /** When it was shown, ms: a key that was typed before is not meant for it. */
      readonly shownAt: number | null
    }

/** The request of a sheet; its answer is the next sheet. */
export type SheetQuestion =
  | { readonly type: 'stats'; readonly since: number }
  | { readonly type: 'timeline'; readonly agent: string; readonly after: string | null }
  | { readonly type: 'request'; readonly request: string }

const hour = 3_600_000
/** The periods that one goes through. */
export const periods = [hour, 6 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour, 365 * 24 * hour] as const
