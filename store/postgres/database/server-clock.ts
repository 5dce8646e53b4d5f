import type { Pool, PoolClient, QueryResult } from 'pg'
import { type FarClock, type HeardAndSaid, openFarClock } from '../../shared/far-clock.ts'

/** When the server heard this statement, and when it answered. */
export const timeColumns =
  '(extract(epoch FROM statement_timestamp()) * 1000)::float8 AS heard, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS said'

/** A failed look at the server's time is repeated after this, ms. */
const betweenTries = 10_000

/** The clock of a server, as a program knows it that talks to it. */
export type ServerClock = {
  now(): number
  ahead(): number
  /** Asks something that `timeColumns` are columns of, and learns the time by it. */
  ask<R extends object>(client: Pick<PoolClient, 'query'>, sql: string): Promise<QueryResult<R>>
  /** Asks for the time alone. */
  look(): Promise<void>
}

/**
 * The time comes with the first statement of a program, which opening the store needs anyway. One that runs for long asks for it again
 * now and then, beside its work.
 */
export function openServerClock(pool: Pool, clock: FarClock = openFarClock()): ServerClock {
  let tried = Number.NEGATIVE_INFINITY
  // The next connection may lead to another server.
  pool.on('remove', () => clock.doubt())

  async function ask<R extends object>(client: Pick<PoolClient, 'query'>, sql: string) {
    const asked = clock.elapsed()
    const result = await client.query<R & HeardAndSaid>(sql)
    const answered = clock.elapsed()
    const [row] = result.rows
    if (row !== undefined) clock.learn(row, asked, answered)
    return result
  }

  async function look(): Promise<void> {
    const client = await pool.connect()
    try {
      await ask(client, `SELECT ${timeColumns}`)
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    now() {
      if (clock.isOld() && clock.elapsed() - tried > betweenTries) {
        tried = clock.elapsed()
        // Whoever uses the connection next is told that it is gone.
        if (!pool.ending) look().catch(() => undefined)
      }
      return clock.now()
    },
    ahead: () => clock.ahead(),
    ask,
    look,
  }
}
