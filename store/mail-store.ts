import type { ChangeKind } from '../src/domain/change-kind.ts'
import type { JsonObject } from '../src/domain/json.ts'
import type { AlertStore } from './alert-store.ts'
import type { AttentionStore } from './attention-store.ts'
import type { BackupStore } from './backup-store.ts'
import type { MessageCursor } from './cursor.ts'
import type { DebateStore } from './debate-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { ExchangeStore } from './exchange-store.ts'
import type { FleetStore } from './fleet-store.ts'
import type { LogStore, StatisticsStore } from './log-store.ts'
import type { LoopStore } from './loop-store.ts'
import type { MessageStore } from './message-store.ts'
import type { Page, PageRequest } from './page.ts'
import type { OutboxStore, PeerStore, TokenStore } from './peer-store.ts'
import type { ChannelStore, GroupStore, PlaceStore, QueueStore } from './place-store.ts'
import type { ReservationStore } from './reservation-store.ts'
import type { RosterStore } from './roster-store.ts'
import type { AskStore, BellStore, RequestStore, SessionStore } from './session-store.ts'
import type { CommissionStore, TaskStore } from './task-store.ts'
import type { UpkeepStore } from './upkeep-store.ts'
import type { AssignmentStore, ViewStore } from './view-store.ts'

export type * from './alert-store.ts'
export type * from './attention-store.ts'
export type * from './backup-store.ts'
export type * from './cursor.ts'
export type * from './debate-store.ts'
export type * from './delivery-store.ts'
export type * from './exchange-store.ts'
export type * from './fleet-store.ts'
export type * from './log-store.ts'
export type * from './loop-store.ts'
export type * from './message-store.ts'
export type * from './page.ts'
export type * from './peer-store.ts'
export type * from './place-store.ts'
export type * from './reservation-store.ts'
export type * from './roster-store.ts'
export type * from './session-store.ts'
export type * from './task-store.ts'
export type * from './upkeep-store.ts'
export type * from './view-store.ts'

/**
 * The contract of a store. Each method is atomic: all of it happens, or none. No caller holds a
 * transaction. Everything passed in and out is plain data, so that a store may live in another thread.
 *
 * Times are milliseconds since 1970, handed in by the caller, who has them of the store's own clock. Agents are
 * named by their address in normal form; messages by their number. Methods throw `MailError` with the codes
 * named here, and `busy` or `damaged` when the medium itself fails.
 *
 * Within a thread, within a task, and among the events of one message, numbers rise in the order in which they became
 * visible: nobody sees one before an earlier one. A message whose storing begins after another's has ended has the higher
 * number. For messages stored at the same moment, cursors give the order; numbers do not.
 */
export type MailStore = {
  /** The location that opens this store again: the path of its folder or of a backup's single file, or an address. */
  readonly location: string
  readonly facts: FactStore
  readonly roster: RosterStore
  readonly fleet: FleetStore
  readonly messages: MessageStore
  readonly deliveries: DeliveryStore
  readonly groups: GroupStore
  readonly queues: QueueStore
  readonly channels: ChannelStore
  readonly places: PlaceStore
  readonly log: LogStore
  readonly debates: DebateStore
  readonly tasks: TaskStore
  readonly drafts: DraftStore
  readonly views: ViewStore
  readonly presence: PresenceStore
  readonly sessions: SessionStore
  readonly asks: AskStore
  readonly bells: BellStore
  readonly requests: RequestStore
  readonly reservations: ReservationStore
  readonly loops: LoopStore
  readonly assignments: AssignmentStore
  readonly attention: AttentionStore
  readonly alerts: AlertStore
  readonly statistics: StatisticsStore
  readonly live: LiveStore
  readonly upkeep: UpkeepStore
  readonly backups: BackupStore
  readonly exchange: ExchangeStore
  readonly commissions: CommissionStore
  readonly tokens: TokenStore
  readonly peers: PeerStore
  readonly outbox: OutboxStore
  /**
   * The store's time, by which all is decided: that of its server, of the far end of its door, or of this machine. To one program it never
   * runs backwards, unless the store's own clock was set back. It asks nobody.
   */
  now(): number
  /** How far the clock of this machine is ahead of the store's, ms; negative where it is behind. Only as much of it as is certain. */
  ahead(): number
  /**
   * From now on changes may be stored together, by `commit`: for a caller that answers for all of them at once. Each still
   * happens completely or not at all. Until then others may have to wait with theirs, and may not see them.
   */
  gather(): void
  /** Stores what was gathered. @throws where it could not be stored: then nothing that was not stored before happened */
  commit(): Promise<void>
  /**
   * Whether the place that it was opened by still has this store. Where it was removed or replaced, every call fails with
   * `no-store`, also a change that was already written there, and this stays so.
   */
  isCurrent(): boolean
  /** Releases what is open. A command that ends may leave this out: nothing is lost by it. */
  close(): Promise<void>
}

