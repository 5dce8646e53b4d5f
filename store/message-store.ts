import type { NewCommission } from '../src/domain/commission.ts'
import type { IdReference } from '../src/domain/id.ts'
import type { Contents, FullLetter, FullMessage, Imported, Letter, Origin } from '../src/domain/message.ts'
import type { Tier } from '../src/domain/priority.ts'
import type { Query } from '../src/domain/query/query.ts'
import type { Page, PageRequest } from './page.ts'

/** A message to be stored, its recipients already resolved. */
export type Post = Contents & {
  readonly principal: string | null
  readonly tier: Tier
  readonly body: string
  readonly preview: string
  readonly sentAt: number
  readonly expiresAt: number | null
  readonly key: string | null
  readonly origin: Origin | null
  readonly imported?: Imported | undefined
  readonly replyTo: number | null
  /** `null` starts a new thread. */
  readonly thread: number | null
  readonly recipients: readonly {
    readonly address: string
    readonly via: string
    readonly owes: boolean
    readonly expiresAt: number | null
  }[]
  /** The streams it stays in, by name, beside the copies of their subscribers. */
  readonly channels?: readonly string[]
  /** Remembered for who joins later; `agent:NAME` holds mail for a name not yet known. */
  readonly selectors: readonly { readonly selector: string; readonly expiresAt: number | null }[]
  /** The number of the sender's latest messages in which the store looks for a repeat. */
  readonly repeatsAmong?: number | undefined
  /** One that was read and is still open counts, too. */
  readonly repeatsRead?: boolean
  /**
   * The sender's own copy of `replyTo` is answered by this: what it owed is closed. An escalation is decided for all who
   * were asked, also where it was passed on.
   */
  readonly answers: boolean
  /** The caller's assumptions; `stale` if one no longer holds. */
  readonly expect: {
    readonly roster?: number
    /** Nobody addressed by name may have this much unread mail already. */
    readonly mostUnread?: number
    /** Nothing came after this in the thread. */
    readonly newest?: number
    /** So often was its task ended before. */
    readonly endings?: number
  }
  /** The task of MAIL's that it begins, where there is none by that id. Another owner's is a `conflict`. */
  readonly begins?: NewCommission
  /** A foreign id, in addition to its own. */
  readonly foreign?: { readonly format: string; readonly id: string }
}

export type Posted = {
  readonly id: number
  readonly thread: number
  readonly duplicate: boolean
  /** The newest with the same subject that still lies unread with one of these recipients, where `repeatsAmong` asked for it. */
  readonly repeats?: Repeated | undefined
}

export type Repeated = { readonly id: number; readonly address: string; readonly isRead: boolean }

/** `subject` is the first message's. */
export type Thread = Page<FullLetter> & { readonly thread: number; readonly subject: string }

export type MessageStore = {
  /**
   * Stores a message with all its copies. The same sender and key again gives the first message's id and
   * `duplicate`. @throws `conflict` same key, other content; a recipient's unread mail is at its limit · `stale` · `not-found` a recipient is gone
   */
  deliver(post: Post): Promise<Posted>
  /** Messages that an id may mean: none, one, or several for a prefix or an id that two formats gave (at most 10). */
  find(reference: IdReference): Promise<readonly number[]>
  /** One message with its body and the copy of `owner`. Reads a body kept beside the store as well. */
  read(id: number, owner: string | null): Promise<FullLetter | null>
  /** The thread of any of its messages, oldest first. `owner`'s copies come along. @throws `not-found` */
  thread(
    message: number,
    owner: string | null,
    page: PageRequest & { readonly bodies: boolean },
  ): Promise<Thread>
  /** How many messages each thread has, in the order asked, counted up to 100. */
  threadSizes(threads: readonly number[]): Promise<readonly number[]>
  /** Newest first. */
  sent(from: string, page: PageRequest): Promise<Page<Letter>>
  /** Newest first: index and unindexed tail together, so that it is exact at once. Never writes. */
  search(
    query: Query,
    owner: string | null,
    now: number,
    page: PageRequest & { readonly best: boolean },
  ): Promise<Page<Letter>>
  /**
   * The same among what left for cold files, newest first. Those are read rather than looked up, so much at a time:
   * a page may be short, or empty, and yet have a next one.
   */
  searchCold(query: Query, owner: string | null, now: number, page: PageRequest): Promise<Page<Letter>>
  /** The bodies of messages as far as search looks through them, in the order asked; of a lost one nothing. */
  searchedBodies(messages: readonly number[]): Promise<readonly string[]>
  /** The newest message of all; 0 where there is none. */
  newest(): Promise<number>
  /** Which of these messages an agent has answered. */
  answeredBy(agent: string, messages: readonly number[]): Promise<readonly number[]>
  /** How many of a sender's last `most` messages were sent after a time. */
  sentSince(from: string, since: number, most: number): Promise<number>
  /** Brings the text index up to date by one slice; `true` while more is left. */
  index(): Promise<boolean>
  /** The id on the wire: a version-4-shaped UUID that only this store gives to this message. */
  uuid(message: Pick<FullMessage, 'id' | 'from' | 'sentAt'>): Promise<string>
}
