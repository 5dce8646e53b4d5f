import type { BellWay } from './bell.ts'
import type { DeliveryState } from './delivery.ts'
import type { JsonObject } from './json.ts'
import type { Outcome } from './outcome.ts'

/**
 * What can happen to a delivery. `offered`: held, to be printed. `shown`: printed and settled. `told`: only its header was printed; it stays unread.
 * `released`: held, but the reader went early. `passed-on`: its reader no longer held the role or bore the tag that it came by; it waits for the next holder, or others have it. `lapsed`: a claim whose lease ran out. `cold`: moved to a cold file. `woken`: its snooze is over. `imported`: it came from another system, in the state that it had there. `nudged`: its owner was nudged about it, or was to be. `rung`: a bell notified its owner of unread mail, this first of all, or was to. `chosen`: `best:` chose its owner, and the detail says why. `retract`: its sender took it back. `replaced`: another message took its place. `let-go`: it was held back, and a person let it go on. `stopped`: a person put it away instead. The rest are the verbs of the lifecycle and what follows from them.
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
  'rung',
  'chosen',
  'retract',
  'replaced',
  'let-go',
  'stopped',
] as const

export type EventWord = (typeof eventWords)[number]

/** One entry of the append-only log: the event, its message and time, the actor and the principal. */
export type MailEvent = {
  readonly seq: number
  readonly deed: number
  readonly at: number
  /** The agent or person acted for. */
  readonly actor: string
  /** The actor named by the environment, if different. */
  readonly principal: string | null
  /** Whose copy. */
  readonly owner: string
  readonly what: EventWord
  readonly message: number
  readonly session: string | null
  readonly command: string | null
  readonly detail: JsonObject | null
}

/** The copy before and after, for undo and redo. */
export type Change = { readonly before: DeliveryState; readonly after: DeliveryState }

/** The part of a recipient's state that the sender may see. Times are milliseconds since 1970. */
export type Receipt = {
  readonly address: string
  /** The last one who acted on the copy for the recipient; `null` for none. */
  readonly principal: string | null
  readonly stored: number
  readonly offered: number | null
  readonly shown: {
    readonly at: number
    readonly session: string | null
    readonly command: string | null
  } | null
  /** The last bell for the mail of which this was the most pressing. */
  readonly rung: { readonly at: number; readonly way: BellWay; readonly outcome: string } | null
  /** Mail that waits for another swarm: the number of attempts, the last error, and the time of the next attempt. */
  readonly waiting: {
    readonly attempts: number
    readonly problem: string | null
    readonly next: number
  } | null
  /** Its sender took it back, or replaced it: of each copy, whether it was seen or not. */
  readonly retracted: number | null
  readonly acknowledged: number | null
  readonly answered: number | null
  /** `null` for a copy that was handed on to somebody else. */
  readonly outcome: Outcome | null
}