export type RememberedFacts = {
  /** How far what follows from the messages of tasks is done. */
  readonly 'finished-upto': MessageCursor
  /** The swarm's definition that was loaded. */
  readonly 'swarm-definition': string
  /** What a loaded definition set for agents, and what stood before (`src/domain/definition-members.ts`). */
  readonly 'definition-members': string
  /** Swarms that mail did not reach or that were forgotten (`src/domain/lost-peers.ts`). */
  readonly 'lost-peers': string
  /** The ids that the store is trusted by. */
  readonly trust: string
  /** The process whose turn it is to run upkeep. */
  readonly upkeep: string
  /** The public keys that mail is sealed for. */
  readonly keys: string
}
export type RememberedFact = keyof RememberedFacts

export type FactStore = {
  /** The store's swarm alone, which every command asks for. */
  swarm(): Promise<string | null>
  /** The store's swarm, its identity, and its schema's version. */
  read(): Promise<{
    readonly swarm: string | null
    readonly store: string
    readonly schema: number
    readonly createdAt: number
  }>
  setSwarm(swarm: string): Promise<void>
  /** It was created for tests, where the clock may be moved. No store becomes one later. */
  isForTests(): Promise<boolean>
  /** Data that is remembered between runs. */
  remember<F extends RememberedFact>(name: F, value: RememberedFacts[F]): Promise<void>
  remembered<F extends RememberedFact>(name: F): Promise<RememberedFacts[F] | null>
  /** The next value in the place of `expect`; `false`, and nothing done, when it is another by now. */
  swap<F extends Exclude<RememberedFact, 'keys'>>(
    name: F,
    expect: RememberedFacts[F] | null,
    next: RememberedFacts[F],
  ): Promise<boolean>
}

/** A draft. `fields` is the operation's input, unchanged; with `sendAt` it is sent automatically. */
export type Draft = {
  readonly id: string
  readonly owner: string
  readonly operation: string
  readonly fields: JsonObject
  readonly savedAt: number
  readonly sendAt: number | null
}

export type DraftStore = {
  save(draft: Draft): Promise<void>
  find(owner: string, id: string): Promise<Draft | null>
  list(owner: string, page: PageRequest): Promise<Page<Draft>>
  remove(owner: string, id: string): Promise<boolean>
  /** Drafts of all owners whose time has come by then, the longest overdue first. */
  due(by: number, most: number): Promise<readonly Draft[]>
  /** Takes a draft out for sending; `null` when another process already did. */
  take(owner: string, id: string): Promise<Draft | null>
}

/** One open terminal: who sits there, what they look at, and whether they are answering it. */
export type Presence = {
  readonly id: string
  readonly who: string
  readonly thread: number | null
  readonly replying: boolean
  /** The agent that they act as, if not themselves. */
  readonly acting: string | null
  readonly seenAt: number
  /** When the last key was pressed there, if one was. */
  readonly keyAt: number | null
}

export type PresenceStore = {
  /** Seen at least this recently. */
  list(since: number): Promise<readonly Presence[]>
  put(presence: Presence): Promise<void>
  leave(id: string): Promise<void>
}

export type HookSignals = {
  /** Agents that may have mail that they were not shown. */
  readonly waiting: readonly string[]
  /** Agents with a session that waits for a person. */
  readonly asking: readonly string[]
  /** Somebody may have reserved a path. */
  readonly isReserved: boolean
}

export type LiveStore = {
  /**
   * Resolves when something in the store changed since the last answer (by anyone), or when the signal aborts, with all that this
   * may have altered. Whoever waits also waits for a store that is locked or cannot be reached for a while, here and in `mail`.
   */
  changed(signal: AbortSignal): Promise<readonly ChangeKind[]>
  /**
   * The same for one agent's mail: while none of it is unread, other agents' changes do not wake the caller. It may
   * resolve without a change, and does not report changes by time alone (the end of a snooze).
   */
  mail(owner: string, signal: AbortSignal): Promise<void>
  /** What the hooks of these agents look for. An agent that the store does not know counts as waiting. */
  signals(agents: readonly string[]): Promise<HookSignals>
  /** Keeps the store in shape while nobody waits: index, checkpoints. `true` while more is left. */
  tend(): Promise<boolean>
  /** The same for a process that wrote and is about to end: what is overdue, for about so long. It waits for nobody. */
  tidy(milliseconds: number): Promise<void>
}
