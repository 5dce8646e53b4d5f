import type { DeliveryState } from './delivery.ts'
import type { JsonObject } from './json.ts'
import type { Outcome } from './outcome.ts'

/**
 * What can happen to a delivery. `offered`: held, to be printed. `shown`: printed and settled. `told`: only its header was printed; it stays unread.
 * `released`: held, but the reader went early. `passed-on`: its reader held the role no longer, and it waits for the next holder. `lapsed`: a claim whose lease ran out. `cold`: moved to a cold file. `woken`: its snooze is over. `imported`: it came in from another system, in the state that it had there. `nudged`: its owner was nudged about it, or was to be. The rest are the verbs of the lifecycle and what follows from them.
 */
export const eventWords = [
  'sent',
  'offered',
  'shown',
  'told',
  'released',
  'read',
  'ack',
  'ignored',
  'process',
  'retry',
  'complete',
  'fail',
  'unread',
  'archive',
  'restore',
  'snooze',
  'pin',
  'unpin',
  'answered',
  'done-elsewhere',
  'joined',
  'passed-on',
  'undo',
  'redo',
  'claim',
  'renew',
  'release',
  'lapsed',
  'dead',
  'redelivered',
  'expired',
  'assign',
  'cold',
  'woken',
  'imported',
  'nudged',
] as const

export type EventWord = (typeof eventWords)[number]

/** One line of the log that is never rewritten: who did what, for whom, to which message, when. */
export type MailEvent = {
  readonly seq: number
  readonly deed: number
  readonly at: number
  /** On whose behalf. */
  readonly actor: string
  /** Who the environment said was acting, where that is another. */
  readonly principal: string | null
  /** Whose copy. */
  readonly owner: string
  readonly what: EventWord
  readonly message: number
  readonly session: string | null
  readonly command: string | null
  readonly detail: JsonObject | null
}

/** What undo and redo need: the copy before and after. */
export type Change = { readonly before: DeliveryState; readonly after: DeliveryState }

/** What a sender may see of one recipient. Times are milliseconds since 1970. */
export type Receipt = {
  readonly address: string
  /** Who acted on the copy in the recipient's name, most recently; `null` where nobody did. */
  readonly principal: string | null
  readonly stored: number
  readonly offered: number | null
  readonly shown: {
    readonly at: number
    readonly session: string | null
    readonly command: string | null
  } | null
  readonly acknowledged: number | null
  readonly answered: number | null
  /** `null` for a copy that was handed on to somebody else. */
  readonly outcome: Outcome | null
}
