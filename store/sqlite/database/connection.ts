import type { Cells, KeptBody, Mark } from '../../sql/connection.ts'
import type { Rings } from '../../sql/rung.ts'
import { nameOf } from '../../sql/shapes.ts'
import { type Database, openFile, type Statement } from './driver.ts'
import { isBusy, mailErrorOf } from './errors.ts'
import { type Group, openGroup } from './group.ts'
import type { Identity } from './identity.ts'
import { pause } from './patience.ts'
import { openSignals, type Signals } from './signals.ts'
import { openTelling } from './telling.ts'

export type { Statement }

type WideBodies = {
  all(...values: readonly unknown[]): readonly (KeptBody & { readonly cells: Cells })[]
}
type Wide = { all(...values: readonly unknown[]): readonly Cells[] }

/** One open store file. Everything that touches it goes through here. */
export type Connection = {
  readonly database: Database
  /** The store's folder. */
  readonly location: string
  /** What is known of the store is kept under it. */
  readonly store: object
  readonly readOnly: boolean
  /** What shells ask without starting a program. */
  readonly signals: Signals
  /** A copy that nobody else knows of is always the one meant. */
  readonly identity: Identity
  /** Nothing else is written meanwhile, so no row needs a lock. */
  readonly isWriting: false
  /** Another one from each rollback on: what was learned until then may not exist. */
  readonly mark: Mark
  /** Writes do not wait for others: a busy store is an error at once. */
  hurried: boolean
  /** Other work on this thread continues while a write waits: the port's methods retry instead of sleeping. */
  readonly yields: boolean
  /** Prepared when first asked for, then kept. */
  statement(sql: string): Statement
  /** The same for one column, whose values come bare: a third of the cost of a row. */
  column(sql: string): Statement
  /** The same for rows of many columns, by their place. */
  arrays(columns: string, sql: string): Wide
  /** The same of messages; their bodies stay beside the JSON. */
  bodies(columns: string, from: string): WideBodies
  /** Runs a change completely or not at all, as the only writer; the bell rings afterwards for what it altered. */
  write<T>(deed: () => T, rings?: Rings<T>): T
  /**
   * Runs work under the lock once the current change is stored. The work is skipped if the
   * change fails, the process dies, or others keep the lock.
   */
  afterwards(work: () => void): void
  /** Several looks at one moment. */
  read<T>(look: () => T): T
  /** From now on changes are stored together, by `commit`; each still happens completely or not at all. */
  gather(): void
  /** Stores what was gathered, and rings once. @throws where nothing of it could be stored */
  commit(): void
}

export type Durability = 'normal' | 'full'

export type ConnectionOptions = {
  readonly durability: Durability
  /** Writes that wait for another process let this thread go on. */
  readonly yields?: boolean | undefined
}

const patience = 30_000
/** Follow-up work may wait briefly, some 50 ms. */
const patientAfterwards = 10

