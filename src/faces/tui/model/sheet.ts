import type { AttentionReason } from '../../../domain/attention.ts'
import type { PermissionRequestValue } from '../../../values/approvals-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import type { StatsValue } from '../../../values/statistics-schema.ts'
import type { Line } from '../text/line.ts'

/** A sheet over the panes: the swarm's numbers, a request, or what a person missed. */
export type Sheet =
  | { readonly type: 'stats'; readonly since: number; readonly value: StatsValue | null }
  /** `since`: when the person left; `null` where the mailbox finds it. */
  | { readonly type: 'away'; readonly since: number | null; readonly value: Values['away'] | null }
  | {
      readonly type: 'request'
      readonly agent: string
      readonly request: string
      readonly value: PermissionRequestValue | null
      /** When it was shown, ms: a key that was typed before is not meant for it. */
      readonly shownAt: number | null
    }

/** `at`: the chosen line of those that are about something, else the first line that is shown. */
export type SheetState = { readonly type: 'sheet'; readonly sheet: Sheet; readonly at: number }

/** The request of a sheet; its answer is the next sheet. */
export type SheetQuestion =
  | { readonly type: 'stats'; readonly since: number }
  | { readonly type: 'request'; readonly request: string }
  | { readonly type: 'away'; readonly since: number | null }

export type About =
  | { readonly type: 'message'; readonly message: string }
  | { readonly type: 'agent'; readonly agent: string }
  | { readonly type: 'debate'; readonly thread: string }
  | { readonly type: 'attention'; readonly why: AttentionReason }

export type SheetAnswer = StatsValue | PermissionRequestValue | Values['away']

/** A line, and what it is about, which Enter opens. */
export type SheetLine = { readonly line: Line; readonly about?: About }
