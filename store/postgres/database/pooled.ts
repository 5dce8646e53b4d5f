import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { notStored } from './errors.ts'

/** Whether a pooler lends the servers of a pool: each for one transaction, after which nothing is kept. */
export type Path = {
  isPooled: boolean
  /** Transactions have a limit of time. */
  isLimited: boolean
}

/** What every statement reckons with: names mean the store's, times are UTC, and a client that is stopped during a change loses its connection. */
const settings = {
  search_path: 'watchpost',
  timezone: 'UTC',
  idle_in_transaction_session_timeout: '5s',
} as const

/** A setting that nobody but we sets: where it arrived with the start of a connection, the others did, too. */
const mark = 'watchpost.direct'

export const startupOptions = [...Object.entries(settings), [mark, 'on']]
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Whether the connection that asks has what it began with: a pooler may take the options of a connection and leave them out. */
export const isDirectSql = `coalesce(current_setting('${mark}', TRUE), '') = 'on'`

export const limit = 'transaction_timeout'
/** The server knows the limit from this version. */
export const knowsLimitSql = "current_setting('server_version_num')::int >= 170000"

/** The same for one transaction. */
function settingsSql({ isLimited }: Path): string {
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', TRUE)`)
  if (isLimited) set.push(`CASE WHEN ${knowsLimitSql} THEN set_config('${limit}', '5s', TRUE) END`)
  return `SELECT ${set.join(', ')}`
}

/** A pooler may refuse a connection for the options that it begins with. */
export function refusesOptions(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/u.test(error.message)
}

type Question = QueryConfig & { readonly isOutside?: true; readonly query_timeout?: number }

/** A statement that ends transactions itself, and names nothing of the store: it is asked outside of one. */
export function outsideTransaction(text: string): QueryConfig {
  const question: Question = { text, isOutside: true }
  return question
}

const begin = /^BEGIN\b[^;]*/u

/** Whether a transaction is open after a text, if one was before it. */
function staysOpen(text: string, wasOpen: boolean): boolean {
  if (begin.test(text)) return !/;\s*COMMIT\b/u.test(text)
  return wasOpen && !/(?:^|;\s*)(?:COMMIT|ROLLBACK)$/u.test(text)
}

type Told = (error: Error | null, result?: QueryResult) => void

/**
 * Behind a pooler each transaction begins with the settings, and a statement that is no part of one has its own: three that are
 * sent at once, on one way. No statement is prepared under a name: the next one may be asked of another server.
 */
export function setEachTransaction(client: PoolClient, path: Path): void {
  // The `query` of the prototype, read at each call: what observes it there sees these statements, too.
  const direct = (...all: readonly unknown[]): unknown =>
    Reflect.apply(Object.getPrototypeOf(client).query, client, all)
  const query = (question: Question) => direct(question) as Promise<QueryResult>
  let isOpen = false

  async function alone(question: Question): Promise<QueryResult> {
    const { query_timeout } = question
    const beside = (text: string) => query({ text, ...(query_timeout !== undefined && { query_timeout }) })
    const [begun, answered, ended] = await Promise.allSettled([
      beside(`BEGIN; ${settingsSql(path)}`),
      query(question),
      beside('COMMIT'),
    ])
    for (const one of [begun, answered, ended]) if (one.status === 'rejected') throw one.reason
    if (ended.status === 'fulfilled' && ended.value.command !== 'COMMIT') throw notStored()
    return (answered as PromiseFulfilledResult<QueryResult>).value
  }

  async function asked(given: Question): Promise<QueryResult> {
    const { text } = given
    const question: Question = { ...given, name: undefined }
    const isPart = isOpen || begin.test(text) || text === 'ROLLBACK'
    isOpen = staysOpen(text, isOpen || begin.test(text))
    if (question.isOutside) return query(question)
    if (!isPart) return alone(question)
    return query({ ...question, text: text.replace(begin, (begun) => `${begun}; ${settingsSql(path)}`) })
  }

  client.query = ((said: string | Question, values?: unknown[], told?: Told) => {
    if (!path.isPooled) return direct(said, values, told)
    const question = typeof said === 'string' ? { text: said } : said
    const answer = asked(values === undefined ? question : { ...question, values })
    if (told === undefined) return answer
    answer.then(
      (result) => told(null, result),
      (error: Error) => told(error),
    )
    return undefined
  }) as PoolClient['query']
}
