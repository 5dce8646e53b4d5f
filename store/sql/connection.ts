import type { ChangeWord, RosterWord } from '../../src/domain/change.ts'
import type { FullMessage } from '../../src/domain/message.ts'
import type {
  Author,
  Claimed,
  ClaimRequest,
  Doer,
  Held,
  LogStore,
  MailboxFilter,
  Post,
  Posted,
} from '../mail-store.ts'
import type { SealedTable } from '../shared/seals.ts'
import type { Order } from './order.ts'
import type { ChangeRequest, OpenChange } from './rows/changes.ts'
import type { Prepared } from './rows/prepared.ts'
import type { Rings } from './rung.ts'
import type { CopyRow } from './tables/deliveries.ts'
import type { MessageRow } from './tables/messages.ts'
import type { Work } from './work.ts'

export type Value = string | number | null
/** In the order of the question marks; or one object, by the names after the @. */
export type Values = readonly (Value | Readonly<Record<string, Value>>)[]

/** Of what was learned within a change: it counts elsewhere once that is stored. */
export type Mark = { readonly isStored: boolean }

/** One row of many columns, in their order. */
export type Cells = readonly never[]

/** A row of many columns: they are named once, and read by their place. */
export type Shape<Row> = {
  /** As SELECT takes them. Each has a name of its own: `m.id`, or `d.expires_at AS ends_at`. */
  readonly columns: string
  readonly rowOf: (cells: Cells) => Row
}

/** What the row of a message keeps of its body: all, the name of a file, or nothing where it was put away. */
export type KeptBody = { readonly body: string; readonly body_file: string | null }

/**
 * A store that speaks SQL. Its words are those that both engines know, and those of `dialect.ts`; parameters are `?` in their
 * order, or `@name` from an object. A statement is prepared when it is first asked for, then kept.
 */
export type Connection = {
  /** How the store is named to people. */
  readonly location: string
  /** The same for each connection to a store, within a change, too: what is known of the store is kept under it. */
  readonly store: object
  /** What the engine does in its own way. */
  readonly engine: Engine
  /** Within a change that may meet others: rows are read to be changed. */
  readonly isWriting: boolean
  /** Of what is learned just now: it may never be stored. `null` outside a change. */
  readonly mark: Mark | null
  /** The first row. */
  row<Row>(sql: string, ...values: Values): Work<Row | undefined>
  rows<Row>(sql: string, ...values: Values): Work<readonly Row[]>
  /** The first column of the first row. */
  cell<Cell>(sql: string, ...values: Values): Work<Cell | undefined>
  /** The first column of all rows. */
  cells<Cell>(sql: string, ...values: Values): Work<readonly Cell[]>
  /** All rows of a statement that selects the columns of a shape. */
  wide<Row>(shape: Shape<Row>, sql: string, ...values: Values): Work<readonly Row[]>
  /** The same of messages `m` with what their rows keep of bodies; `from` begins with the tables. */
  whole<Row>(shape: Shape<Row>, from: string, ...values: Values): Work<readonly (Row & KeptBody)[]>
  /** Runs a statement, and tells how many rows it changed. */
  run(sql: string, ...values: Values): Work<number>
  /** What a function gives that changes something. */
  call<Row>(sql: string, ...values: Values): Work<Row | undefined>
  /**
   * Runs a change completely or not at all; the bell rings afterwards for what it altered. The deed may be repeated, so it
   * changes nothing but the store.
   */
  write<T>(deed: (tx: Tx) => Work<T>, rings?: Rings<T>): Work<T>
  /** Several looks at one moment. */
  read<T>(look: (at: Connection) => Work<T>): Work<T>
}

declare const isChange: unique symbol

/** A connection within a change: whatever needs to be part of one asks for this. */
export type Tx = Connection & { readonly [isChange]: true }

export type Content = Pick<FullMessage, 'body'> & Partial<FullMessage>

/** What a session was told of messages, and the cursor after all that is there. */
export type Told = Awaited<ReturnType<LogStore['told']>>
/** Copies `d` of agents `a`: agent by agent, and within one by a column of theirs and then by rank. */
export type CopiesByAgent = {
  /** Of the rows: `d.agent_id`, `d.rank`, and the column that they are ordered by. */
  readonly columns: string
  readonly where: string
  readonly by?: string
  /** The index that has them in this order, where SQLite does not choose it by itself. */
  readonly index?: string
  /** The parameter of how many are wanted at most. */
  readonly most: string
}

export type Places = {
  readonly arrivedAt: number
  /** In the order in which messages are stored. */
  nextId(): Work<number>
}

/** The last rows of the log that may be sealed. */
export type Sealable = {
  readonly deed: number
  readonly event: number
  /** Whether no row can come between those up to them any more. */
  isOver(): Work<boolean>
}

/** A message that is there, and one agent's copy of it where it has one. */
export type Looked = { readonly message: MessageRow; readonly row: CopyRow | undefined }

/** One agent's copies of messages; the copies are found otherwise where no agent is named. */
export type Targets = { readonly agent: number | undefined; readonly messages: readonly number[] }

