import type { Cells, Connection, Engine, KeptBody, Mark, Tx, Values } from './connection.ts'
import { spoken } from './dialect.ts'
import type { Rings } from './rung.ts'
import { ported, step, type Work, type Working } from './work.ts'

type Answer<T> = T | PromiseLike<T>
type Statement = {
  get(...values: readonly unknown[]): Answer<unknown>
  all(...values: readonly unknown[]): Answer<readonly unknown[]>
  run(...values: readonly unknown[]): Answer<{ readonly changes: number }>
}

type Asking = {
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
}

/** What an engine's own connection does, at once or as promises. */
type Driver = Asking & {
  readonly location: string
  readonly store: object
  readonly isWriting: boolean
  readonly mark: Mark | null
  /** Statements that only read, where these are asked otherwise. */
  readonly reading?: Asking
  /** The deed is given the connection of the change; none where a change has the same. */
  write<T>(deed: (at?: Driver) => Answer<T>, rings?: Rings<T>): Answer<T>
  read<T>(look: (at?: Driver) => Answer<T>): Answer<T>
}

type Speaking = {
  readonly driver: Driver
  readonly engine: Engine
  readonly dialect: Parameters<typeof spoken>[0]
  /** The connection of a change. */
  readonly within: (driver: Driver) => Tx
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
  /** The other way round. */
  readonly driverOf: (connection: Connection) => D
  /** A part of the port, each of whose methods does its work. */
  readonly partOn: <Part extends object>(driver: D, open: (connection: Connection) => Working<Part>) => Part
} {
  const known = new WeakMap<D, Tx>()
  const drivers = new WeakMap<Connection, D>()
  function shared(driver: D): Tx {
    let opened = known.get(driver)
    if (opened === undefined) {
      const within = (inner: Driver) => shared(inner as D)
      opened = speaking({ driver, engine: openEngine(driver), dialect, within, doing })
      known.set(driver, opened)
      drivers.set(opened, driver)
    }
    return opened
  }
  function driverOf(connection: Connection): D {
    const driver = drivers.get(connection)
    if (driver === undefined) throw new Error('A connection of another engine')
    return driver
  }
  return { shared, driverOf, partOn: (driver, open) => ported(open(shared(driver)), doing) }
}

/** A connection for the rules of both engines. */
function speaking({ driver, engine, dialect, within, doing }: Speaking): Tx {
  const said = saidIn(dialect)
  const txOf = (inner: Driver | undefined) => (inner === undefined ? (connection as Tx) : within(inner))
  const { reading = driver } = driver
  const changingOf = remembering((sql) => driver.statement(said(sql)))
  const statementOf = remembering((sql) => reading.statement(said(sql)))
  const columnOf = remembering((sql) => reading.column(said(sql)))
  const wideOf = remembering((sql, columns: string) => reading.arrays(columns, said(sql)))
  const bodiesOf = remembering((columns) => remembering((from) => reading.bodies(said(columns), said(from))))
  const connection: Connection = {
    location: driver.location,
    store: driver.store,
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
      return (yield* step(() => changingOf(sql).run(...values))).changes
    },
    call: <Row>(sql: string, ...values: Values) =>
      step(() => changingOf(sql).get(...values) as Answer<Row | undefined>),
    write: (deed, rings) => step(() => driver.write((inner) => doing(deed(txOf(inner))), rings)),
    read: (look) => step(() => driver.read((inner) => doing(look(txOf(inner))))),
  }
  return connection as Tx
}

const texts = { sqlite: new Map<string, string>(), postgres: new Map<string, string>() }

/** Each statement is put into an engine's words once. */
function saidIn(dialect: Speaking['dialect']): (sql: string) => string {
  const known = texts[dialect]
  return (sql) => {
    let text = known.get(sql)
    if (text === undefined) known.set(sql, (text = spoken(dialect, sql)))
    return text
  }
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
