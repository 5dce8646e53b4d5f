import type { ChangeWord } from '../../src/domain/change.ts'
import type { Author } from '../mail-store.ts'
import type { Work } from './work.ts'

export type Value = string | number | null
/** In the order of the question marks; or one object, by the names after the @. */
export type Values = readonly (Value | Readonly<Record<string, Value>>)[]

/**
 * A store that speaks SQL. Its words are those that both engines know, and those of `dialect.ts`; parameters are `?` in their
 * order, or `@name` from an object. A statement is prepared when it is first asked for, then kept.
 */
export type Connection = {
  /** How the store is named to people. */
  readonly location: string
  /** What the engine does in its own way. */
  readonly engine: Engine
  /** The first row. */
  row<Row>(sql: string, ...values: Values): Work<Row | undefined>
  rows<Row>(sql: string, ...values: Values): Work<readonly Row[]>
  /** The first column of the first row. */
  cell<Cell>(sql: string, ...values: Values): Work<Cell | undefined>
  /** The first column of all rows. */
  cells<Cell>(sql: string, ...values: Values): Work<readonly Cell[]>
  /** Runs a statement, and tells how many rows it changed. */
  run(sql: string, ...values: Values): Work<number>
  /**
   * Runs a change completely or not at all; the bell rings afterwards unless `rings` is false. The deed may be repeated, so it
   * changes nothing but the store.
   */
  write<T>(deed: (tx: Tx) => Work<T>, rings?: (result: T) => boolean): Work<T>
  /** Several looks at one moment. */
  read<T>(look: (at: Connection) => Work<T>): Work<T>
}

declare const isChange: unique symbol

/** A connection within a change: whatever needs to be part of one asks for this. */
export type Tx = Connection & { readonly [isChange]: true }

/** What an engine does in its own way. */
export type Engine = {
  /** The number of a name; it is -1 for one that the store never met. */
  numberOf(address: string): Work<number>
  /** Gives an unknown name a number. It is on nobody's roster for that. */
  requireNumber(tx: Tx, address: string): Work<number>
  /** A change that no message is about enters its actor's journal. */
  noteChange(tx: Tx, author: Author, what: ChangeWord, about: string): Work<void>
  /** From here on no other change of the roster comes between. */
  lockRoster(tx: Tx): Work<void>
  /** Where mail can go may have changed. */
  raiseRosterVersion(tx: Tx): Work<void>
  /** Of two that reserve at the same time the second sees what the first has. */
  lockReservations(tx: Tx): Work<void>
  /** Shells ask whether anything is reserved without starting a program. */
  markReserved(tx: Tx, isReserved: boolean): Work<void>
  /** They ask whether an agent waits for a person, too. */
  markAsking(tx: Tx, address: string, isAsking: boolean): Work<void>
  isMarkedAsking(address: string): Work<boolean>
}
