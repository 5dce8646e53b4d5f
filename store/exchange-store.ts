import type { Delivery, Status } from '../src/domain/delivery.ts'
import type { FullMessage } from '../src/domain/message.ts'
import type { Agent } from '../src/domain/roster.ts'
import type { MessageCursor } from './cursor.ts'
import type { Post } from './message-store.ts'
import type { Doer, Page, PageRequest } from './page.ts'
import type { Registration } from './roster-store.ts'

/** A copy as another system left it. */
export type ArrivedCopy = {
  readonly address: string
  readonly via: string
  readonly alsoVia?: readonly string[] | undefined
  readonly owes: boolean
  readonly expiresAt: number | null
  /**
   * `expired`: it expired in the other system before the recipient saw it; `dead`: the recipient is retired. No notice is
   * sent.
   */
  readonly box: Status | 'expired' | 'dead'
  readonly was: Status | null
  readonly readAt: number | null
  readonly acknowledgedAt: number | null
  readonly completedAt: number | null
  /** The claimant, if it is an item of a queue. The lease starts now, with the queue's length. */
  readonly claimedBy: string | null
}

/** A message from another system, with its history. */
export type Arrival = Omit<
  Post,
  | 'principal'
  | 'key'
  | 'origin'
  | 'imported'
  | 'replyTo'
  | 'thread'
  | 'recipients'
  | 'answers'
  | 'expect'
  | 'foreign'
> & {
  /** The importing agent, and the source, such as `mail.jsonl:3`. */
  readonly importedBy: string
  readonly file: string
  /** Its id there, by which it is known from now on. */
  readonly foreignId: string
  readonly aliases: readonly string[]
  /** The other system's id of what it answers, and its name for the thread. */
  readonly replyTo: string | null
  readonly thread: string | null
  readonly recipients: readonly ArrivedCopy[]
  /** It is delivered now, so the rules of sending apply: `stale` where the thread has gone on. */
  readonly due?: {
    /** The thread that it joins, unless what it answers is in another. */
    readonly thread: number | null
    readonly newest: number | null
    /** Who is addressed by name and has this much unread mail already gets no copy yet. */
    readonly mostUnread: number | null
    /** Nor do these, for whom older mail of the same sender waits. */
    readonly behind: readonly string[]
  }
}

/**
 * `duplicate`: all of it was here before. `differs`: what is known by that id was sent at another time, so it is another
 * message. `waiting`: these recipients have no room for it; where no recipient has, nothing was stored, and `id` is 0. When the
 * message is taken again, they get their copies.
 */
export type Taken = {
  readonly id: number
  readonly duplicate: boolean
  readonly differs: boolean
  readonly waiting?: readonly string[]
}

/** A message on its way out: with all its copies, and what a format knows it by. */
export type Departure = {
  readonly message: FullMessage
  readonly copies: readonly Delivery[]
  readonly uuid: string
  readonly ids: readonly string[]
  /** Why its body cannot be had; it is empty then. */
  readonly problem: string | null
}

/** All messages, or those that were sent since a time, that arrived after one cursor, and that had arrived by another. */
export type DepartureFilter = {
  readonly sentSince?: number
  readonly since?: MessageCursor
  readonly until?: MessageCursor
}

/** Export and import, many messages per change. */
export type ExchangeStore = {
  /** Names that the roster does not have are put on it, in their state there; the others stay as they are. */
  enrol(
    registrations: readonly (Registration & Pick<Agent, 'state' | 'lastSeen'>)[],
    doer: Doer,
    at: number,
  ): Promise<readonly string[]>
  /**
   * Stores messages in this order, all or none. A message whose id the format gave before, or that was ours, is a duplicate
   * and stays as it is. No sender is notified, and no lifetime starts again. An answer must come after the message it answers.
   */
  take(format: string, arrivals: readonly Arrival[], doer: Doer, at: number): Promise<readonly Taken[]>
  /** Which messages these ids of a format are; `null` for unknown ones. */
  known(format: string, ids: readonly string[]): Promise<readonly (number | null)[]>
  /** The message that an answer refers to, and the thread that it joins. */
  placeOf(
    format: string,
    links: Pick<Arrival, 'replyTo' | 'thread'>,
  ): Promise<{ readonly parent: number | null; readonly thread: number | null }>
  /** Gives messages the ids by which a format knows them from now on. Those they have already stay. */
  name(format: string, names: readonly { readonly message: number; readonly id: string }[]): Promise<void>
  /** The states that messages had on both sides when a folder was last in step; `null` for unknown ones. */
  synced(place: string, ids: readonly string[]): Promise<readonly (string | null)[]>
  noteSynced(place: string, states: readonly { readonly id: string; readonly state: string }[]): Promise<void>
  /** Messages by arrival. */
  departures(format: string, which: DepartureFilter, page: PageRequest): Promise<Page<Departure>>
  /** These messages, in the order asked; those that are not there are left out. */
  departuresOf(format: string, messages: readonly number[]): Promise<readonly Departure[]>
}
