import type { Delivery, Status } from '../src/domain/delivery.ts'
import type { Problem } from '../src/domain/errors.ts'
import type { Failure } from '../src/domain/failure-notice.ts'
import type { JsonObject } from '../src/domain/json.ts'
import type { Kind } from '../src/domain/kind.ts'
import type { Move } from '../src/domain/lifecycle.ts'
import type { FullLetter, Letter } from '../src/domain/message.ts'
import type { Priority } from '../src/domain/priority.ts'
import type { TakenBack } from '../src/domain/retraction.ts'
import type { UnreadCounts } from '../src/domain/roster.ts'
import type { MessageCursor } from './cursor.ts'
import type { Entry } from './message-store.ts'
import type { Chosen, Doer, Page, PageRequest } from './page.ts'

export type MailboxFilter = {
  /** Statuses to show. `snoozed`, `dead` and `archived` mail is shown only when its box is asked for. */
  readonly boxes: readonly Delivery['box'][]
  readonly kind?: readonly Kind[]
  readonly minPriority?: Priority
  readonly from?: readonly string[]
  readonly tag?: readonly string[]
  readonly task?: string
  /** Leaves out the system's notices of failures, dead letters and ended tasks: they are for reading, not for work. */
  readonly work?: true
  /** Only work that came back unfinished and that nobody was shown since. */
  readonly returned?: true
  /** Leaves out settled mail, too, once its time has passed. */
  readonly unexpired?: true
  /** Only messages that arrived after this. */
  readonly since?: MessageCursor
  /** Only messages that had arrived by then. */
  readonly until?: MessageCursor
}

/** The copies of one thread in one mailbox: the letter is its newest, `messages` are all, oldest first. */
export type Conversation = Letter & {
  readonly messages: readonly number[]
  readonly unread: number
  readonly participants: readonly string[]
}

/** A page with what its list says beside it, all of one moment. */
export type Listed = Page<Letter & { readonly threadSize: number }> & {
  /** The newest message of the store, `null` where there is none. */
  readonly newest: number | null
  /** How much unread mail the owner has. */
  readonly unread: number
}

export type DeliveryStore = {
  /** One mailbox by rank: priority, tier, arrival. Filters expired mail and wakes due snoozes as it reads. */
  page(owner: string, filter: MailboxFilter, now: number, page: PageRequest & Chosen): Promise<Page<Entry>>
  /** The same with the size of each row's thread, counted up to 100, and what a list says beside it. */
  list(owner: string, filter: MailboxFilter, now: number, page: PageRequest): Promise<Listed>
  /** A page with the copies of one thread as one row, where its first copy stands. */
  threads(owner: string, filter: MailboxFilter, now: number, page: PageRequest): Promise<Page<Conversation>>
  /** All agents' mail by rank, the copies of one message as one row (the copy of `first` if it has one). */
  everyone(
    first: string,
    filter: MailboxFilter,
    now: number,
    page: PageRequest,
  ): Promise<Page<Letter & { readonly copies: number; readonly unread: number }>>
  /** Unread mail, the newest first, up to a limit. */
  newestUnread(owner: string, most: number, now: number): Promise<readonly Letter[]>
  /** Unread by priority, exact. */
  count(owner: string, now: number): Promise<UnreadCounts>
  /** Every copy of a message, by owner, a page at a time. */
  of(message: number, page: PageRequest): Promise<Page<Delivery>>
  /** The copies of some messages, in their order. Of a message to more than `most`, only the one of `always`. */
  ofEach(messages: readonly number[], most: number, always: string | null): Promise<readonly Delivery[]>
  find(owner: string, message: number): Promise<Delivery | null>
  /**
   * Applies one verb to one owner's copies: each is checked by the domain's table under the write lock, and
   * all that succeed are one change. Completing a role's mail completes it for all its holders.
   * `expect` refuses a copy whose status or attempt is no longer what the caller saw (`stale`).
   */
  move(
    doer: Doer,
    owner: string,
    targets: readonly Target[],
    move: Move,
    note?: JsonObject,
  ): Promise<readonly Moved[]>
  /** Holds unread copies to be handed over; for those that cannot be held, says why. The mail still counts as unread. */
  hold(
    doer: Doer,
    owner: string,
    messages: readonly number[],
    until: number,
    at: number,
  ): Promise<readonly Held[]>
  /**
   * Holds the most pressing unread copy that nobody else holds; work that came back goes before all other mail. Where only
   * unreadable mail is left, `why` is `lost`.
   */
  holdNext(doer: Doer, owner: string, filter: MailboxFilter, until: number, at: number): Promise<Held | null>
  /**
   * Settles printed mail as shown: read, or processing under a lease. Mail of which only the header was printed is noted
   * as `told` and stays unread. Only holds whose attempt is still current count.
   */
  settle(
    doer: Doer,
    owner: string,
    holds: readonly Hold[],
    as: Settlement,
    at: number,
  ): Promise<readonly Moved[]>
  /** Work that was taken (`by: null`: mail that is held) stays with its taker until then, if this attempt still has it. No event. */
  renew(
    owner: string,
    hold: Hold,
    lease: { readonly by: string | null; readonly until: number },
  ): Promise<boolean>
  /** Mail that was not printed is offered again. */
  release(doer: Doer, owner: string, holds: readonly Hold[], at: number): Promise<void>
  /**
   * Copies whose owners still owe an answer, the oldest message first: those of `by`, those of mail from `to`, either
   * where both are named, all where neither is. Goes through live mailboxes: not for a key press.
   */
  owed(question: OwedQuestion, now: number, page: PageRequest): Promise<Page<Letter>>
  /**
   * Ends what time has ended, at most `batch` copies: mail that expired before anybody was shown it, and held mail
   * that nobody came for, become dead letters; broadcasts lapse in silence. `more`: there may be others.
   */
  bury(now: number, batch: number): Promise<Buried>
  /** Messages with dead letters (of `owner`, or of all) whose senders have had no notice and can be given one. */
  untold(owner: string | null, most: number): Promise<readonly number[]>
  /** Failed copies (of `owner`, or of all) that still owe an answer and whose requesters have had no notice. */
  unreported(owner: string | null, most: number): Promise<readonly Failure[]>
  /** Requests of one sender that failed and that it has not dealt with, oldest first. */
  failedRequests(from: string, page: PageRequest): Promise<Page<FailedRequest>>
  /**
   * Sends a dead letter, held mail or a failed request again: each of `to` gets it unread, unless it has it already. Dead copies
   * of others are archived, and no copy is held any longer. Returns the agents that got it.
   */
  redeliver(doer: Doer, again: Redelivery, at: number): Promise<readonly string[]>
  /**
   * Takes messages back as one change: copies that nobody was shown leave every list, and nobody owes an answer any more. A
   * position in a debate stays, and so does what all its recipients have finished.
   */
  retract(
    doer: Doer,
    messages: readonly number[],
    reason: string | null,
    at: number,
  ): Promise<readonly Retracted[]>
  /** Messages that were taken back, or are no longer, and whose readers have had no notice of that, with these readers. */
  unwarned(most: number): Promise<readonly Unwarned[]>
  /** They have had it. */
  warned(one: Pick<Unwarned, 'message' | 'at' | 'undone'>): Promise<void>
  /** Ids of copies older than `before` in these boxes, by arrival; `settled`: but what is pinned or owed. */
  olderThan(
    owner: string,
    boxes: readonly Delivery['box'][],
    before: number,
    most: number,
    settled?: boolean,
  ): Promise<readonly number[]>
}