/** Copies that are looked at, and then changed: within a transaction, or worked out first and stored by one call. */
export type CopyChanges = {
  /** What is read is read here. */
  readonly at: Connection
  /** `null` where the changes are worked out first: then only copies that were looked at can be changed. */
  readonly within: { readonly tx: Tx; readonly deed: OpenChange } | null
  /** A target. */
  look(message: number): Work<Looked | undefined>
  /** A copy that an actor was given last, where that is remembered. */
  given(message: number, actor: string): (Looked & { readonly row: CopyRow }) | undefined
  /** A copy as it is after the changes so far. */
  now(row: CopyRow): CopyRow
  readonly change: OpenChange['change']
}

/** Mail on its way to a reader: who hands it over, whose it is, and when. */
export type HandOver = { readonly doer: Doer; readonly owner: string; readonly at: number }

/**
 * Changes that a server stores with one call, in which it checks that all is still as it was looked at. `undefined`: nothing was
 * stored, since something is not as most often; the rules then do it step by step, and say what is wrong.
 */
export type Fast = {
  deliver(connection: Connection, prepared: Prepared): Work<Posted | undefined>
  change<T>(
    connection: Connection,
    request: ChangeRequest,
    targets: Targets,
    work: (copies: CopyChanges) => Work<T | undefined>,
  ): Work<T | undefined>
  holdNext(
    connection: Connection,
    handOver: HandOver,
    until: number,
    filter: MailboxFilter,
  ): Work<Held | null | undefined>
  claim(
    connection: Connection,
    doer: Doer,
    request: ClaimRequest,
    at: number,
  ): Work<Claimed | null | undefined>
}

/** What an engine does in its own way. */
export type Engine = {
  /** What it does in one call, where it can. */
  readonly fast: Fast | null
  /** A fact as opening the store found it, the first time that it is asked for; else `undefined`. */
  learned(fact: string): string | null | undefined
  /** Gives a name that the store has not met a number. */
  newNumber(tx: Tx, address: string): Work<number>
  /**
   * The body of a message; or, where it was put away, all that a row does not have.
   * @throws MailError `damaged`
   */
  contentOf(message: number, kept: KeptBody): Work<Content>
  /** Puts a body that is too long for a row elsewhere, so that it survives a power cut, and tells where; `null` for all others. */
  keepLong(body: string): Work<string | null>
  /** The newest messages of which an agent has copies, or unread ones, of those before a number; the newest first. */
  newestCopies(agent: number, before: number, most: number, which: 'all' | 'unread'): Work<readonly number[]>
  /** What a session knows of messages, and the moment of the look. */
  toldOf(agent: number, session: string, messages: readonly number[]): Work<Told>
  /** How it asks for them: no engine sorts a whole backlog to find one batch of it. */
  copiesByAgent(copies: CopiesByAgent): string
  /** Numbers for messages that are stored now, and when they arrive: arrival never runs backwards. */
  placesFor(tx: Tx, at: number): Work<Places>
  /** What one write does to copies. */
  openChange(tx: Tx, request: ChangeRequest): OpenChange
  /** A change that no message is about is recorded; one of places and the like enters its actor's journal, too. */
  noteChange(tx: Tx, author: Author, what: ChangeWord | RosterWord, about: string): Work<void>
  /** In which order rows became visible. */
  readonly order: Order
  /** Parts of a long walk that it is asked for at once: one that keeps its program busy gives others a turn after each. */
  readonly slicesAtOnce: number
  /** The newest message of a moment that a change noted. */
  newestAt(moment: string): Work<number>
  /** All columns of the log, none of which ever changes. */
  readonly sealedColumns: Readonly<Record<SealedTable, string>>
  /** `null` where all is sealed, or this user may not seal. */
  sealable(): Work<Sealable | null>
  /** The version of the store's tables. */
  schemaVersion(): Work<number>
  /** From here on no other change of the facts comes between. */
  lockFacts(tx: Tx): Work<void>
  /** From here on no other change of the roster comes between. */
  lockRoster(tx: Tx): Work<void>
  /** The same, for those who only ask the roster: they do not wait for each other. */
  keepRoster(tx: Tx): Work<void>
  /** Of two that write in one thread or task, or to one full mailbox, the second sees what the first stored. */
  lockSending(tx: Tx, post: Pick<Post, 'thread' | 'task'>): Work<void>
  lockMailboxes(tx: Tx, owners: readonly string[]): Work<void>
  /** Lets a change take as long as it needs: nobody limits how much mail a roster, an import or an undo touches. */
  allowLongChange(tx: Tx): Work<void>
  /** Of several who would ring for an agent at one moment the others see what the first one did. */
  lockBells(tx: Tx, agent: number): Work<void>
  /** Shells ask whether mail waits for an agent without starting a program. */
  markWaiting(tx: Tx, agent: number): Work<void>
  /** Prepares to mark many, before a change begins that does. */
  markAhead(addresses: readonly string[]): void
  /** They may ask about an agent that was registered just now. */
  markKnown(tx: Tx, agent: number): Work<void>
  /** Of two that reserve at the same time the second sees what the first has. */
  lockReservations(tx: Tx): Work<void>
  /** They ask whether anything is reserved, too. */
  markReserved(tx: Tx, isReserved: boolean): Work<void>
  /** They ask whether an agent waits for a person. */
  markAsking(tx: Tx, address: string, isAsking: boolean): Work<void>
  isMarkedAsking(address: string): Work<boolean>
}
