import type { NewCommission } from '../src/domain/commission.ts'
import type { IdReference } from '../src/domain/id.ts'
import type { JsonObject } from '../src/domain/json.ts'
import type { Kind } from '../src/domain/kind.ts'
import type { LoopCaps } from '../src/domain/loops.ts'
import type { Contents, FullLetter, FullMessage, Imported, Letter, Origin } from '../src/domain/message.ts'
import type { Tier } from '../src/domain/priority.ts'
import type { Compared, WordCount } from '../src/domain/query/likeness.ts'
import type { Query } from '../src/domain/query/query.ts'
import type { MessageCursor } from './cursor.ts'
import type { Chosen, Page, PageRequest } from './page.ts'

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
  /** A program wrote it by itself. */
  readonly automatic?: boolean
  /** How many answers came before it, one after another, without a person between. */
  readonly hops?: number
  /** Beyond these its copies are held back. Without them nothing is: a person writes, or a rule of mail. */
  readonly caps?: LoopCaps
  /** The message whose place it takes: see `replace`. */
  readonly replaces?: number
  readonly replyTo: number | null
  /** `null` starts a new thread. */
  readonly thread: number | null
  readonly recipients: readonly {
    readonly address: string
    readonly via: string
    /** Further ways by which it is addressed, in their order; absent for nearly all. */
    readonly alsoVia?: readonly string[] | undefined
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
    /** Nothing came after this in its task. */
    readonly taskNewest?: number
  }
  /** The task of MAIL's that it begins, where there is none by that id. Another owner's is a `conflict`. */
  readonly begins?: NewCommission
  /** For a sealed message, whose text is never the same twice: distinguishes a repeat with the same `key` from other content. */
  readonly sameAs?: string
  /** The recipients as they were asked for, where some were chosen: a repeat of the key is recognised by these. */
  readonly asked?: readonly string[]
  /** Recipients that were chosen, with what the log says about the choice. */
  readonly chosen?: readonly { readonly address: string; readonly detail: JsonObject }[]
  /** A foreign id, in addition to its own. */
  readonly foreign?: { readonly format: string; readonly id: string }
}

export type Posted = {
  readonly id: number
  readonly thread: number
  readonly duplicate: boolean
  /** The newest with the same subject that still lies unread with one of these recipients, where `repeatsAmong` asked for it. */
  readonly repeats?: Repeated | undefined
  /** Recipients whose copies are held back for a person, and by which loop. */
  readonly withheld?: Withheld | undefined
}

export type Withheld = { readonly loop: number; readonly from: readonly string[] }

export type Repeated = { readonly id: number; readonly address: string; readonly isRead: boolean }

/** `fromSender`: all of it is the same sender's. */
export type Newer = {
  readonly message: number
  readonly count: number
  readonly fromSender: boolean
  readonly newest: { readonly id: number; readonly from: string; readonly sentAt: number }
}

/** `subject` is the first message's. */
export type Thread = Page<FullLetter> & { readonly thread: number; readonly subject: string }

/** Earlier mail that resembles a new message. */
export type Alike = {
  /** Among how many messages the words were counted. */
  readonly documents: number
  /** The rarest of the asked words that occur at all. */
  readonly words: readonly WordCount[]
  /** The newest messages with one of them. */
  readonly messages: readonly Compared[]
}

/** A row of a list; `beside` where it was chosen. */
export type Entry = Letter & {
  readonly beside?: {
    /** The characters of its body, as people count them; 0 where that is lost. */
    readonly size: number
    /** When the owner archived it last. */
    readonly archivedAt: number | null
    /** A copy of it waits for another swarm. */
    readonly isWaiting: boolean
  }
}

export type MessageStore = {
  /**
   * Stores a message with all its copies. The same sender and key again gives the first message's id and
   * `duplicate`. @throws `conflict` same key, other content; a recipient's unread mail is at its limit · `stale` · `not-found` a recipient is gone
   */
  deliver(post: Post): Promise<Posted>
  /** The same for one that takes another's place: that one is taken back with the same change. @throws `conflict` it was replaced, or is finished, too */
  replace(post: Post & { readonly replaces: number }): Promise<Posted>
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
  sent(from: string, page: PageRequest & Chosen): Promise<Page<Entry>>
  /**
   * Newest first: index and unindexed tail together, so that it is exact at once. Never writes. A sealed body has no words.
   * @param page `bodies`: these, too, as `searchedBodies` gives them
   */
  search(
    query: Query,
    owner: string | null,
    now: number,
    page: PageRequest & { readonly best: boolean; readonly bodies?: boolean },
  ): Promise<Page<Letter> & { readonly bodies: readonly string[] }>
  /**
   * The same among what left for cold files, newest first. Those are read rather than looked up, so much at a time:
   * a page may be short, or empty, and yet have a next one.
   */
  searchCold(query: Query, owner: string | null, now: number, page: PageRequest): Promise<Page<Letter>>
  /**
   * Messages of these kinds with one of the words, the newest `most`: to one of these recipients (`null`: to anybody). Looks
   * through a limited number of the newest messages only, so its cost does not follow the size of the store.
   */
  alike(asked: {
    readonly words: readonly string[]
    readonly kinds: readonly Kind[]
    readonly to: readonly string[] | null
    readonly most: number
  }): Promise<Alike>
  /** The message that a sender sent with a key; `null` if there is none. */
  keyed(from: string, key: string): Promise<number | null>
  /** The bodies of messages as far as search looks through them, in the order asked; of a lost one nothing. */
  searchedBodies(messages: readonly number[]): Promise<readonly string[]>
  /** The newest message of all, `null` where there is none; `cursor` stands after all messages that there are. */
  newest(): Promise<{ readonly message: number | null; readonly cursor: MessageCursor }>
  /**
   * The cursor just before or after a message; `null` where there is no such message. Later messages come after
   * both. Messages stored at the same moment may be on either side: a reader may get one again, but never misses one.
   */
  cursorAt(message: number, side: 'before' | 'after'): Promise<MessageCursor | null>
  /** Which of these messages arrived after a cursor. */
  arrivedAfter(cursor: MessageCursor, messages: readonly number[]): Promise<readonly number[]>
  /** Which of these messages an agent has answered. */
  answeredBy(agent: string, messages: readonly number[]): Promise<readonly number[]>
  /**
   * Of these messages of an owner's mailbox, those to which newer mail of the same sender, or in the same thread, has come there: how
   * much, counted up to 50, and the newest of it. What was taken back does not count.
   */
  newer(owner: string, messages: readonly number[]): Promise<readonly Newer[]>
  /** How many of a sender's last `most` messages were sent after a time. */
  sentSince(from: string, since: number, most: number): Promise<number>
  /** Who sent sealed mail to a holder (`null`: to anybody) since a time, by address. */
  sealers(holder: string | null, since: number): Promise<readonly string[]>
  /** Brings the text index up to date by one slice; `true` while more is left. */
  index(): Promise<boolean>
  /** The id on the wire: a version-4-shaped UUID that only this store gives to this message. */
  uuid(message: Pick<FullMessage, 'id' | 'from' | 'sentAt'>): Promise<string>
}