/** The requester's message with the copy that failed. */
export type FailedRequest = { readonly letter: Letter; readonly failure: Failure }
export type OwedQuestion = {
  readonly by: string | null
  readonly to: string | null
  readonly kinds?: readonly Kind[]
  readonly sentBefore?: number
}
export type Buried = {
  readonly dead: number
  readonly lapsed: number
  /** The ending of each copy, once. */
  readonly messages: readonly number[]
  readonly more: boolean
}
export type Redelivery = {
  readonly message: number
  readonly to: readonly {
    readonly address: string
    readonly via: string
    readonly alsoVia?: readonly string[] | undefined
    readonly owes: boolean
  }[]
  /** Selectors under which it may still be held. */
  readonly held: readonly string[]
}
/** `withdrawn`: the owners of copies that left. `seenBy`: those who had seen it, and are to be told. */
export type Retracted =
  | {
      readonly message: number
      readonly changed: boolean
      readonly withdrawn: readonly string[]
      readonly seenBy: readonly string[]
      readonly problem: null
    }
  | { readonly message: number; readonly changed: false; readonly problem: Problem }
export type Unwarned = TakenBack & {
  readonly message: number
  readonly undone: boolean
  readonly seenBy: readonly string[]
}
export type Target = {
  readonly message: number
  readonly expect?: { readonly status?: Status; readonly attempts?: number }
}
export type Moved =
  | { readonly message: number; readonly letter: Letter; readonly changed: boolean; readonly problem: null }
  | {
      readonly message: number
      readonly letter: Letter | null
      readonly changed: false
      readonly problem: Problem
    }
export type Hold = { readonly message: number; readonly attempt: number }
export type Held = {
  readonly message: number
  readonly hold: Hold | null
  readonly why: 'held' | 'not-unread' | 'held-elsewhere' | 'no-copy' | 'lost'
  readonly letter: FullLetter | null
  /** More pressing mail that was passed over: its body cannot be read. */
  readonly lost?: readonly number[]
}
export type Settlement =
  /** `upto`: after all messages, printed or counted, that there were when the reader was shown its mail. */
  | { readonly verb: 'read'; readonly upto?: MessageCursor }
  /** `portion`: as much as fits was printed. `stopped`: the reader was kept from stopping for it. */
  | {
      readonly verb: 'tell'
      readonly upto?: MessageCursor
      readonly portion?: boolean
      readonly stopped?: boolean
    }
  | { readonly verb: 'process'; readonly lease: { readonly by: string; readonly until: number } }
