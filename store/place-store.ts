import type { Channel, ChannelStatus, Retention } from '../src/domain/channel.ts'
import type { Group } from '../src/domain/group.ts'
import type { JsonObject } from '../src/domain/json.ts'
import type { FullLetter, Letter } from '../src/domain/message.ts'
import type { Claim, Queue, QueueColumn, QueueCounts, QueueStatus } from '../src/domain/queue.ts'
import type { Moved } from './delivery-store.ts'
import type { Author, Doer, Made, Making, Page, PageRequest } from './page.ts'

/** The places that a roster shows beside its agents, at most 100 of each kind. Counts stop at 100, printed as `99+`. */
export type Places = {
  readonly queues: readonly {
    readonly name: string
    readonly status: QueueStatus
    readonly available: number
    readonly processing: number
    /** Given up: failed, or tried too often. */
    readonly failed: number
  }[]
  readonly channels: readonly {
    readonly name: string
    readonly status: ChannelStatus
    /** The reader gets a copy of every post. */
    readonly subscribed: boolean
    readonly posts: number
  }[]
  /** Every tag of an agent, and every tag that mail was sent to. */
  readonly tags: readonly { readonly tag: string; readonly bearers: number; readonly posts: number }[]
  readonly groups: readonly { readonly name: string; readonly members: number }[]
}

export type PlaceStore = {
  /** A cheap summary of every place, whatever its size. */
  list(reader: string, now: number): Promise<Places>
  /** The agent or person who made a group, queue or channel; `null` where the log does not say. */
  maker(address: string): Promise<string | null>
  /** The newest mail to a tag, the oldest of it first; the next page is the one before. The reader's copies come along. */
  tagged(tag: string, reader: string, now: number, page: PageRequest): Promise<Page<Letter>>
}

/**
 * Groups by name. Each change raises the roster's version, since it changes where mail goes. A change with an author enters
 * the author's journal, if it changed anything.
 */
export type GroupStore = {
  find(name: string): Promise<Group | null>
  list(page: PageRequest & Making): Promise<Page<Group & Made>>
  /** @throws `conflict` when there is one by this name */
  create(group: Group, author?: Author): Promise<Group>
  /** Adds members at the end and takes others away; those that are in, or not, stay so. @throws `not-found` */
  change(
    name: string,
    members: { readonly add: readonly string[]; readonly remove: readonly string[] },
    author?: Author,
  ): Promise<Group>
  /** The group as it was. @throws `not-found` */
  remove(name: string, author?: Author): Promise<Group>
  /** Groups that mail is held for, since they reached nobody when it was sent. */
  held(): Promise<readonly string[]>
  /** Delivers held mail to these agents, except their own, and ends the hold; returns the number of copies. */
  deliverHeld(name: string, agents: readonly string[], doer: Doer, at: number): Promise<number>
}

export type StreamLetter = Letter & { readonly pinned: boolean }

/**
 * Streams of posts. Subscribers' copies are theirs; what is pruned leaves the stream only. A change with an author enters
 * the author's journal, if it changed anything.
 */
export type ChannelStore = {
  find(name: string): Promise<Channel | null>
  list(page: PageRequest & Making): Promise<Page<Channel & Made>>
  /** Takes in posts that were held for its name. @throws `conflict` when there is one by this name */
  create(channel: Retention & { readonly name: string }, at: number, author?: Author): Promise<Channel>
  /** No more posts and no more subscribers; what is there stays. @throws `not-found` */
  close(name: string, author?: Author): Promise<Channel>
  /** Accepts posts and subscribers again. @throws `not-found` */
  reopen(name: string, author?: Author): Promise<Channel>
  /** Keeps more or fewer posts from now on; those beyond leave at once. @throws `not-found` */
  retain(name: string, retention: Retention, at: number, author?: Author): Promise<Channel>
  /** The channel as it was. Messages and copies stay. @throws `not-found` */
  remove(name: string, author?: Author): Promise<Channel>
  /** Takes effect with the next post. A pattern, set, role or tag is resolved for each post. @throws `not-found` · `conflict` when it is closed */
  subscribe(name: string, agent: string, at: number, author?: Author): Promise<Channel>
  unsubscribe(name: string, agent: string, author?: Author): Promise<Channel>
  /** The newest posts, the oldest of them first; the next page is the one before. The reader's own copies come along. */
  posts(name: string, reader: string, now: number, page: PageRequest): Promise<Page<StreamLetter>>
  /** Pins or unpins posts, so that retention spares them; returns those that are in the stream, and which of them changed. */
  pin(
    name: string,
    messages: readonly number[],
    pinned: boolean,
    author?: Author,
  ): Promise<{ readonly found: readonly number[]; readonly changed: readonly number[] }>
  /** The posts that a patrol would take out of each channel, oldest first. Writes nothing. */
  prunable(
    now: number,
  ): Promise<readonly { readonly channel: string; readonly messages: readonly number[] }[]>
  /** Prunes these posts unless they are pinned; returns those that this call removed. */
  prune(name: string, messages: readonly number[]): Promise<readonly number[]>
}

