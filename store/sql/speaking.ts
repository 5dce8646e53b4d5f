import type { Cells, Connection, Engine, KeptBody, Mark, Tx, Values } from './connection.ts'
import { spoken } from './dialect.ts'
import { ported, step, type Work, type Working } from './work.ts'

type Answer<T> = T | PromiseLike<T>
type Statement = {
  get(...values: readonly unknown[]): Answer<unknown>
  all(...values: readonly unknown[]): Answer<readonly unknown[]>
  run(...values: readonly unknown[]): Answer<{ readonly changes: number }>
}

/** What an engine's own connection does, at once or as promises. */
type Driver = {
  readonly location: string
  readonly isWriting: boolean
  readonly mark: Mark | null
  statement(sql: string): Statement
  /** The same for one column, whose values come bare. */
  column(sql: string): Statement
  /** The same for rows of many columns, by their place. */
  arrays(columns: string, sql: string): { all(...values: readonly unknown[]): Answer<readonly Cells[]> }
  /** The same of messages, with what their rows keep of bodies. */
  bodies(
    columns: string,
    from: string,
  ): { all(...values: readonly unknown[]): Answer<readonly (KeptBody & { readonly cells: Cells })[]> }
  write<T>(deed: () => Answer<T>, rings?: (result: T) => boolean): Answer<T>
  read<T>(look: () => Answer<T>): Answer<T>
}

type Speaking = {
  readonly driver: Driver
  readonly engine: Engine
  readonly dialect: Parameters<typeof spoken>[0]
  /** How the engine does work. */
  readonly doing: <T>(work: Work<T>) => Answer<T>
}

/** How the parts of the port that both engines share reach one of them. */
export function sharing<D extends Driver>(
  { dialect, doing }: Pick<Speaking, 'dialect' | 'doing'>,
  openEngine: (driver: D) => Engine,
): {
  /** The connection as the rules of both engines see it. */
  readonly shared: (driver: D) => Tx
  /** A part of the port, each of whose methods does its work. */
  readonly partOn: <Part extends object>(driver: D, open: (connection: Connection) => Working<Part>) => Part
} {
  const known = new WeakMap<D, Tx>()
  function shared(driver: D): Tx {
    let opened = known.get(driver)
    if (opened === undefined) {
      opened = speaking({ driver, engine: openEngine(driver), dialect, doing })
      known.set(driver, opened)
    }
    return opened
  }
  return { shared, partOn: (driver, open) => ported(open(shared(driver)), doing) }
}

/** The connection for the rules of both engines. A change is known to all that runs within it, so it is the same there. */
function speaking({ driver, engine, dialect, doing }: Speaking): Tx {
  const statementOf = remembering((sql) => driver.statement(spoken(dialect, sql)))
  const columnOf = remembering((sql) => driver.column(spoken(dialect, sql)))
  const wideOf = remembering((sql, columns: string) => driver.arrays(columns, spoken(dialect, sql)))
  const bodiesOf = remembering((columns) =>
    remembering((from) => driver.bodies(columns, spoken(dialect, from))),
  )
  const connection: Connection = {
    location: driver.location,
    engine,
    get isWriting() {
      return driver.isWriting
    },
    get mark() {
      return driver.mark
    },
    row: <Row>(sql: string, ...values: Values) =>
      step(() => statementOf(sql).get(...values) as Answer<Row | undefined>),
    rows: <Row>(sql: string, ...values: Values) =>
      step(() => statementOf(sql).all(...values) as Answer<readonly Row[]>),
    cell: <Cell>(sql: string, ...values: Values) =>
      step(() => columnOf(sql).get(...values) as Answer<Cell | undefined>),
    cells: <Cell>(sql: string, ...values: Values) =>
      step(() => columnOf(sql).all(...values) as Answer<readonly Cell[]>),
    *wide({ columns, rowOf }, sql, ...values) {
      return (yield* step(() => wideOf(sql, columns).all(...values))).map(rowOf)
    },
    *whole({ columns, rowOf }, from, ...values) {
      const found = yield* step(() => bodiesOf(columns)(from).all(...values))
      return found.map(({ cells, body, body_file }) => withBody(rowOf(cells), { body, body_file }))
    },
    *run(sql, ...values) {
      return (yield* step(() => statementOf(sql).run(...values))).changes
    },
    write: (deed, rings) => step(() => driver.write(() => doing(deed(connection as Tx)), rings)),
    read: (look) => step(() => driver.read(() => doing(look(connection)))),
  }
  return connection as Tx
}

function remembering<T, Beside extends readonly unknown[]>(
  make: (sql: string, ...beside: Beside) => T,
): (sql: string, ...beside: Beside) => T {
  const made = new Map<string, T>()
  return (sql, ...beside) => {
    let one = made.get(sql)
    if (one === undefined) made.set(sql, (one = make(sql, ...beside)))
    return one
  }
}

/** The row is nobody else's yet. Node 20 takes twenty times as long to spread it into another object. */
function withBody<Row>(row: Row, kept: KeptBody): Row & KeptBody {
  return Object.assign(row as Row & object, kept)
}
