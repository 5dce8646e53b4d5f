import type { Statement } from 'better-sqlite3'
import pg from 'pg'
import type { Connection as SqliteConnection } from '../../store/sqlite/database/connection.ts'

type Asked = { readonly text: string; readonly name?: string }
type Ask = (question: unknown) => Promise<pg.QueryResult>

/** Every statement that a client of PostgreSQL is asked for goes through `pass`, until what this answers is called. */
export function onEachQuery(
  pass: (client: pg.Client, asked: Asked, ask: Ask, question: unknown) => Promise<unknown>,
): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const ask = (...given: readonly unknown[]) =>
      Reflect.apply(query, this, given) as unknown as Promise<pg.QueryResult>
    const [question, ...rest] = args as readonly unknown[]
    if (rest.some((one) => typeof one === 'function')) return Reflect.apply(query, this, args)
    const asked = typeof question === 'string' ? { text: question } : (question as Asked)
    return pass(this, asked, (one) => ask(one, ...rest), question)
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}

/** Two changes met: PostgreSQL undid one of them. */
const met = () => Object.assign(new Error('undone by the test'), { code: '40001' })

type Doing = 'reads' | 'writes' | 'gathers'
const ownChange = /machines|fold_counts/u
const wroteSql = 'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote'

/**
 * PostgreSQL undoes every other attempt at a change, so each first one, where it would be stored. A call of the server that is no
 * part of a transaction is one for itself.
 */
export function undoingOnPostgres(): () => void {
  const doing = new WeakMap<pg.Client, Doing>()
  const undone = { change: false, part: false, call: false }
  const isFirst = (what: keyof typeof undone) => (undone[what] = !undone[what])

  return onEachQuery(async (client, { text, name }, ask, question) => {
    const [begins, ends] = [text.startsWith('BEGIN'), /(?:^|; )(?:COMMIT|ROLLBACK)$/u.test(text)]
    if (begins && !text.includes('COMMIT'))
      doing.set(
        client,
        text.includes('READ ONLY') ? 'reads' : text.includes('transaction_timeout') ? 'gathers' : 'writes',
      )
    const now = doing.get(client)
    if (text === 'RELEASE change' && isFirst('part')) throw met()
    if (ends) {
      if (now === 'writes' && text.endsWith('COMMIT') && isFirst('change')) throw met()
      doing.delete(client)
    }
    if (now !== undefined || name === undefined || ownChange.test(text)) return ask(question)
    await ask('BEGIN')
    try {
      const answer = await ask(question)
      const { rows } = await ask(wroteSql)
      if (Number(rows[0]?.wrote) === 1 && isFirst('call')) throw met()
      await ask('COMMIT')
      return answer
    } catch (error) {
      await ask('ROLLBACK')
      throw error
    }
  })
}

/** SQLite repeats no change by itself: here each is done, undone where it would be stored, and done again. */
export function undoingOnSqlite(connection: SqliteConnection): SqliteConnection {
  const write: SqliteConnection['write'] = (deed, rings) => {
    const undone = new Error('undone by the test')
    try {
      connection.write(() => {
        deed()
        throw undone
      })
    } catch (error) {
      if (error !== undone) throw error
    }
    return connection.write(deed, rings)
  }
  return new Proxy(connection, {
    get: (target, key) => (key === 'write' ? write : Reflect.get(target, key, target)),
  })
}

/** Lets one statement of a store fail: the one of this number, counted from when it was told. */
export type Failing = {
  /** `null`: none. */
  at(statement: number | null): void
  /** The one that failed since. */
  readonly failed: string | null
  /** Whether the change was stored before one failed. */
  readonly isLate: boolean
  /** Meanwhile none is counted. */
  resting<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

type Counter = Failing & {
  /** Before each statement. */
  isDue(sql: string): boolean
}

function counter(stop: () => void): Counter {
  let left: number | null = null
  let failed: string | null = null
  let isStored = false
  let isResting = false
  return {
    at(statement) {
      left = statement
      failed = null
      isStored = false
    },
    get failed() {
      return failed
    },
    get isLate() {
      return failed !== null && isStored
    },
    async resting(work) {
      isResting = true
      try {
        return await work()
      } finally {
        isResting = false
      }
    },
    isDue(sql) {
      // What takes back works always: without it a store could not go on.
      if (isResting || left === null || sql.startsWith('ROLLBACK')) return false
      left -= 1
      if (left === 0) {
        left = null
        failed = sql
        return true
      }
      isStored ||= /(?:^|; )(?:COMMIT|RELEASE change)$/u.test(sql)
      return false
    },
    stop: () => stop(),
  }
}

const failure = 'this statement fails'

/** The server itself refuses the statement, and with it the rest of its transaction. */
export function failingOnPostgres(): Failing {
  const stop = onEachQuery((_, { text }, ask, question) =>
    counted.isDue(text) ? ask(`DO $$ BEGIN RAISE EXCEPTION '${failure}'; END $$`) : ask(question),
  )
  const counted = counter(stop)
  return counted
}

const methods = ['run', 'get', 'all'] as const

/** @param how `undoes`: the whole transaction is gone with it, as where a disk is full */
export function failingOnSqlite({ database }: SqliteConnection, how: 'refuses' | 'undoes'): Failing {
  const roll = database.prepare('ROLLBACK')
  const statements = Object.getPrototypeOf(roll) as Record<
    (typeof methods)[number],
    (...args: unknown[]) => unknown
  >
  const own = Object.fromEntries(methods.map((method) => [method, statements[method]]))
  const counted = counter(() => Object.assign(statements, own))
  for (const method of methods)
    statements[method] = function (this: Pick<Statement, 'database' | 'source'>, ...args) {
      if (this.database === database && counted.isDue(this.source)) {
        if (how === 'undoes' && database.inTransaction) Reflect.apply(own['run'] as never, roll, [])
        throw new Error(failure)
      }
      return Reflect.apply(own[method] as never, this, args)
    }
  return counted
}