/** A queue with its items counted at a moment: those whose lease ran out are available. */
export type CountedQueue = Queue & QueueCounts

export type ClaimRequest = {
  /** One queue, or all that admit the claimant: then the most pressing of what each would give. */
  readonly queue: string | null
  /** The claimant's address in its forms, for the queues' patterns. */
  readonly forms: readonly string[]
  /** In milliseconds; `null` is the queue's own. */
  readonly lease: number | null
}

export type Claimed = {
  readonly queue: string
  readonly attempt: number
  readonly letter: FullLetter
  /** Items before it that were passed over: their bodies cannot be read. */
  readonly lost: readonly number[]
}

/** What is claimed in one turn with the end of another item, from the same queue. */
export type NextClaim = Pick<ClaimRequest, 'forms' | 'lease'>

/** An item that was ended, and the next one of its queue. */
export type Turn = {
  readonly moved: Moved
  /** `null` where the first one could not be ended, and where there is nothing to claim. */
  readonly next: Claimed | null
  /** Items that were passed over: their bodies cannot be read. */
  readonly lost: readonly number[]
}

/** Of one queue, or of all. */
export type BoardQuestion = { readonly queue: string | null; readonly column: QueueColumn }
export type BoardItem = { readonly queue: string; readonly letter: Letter }
/** An item, named by its queue and message. */
export type ItemName = { readonly queue: string; readonly message: number }

export type Ending =
  | { readonly verb: 'complete'; readonly keep: boolean }
  /** Back to the queue, or, when it was tried often enough, a dead letter. */
  | { readonly verb: 'fail' }
  /** Nothing: it is being worked on already. */
  | { readonly verb: 'process' }

/**
 * Work for one claimant each. Items in a queue belong to `queue:NAME`; the claimant is the doer's actor.
 * Every operation first returns the items of its queue's lapsed leases.
 */
export type QueueStore = {
  find(name: string, now: number): Promise<CountedQueue | null>
  list(page: PageRequest & Making, now: number): Promise<Page<CountedQueue & Made>>
  /** By queue, in each the most pressing first; what a lapsed lease holds is available. */
  board(question: BoardQuestion, page: PageRequest, now: number): Promise<Page<BoardItem>>
  boardCounts(queue: string | null, now: number): Promise<Readonly<Record<QueueColumn, number>>>
  /** Takes in mail that was held for its name. @throws `conflict` when there is one by this name */
  create(queue: Queue, doer: Doer, at: number): Promise<CountedQueue>
  /** @throws `not-found` */
  setStatus(name: string, status: QueueStatus, now: number, author?: Author): Promise<CountedQueue>
  /**
   * Gives the next item to exactly one claimant, under a lease; `null` where there is none for it: the queue is
   * empty, not active, full, or does not admit it.
   */
  claim(doer: Doer, request: ClaimRequest, at: number): Promise<Claimed | null>
  /** Restarts the lease now. @throws `conflict` · `stale` · `not-found` */
  renew(doer: Doer, claim: Claim, lease: number | null, at: number): Promise<FullLetter>
  /** Gives the item back untried: this claim is not counted. @throws `conflict` · `stale` · `not-found` */
  release(doer: Doer, claim: Claim, at: number): Promise<FullLetter>
  /** Puts the item back into the queue, from its claimant or from the dead letters. @throws `conflict` · `not-found` */
  requeue(doer: Doer, item: ItemName, at: number): Promise<Letter>
  /** A dead letter from now on; undo puts it back. @throws `conflict` · `not-found` */
  giveUp(doer: Doer, item: ItemName & { readonly reason: string }, at: number): Promise<Letter>
  /** Ends claims, each on its own; all that succeed are one change. */
  finish(
    doer: Doer,
    claims: readonly Claim[],
    ending: Ending,
    at: number,
    note?: JsonObject,
  ): Promise<readonly Moved[]>
  /**
   * Ends one claim, and claims the next item of its queue, as one change. Where the claim cannot be ended nothing is
   * claimed; where there is nothing to claim it is ended all the same.
   */
  finishAndClaim(
    doer: Doer,
    claim: Claim,
    finish: { readonly ending: Exclude<Ending, { verb: 'process' }>; readonly note?: JsonObject },
    next: NextClaim,
    at: number,
  ): Promise<Turn>
  /** Claims with an expired lease, up to a limit. Writes nothing. */
  lapsed(limit: number, now: number): Promise<readonly number[]>
  /** Returns such claims to their queues; what was tried often enough becomes a dead letter. */
  returnLapsed(doer: Doer, limit: number, at: number): Promise<readonly number[]>
}
