import type { Pool, QueryConfig, QueryResult } from 'pg'
import type { Cells, KeptBody } from '../../sql/connection.ts'
import type { Rings } from '../../sql/rung.ts'
import { compiled } from './compiled.ts'
import { openLending } from './lending.ts'
import { type Looks, openLooks, type Query } from './looks.ts'
import type { Opening } from './opening.ts'
import { openServerClock, type ServerClock } from './server-clock.ts'
import { type Mark, openTransactions, repeated, type Transaction } from './transactions.ts'

/** One SQL text. Its parameters are `?` in their order, or `@name` from an object. */
export type Statement = {
  get(...values: readonly unknown[]): Promise<unknown>
  all(...values: readonly unknown[]): Promise<readonly unknown[]>
  run(...values: readonly unknown[]): Promise<{ readonly changes: number }>
}

/** A store's server. Everything that touches it goes through here; what belongs to a transaction, by the connection of that. */
export type Connection = {
  /** How the store is named to people: without a password. */
  readonly location: string
  readonly pool: Pool
  readonly clock: ServerClock
  /** What is known of the store is kept under it. */
  readonly store: object
  /** Most changes are one call of the server; else each is a transaction, as where a call leaves it to be done so. */
  readonly isFast: boolean
  /** What was learned as the store was opened. */
  readonly opening: Opening | null
  /** How many changes this program has made. */
  readonly changes: number
  /** Within `write`: rows are read to be changed. */
  readonly isWriting: boolean
  /** Of what is learned just now, within a change or among those that are gathered: it may never be stored. */
  readonly mark: Mark | null
  statement(sql: string): Statement
  /** The same for one column, whose values come bare. */
  column(sql: string): Statement
  /** Statements that only read: those of one turn see one moment. None within a change or a look. */
  readonly reading?: Asking
  /** The same for rows of many columns, by their place. */
  arrays(columns: string, sql: string): { all(...values: readonly unknown[]): Promise<readonly Cells[]> }
  /** The same of messages, with their bodies. */
  bodies(
    columns: string,
    from: string,
  ): { all(...values: readonly unknown[]): Promise<readonly (KeptBody & { readonly cells: Cells })[]> }
  /**
   * Runs a change completely or not at all; waiting machines are rung for what it altered. The deed is repeated where it
   * met another one, so it must not change anything but the store.
   */
  write<T>(deed: (at: Connection) => T | Promise<T>, rings?: Rings<T>): Promise<T>
  /** A change that is one call of a function of the server: it needs no transaction of its own, and rings by itself. */
  single<T>(change: () => Promise<T>): Promise<T>
  /** From now on looks see all that is stored by now: something was altered, here or elsewhere. */
  renew(): void
  /** Several looks at one moment. */
  read<T>(look: (at: Connection) => T | Promise<T>): Promise<T>
  /** From now on changes are stored together, by `commit`; each still happens completely or not at all. */
  gather(): void
  /** Stores what was gathered, and rings once. @throws where nothing of it could be stored */
  commit(): Promise<void>
  close(): Promise<void>
}

type Connecting = {
  readonly isFast?: boolean
  /** The process runs one command only. */
  readonly isAlone?: boolean
  readonly clock?: ServerClock
  readonly opening?: Opening | null
}

type Asking = Pick<Connection, 'statement' | 'column' | 'arrays' | 'bodies'>

export function connect(
  pool: Pool,
  location: string,
  { isFast = true, isAlone = false, clock = openServerClock(pool), opening = null }: Connecting = {},
): Connection {
  const lending = openLending(pool, isAlone)
  const transactions = openTransactions(lending)
  const looks = openLooks(lending, isAlone)
  let isGathering = false
  let changes = 0
  const about = { location, pool, clock, store: pool, isFast, opening }

  const within = (query: Query, transaction: Transaction | null): Connection =>
    inner({ ...about, changes }, query, transaction)

  const outer: Connection = {
    ...about,
    get changes() {
      return changes
    },
    isWriting: false,
    get mark() {
      return transactions.gathered?.mark ?? null
    },
    ...statementsOf(
      async (question) =>
        transactions.gathered?.client.query(question) ?? renewed(looks, () => lending.ask(question)),
    ),
    reading: statementsOf(
      async (question) => transactions.gathered?.client.query(question) ?? looks.ask(question),
    ),
    async write(deed, rings = () => true) {
      changes += 1
      const change = (transaction: Transaction) =>
        deed(within(async (question) => transaction.client.query(question), transaction))
      return renewed(looks, async () =>
        isGathering ? transactions.add(change, rings) : repeated(() => transactions.run(change, rings)),
      )
    },
    async single(change) {
      changes += 1
      return renewed(looks, async () =>
        isGathering ? transactions.add(change, () => true) : repeated(change),
      )
    },
    renew: looks.renew,
    async read(look) {
      if (transactions.gathered !== null) return look(outer)
      return looks.look(async (query) => look(within(query, null)))
    },
    gather() {
      isGathering = true
    },
    async commit() {
      isGathering = false
      await renewed(looks, () => transactions.commit())
    },
    async close() {
      // Nothing is gathered any more once it ends.
      const ended = pool.end()
      await transactions.drop()
      await ended
    },
  }
  return outer
}

type About = Pick<Connection, 'location' | 'pool' | 'clock' | 'store' | 'isFast' | 'opening' | 'changes'>

/** A connection within a change, which has the mark of what is learned in it, or a look. */
function inner(about: About, query: Query, transaction: Transaction | null): Connection {
  const within: Connection = {
    ...about,
    isWriting: transaction !== null,
    get mark() {
      return transaction?.mark ?? null
    },
    ...statementsOf(query),
    async write(deed) {
      if (transaction === null) throw new Error('A look changes nothing')
      return deed(within)
    },
    single: async (change) => change(),
    renew: noOther,
    read: async (look) => look(within),
    gather: noOther,
    commit: noOther,
    close: noOther,
  }
  return within
}

/** Looks that are asked for after a change see it. */
async function renewed<T>(looks: Looks, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } finally {
    looks.renew()
  }
}

function noOther(): never {
  throw new Error('A transaction gathers nothing, and does not end its connection')
}

function statementsOf(query: (question: QueryConfig) => Promise<QueryResult>): Asking {
  async function ask(sql: string, values: readonly unknown[], rowMode?: 'array') {
    const question = { ...compiled(sql, values), ...(rowMode && { rowMode }) }
    return query(question)
  }
  const arrays = async (sql: string, values: readonly unknown[]) =>
    (await ask(sql, values, 'array')).rows as unknown as readonly Cells[]
  const cells = async (sql: string, values: readonly unknown[]): Promise<readonly unknown[]> =>
    (await arrays(sql, values)).map(([cell]) => cell)
  const run: (sql: string) => Statement['run'] =
    (sql) =>
    async (...values) => ({ changes: (await ask(sql, values)).rowCount ?? 0 })
  return {
    statement: (sql) => ({
      get: async (...values) => (await ask(sql, values)).rows[0],
      all: async (...values) => (await ask(sql, values)).rows,
      run: run(sql),
    }),
    column: (sql) => ({
      get: async (...values) => (await cells(sql, values))[0],
      all: async (...values) => cells(sql, values),
      run: run(sql),
    }),
    bodies: (columns, from) => ({
      async all(...values) {
        const rows = await arrays(`SELECT ${columns}, m.body FROM ${from}`, values)
        return rows.map((cells) => ({ cells, body: cells.at(-1) ?? '', body_file: null }))
      },
    }),
    arrays: (_, sql) => ({ all: async (...values) => arrays(sql, values) }),
  }
}
