import type { Connection, Engine, Tx, Values } from './connection.ts'
import { spoken } from './dialect.ts'
import { step, type Work } from './work.ts'

type Answer<T> = T | PromiseLike<T>
type Statement = {
  get(...values: readonly unknown[]): Answer<unknown>
  all(...values: readonly unknown[]): Answer<readonly unknown[]>
  run(...values: readonly unknown[]): Answer<{ readonly changes: number }>
}

/** What an engine's own connection does, at once or as promises. */
type Driver = {
  readonly location: string
  statement(sql: string): Statement
  /** The same for one column, whose values come bare. */
  column(sql: string): Statement
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

/** The connection for the rules of both engines. A change is known to all that runs within it, so it is the same there. */
export function speaking({ driver, engine, dialect, doing }: Speaking): Tx {
  const statementOf = remembering((sql) => driver.statement(spoken(dialect, sql)))
  const columnOf = remembering((sql) => driver.column(spoken(dialect, sql)))
  const connection: Connection = {
    location: driver.location,
    engine,
    row: <Row>(sql: string, ...values: Values) =>
      step(() => statementOf(sql).get(...values) as Answer<Row | undefined>),
    rows: <Row>(sql: string, ...values: Values) =>
      step(() => statementOf(sql).all(...values) as Answer<readonly Row[]>),
    cell: <Cell>(sql: string, ...values: Values) =>
      step(() => columnOf(sql).get(...values) as Answer<Cell | undefined>),
    cells: <Cell>(sql: string, ...values: Values) =>
      step(() => columnOf(sql).all(...values) as Answer<readonly Cell[]>),
    *run(sql, ...values) {
      return (yield* step(() => statementOf(sql).run(...values))).changes
    },
    write: (deed, rings) => step(() => driver.write(() => doing(deed(connection as Tx)), rings)),
    read: (look) => step(() => driver.read(() => doing(look(connection)))),
  }
  return connection as Tx
}

function remembering<T>(make: (sql: string) => T): (sql: string) => T {
  const made = new Map<string, T>()
  return (sql) => {
    let one = made.get(sql)
    if (one === undefined) made.set(sql, (one = make(sql)))
    return one
  }
}