export function openDatabase(path: string, { durability }: ConnectionOptions): Database {
  // The driver sets its timeout as it opens, so before any pragma.
  const database = openFile(path, { timeout: 5000 })
  try {
    database.exec(
      `PRAGMA synchronous=${durability === 'full' ? 'FULL' : 'NORMAL'}; PRAGMA wal_autocheckpoint=4000; PRAGMA journal_size_limit=67108864; PRAGMA trusted_schema=OFF; PRAGMA foreign_keys=OFF`,
    )
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

type Connecting = { readonly yields?: boolean; readonly identity?: Identity }

const unmoved: Identity = { isCurrent: () => true, require() {}, requireContent() {}, glance() {} }

export function connect(
  database: Database,
  location: string,
  { yields = false, identity = unmoved }: Connecting = {},
): Connection {
  const later: (() => void)[] = []
  let gathered: Group | null = null
  let mark: Mark = { isStored: false }
  let signals: Signals | undefined
  const telling = openTelling(location)
  // From here on waiting is ours: SQLite's own sleeps grow to 100 ms and let the unlucky starve.
  database.exec('PRAGMA busy_timeout = 0')

  function within<T>(deed: () => T, before?: (result: T) => void): T {
    try {
      const result = deed()
      before?.(result)
      connection.statement('COMMIT').run()
      return result
    } catch (error) {
      mark = { isStored: false }
      later.length = 0
      if (database.inTransaction) connection.statement('ROLLBACK').run()
      throw error
    }
  }

  function stored(): void {
    // A change in a file that nobody else opens is none.
    identity.require()
    telling.after()
    if (later.length > 0) catchUp(connection, later.splice(0))
  }

  /** A change among others that are stored together: where it fails, they stay. */
  function writeAmong<T>(group: Group, deed: () => T, rings?: Rings<T>): T {
    if (!database.inTransaction) begin(connection)
    const before = later.length
    try {
      return group.add(deed, rings)
    } catch (error) {
      mark = { isStored: false }
      later.length = before
      throw error
    }
  }

  const about = { database, location, store: database, readOnly: database.readonly, identity, yields }
  const connection: Connection = {
    ...about,
    get signals() {
      return (signals ??= openSignals(location))
    },
    hurried: false,
    isWriting: false,
    get mark() {
      return mark
    },
    ...statementsOf(database),
    write(deed, rings) {
      if (gathered !== null) return writeAmong(gathered, deed, rings)
      begin(connection)
      const result = within(deed, (done) => telling.before(rings === undefined || rings(done)))
      stored()
      return result
    },
    afterwards(work) {
      later.push(work)
    },
    read(deed) {
      if (database.inTransaction) return deed()
      connection.statement('BEGIN').run()
      return within(deed)
    },
    gather() {
      gathered ??= openGroup(connection)
    },
    commit() {
      const group = gathered
      gathered = null
      if (group === null) return
      if (database.inTransaction) within(() => telling.before(group.rung))
      group.close()
      stored()
    },
  }
  return connection
}

/** Ids that were read before a backup was restored mean nothing after it. */
function begin(connection: Connection): void {
  const { database, location, identity, yields, hurried } = connection
  const statement = connection.statement('BEGIN IMMEDIATE')
  if (yields) statement.run()
  else patiently(location, () => statement.run(), hurried ? 0 : undefined)
  try {
    identity.requireContent()
  } catch (error) {
    if (database.inTransaction) connection.statement('ROLLBACK').run()
    throw error
  }
}

/** The change is already stored, whatever happens here. */
function catchUp(connection: Connection, works: readonly (() => void)[]): void {
  const { database, location, identity } = connection
  try {
    const begin = connection.statement('BEGIN IMMEDIATE')
    patiently(location, () => begin.run(), patientAfterwards)
    identity.requireContent()
    for (const work of works) work()
  } catch {
    // Left undone, as promised.
  } finally {
    if (database.inTransaction) connection.statement('ROLLBACK').run()
  }
}

function statementsOf(database: Database): Pick<Connection, 'statement' | 'column' | 'arrays' | 'bodies'> {
  const statements = new Map<string, Statement>()
  const columns = new Map<string, Statement>()
  const wides = new Map<string, Wide>()
  return {
    statement(sql) {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = database.prepare(planned(sql))
        statements.set(sql, statement)
      }
      return statement
    },
    column(sql) {
      let statement = columns.get(sql)
      if (statement === undefined) {
        statement = database.prepare(planned(sql)).pluck()
        columns.set(sql, statement)
      }
      return statement
    },
    arrays(columns, sql) {
      let wide = wides.get(sql)
      if (wide === undefined) {
        const asJson = database.prepare(planned(inJson(columns, sql))).pluck()
        wide = { all: (...values) => JSON.parse(asJson.get(...values) as string) as Cells[] }
        wides.set(sql, wide)
      }
      return wide
    },
    bodies(columns, from) {
      const bare = columns.split(', ').map((column) => column.split(' AS ', 1)[0])
      const sql = `SELECT json_array(${bare.join(', ')}) AS cells, m.body_file, m.body FROM ${from}`
      const statement = database.prepare(planned(sql))
      return {
        all: (...values) =>
          (statement.all(...values) as (KeptBody & { readonly cells: string })[]).map(
            ({ cells, body, body_file }) => ({ cells: JSON.parse(cells) as Cells, body, body_file }),
          ),
      }
    },
  }
}

/**
 * Many wide rows as one JSON text. With better-sqlite3 12 on Node 20 arrays of `.raw()` take 1.7 times as long and objects
 * three times; with version 13 on Node 24 both take 0.7 times as long, so plain objects should replace this once Node 20 is no longer
 * supported. `columns` are those of `sql` as it selects them, each with a name of its own.
 */
function inJson(columns: string, sql: string): string {
  const names = columns.split(', ').map(nameOf)
  return `SELECT json_group_array(json_array(${names.join(', ')})) AS cells FROM (${sql})`
}

/**
 * Hides compared parameters from the planner. SQLite 3.54 looks at their values where a statement also sorts, and therefore
 * prepares it again for every run, which takes twenty times as long as reading a row.
 */
function planned(sql: string): string {
  return sql.replace(/ = (?=[?@])/gu, ' = +')
}

/** Tries again while others hold the lock, with waits that shrink from 5 ms, until others hold it for long. */
export function patiently<T>(location: string, attempt: () => T, mostTries = Number.POSITIVE_INFINITY): T {
  let deadline = 0
  for (let tries = 0; ; tries += 1) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      const now = performance.now()
      deadline ||= now + patience
      if (now >= deadline || tries >= mostTries) throw mailErrorOf(error, location)
      pause(tries)
    }
  }
}
