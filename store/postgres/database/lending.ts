import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { isLostServer, isReadOnly } from './errors.ts'

/** Connections to work on, so that a program that does one thing after another needs one. */
export type Lending = {
  /** A statement that is no part of a transaction. */
  ask(question: QueryConfig): Promise<QueryResult>
  /** For a transaction. Whoever borrows one releases it. */
  borrow(): Promise<PoolClient>
  /** Takes one back whose last statement is on its way: the next one may follow that. */
  giveBack(client: PoolClient, last: Promise<unknown>): void
}

/** A connection by which statements are asked that wait for no other one's answer. */
type Shared = { readonly client: Promise<PoolClient>; asked: number; hasFailed: boolean }

/**
 * The pool's own `query` sets and clears timers and listeners for each statement, which costs the program as much as the statement.
 * So a connection goes back only when nobody has more for it in this turn of the event loop; or at once, when somebody waits for a
 * connection or the pool ends. Callers that know nothing of each other share none: a statement that takes long would hold up the changes
 * of others. What one command asks at once goes by one connection, on one way.
 * @param isAlone one command alone is carried out
 */
export function openLending(pool: Pool, isAlone = false): Lending {
  let kept: PoolClient | null = null
  let shared: Shared | null = null

  function keep(client: PoolClient): void {
    if (kept !== null || pool.waitingCount > 0 || pool.ending) {
      client.release()
      return
    }
    kept = client
    setImmediate(() => {
      if (kept !== client) return
      kept = null
      client.release()
    })
  }

  async function borrow(): Promise<PoolClient> {
    const client = kept
    if (client === null) return pool.connect()
    kept = null
    return client
  }

  async function askBeside(question: QueryConfig): Promise<QueryResult> {
    // Whoever waits for a connection, and the end of the pool, waits for no next statement.
    if (pool.waitingCount > 0 || pool.ending) shared = null
    shared ??= { client: borrow(), asked: 0, hasFailed: false }
    const group = shared
    group.asked += 1
    try {
      return await (await group.client).query(question)
    } catch (error) {
      group.hasFailed = true
      throw error
    } finally {
      group.asked -= 1
      if (shared === group && (group.asked === 0 || group.hasFailed)) shared = null
      if (group.asked === 0) await end(group)
    }
  }

  async function end({ client, hasFailed }: Shared): Promise<void> {
    const used = await client.catch(() => null)
    if (used === null) return
    // As the pool does: what failed may have cost the connection.
    if (hasFailed) used.release(true)
    else keep(used)
  }

  return {
    borrow,
    giveBack(client, last) {
      // What it is used for next fails as well, and ends it.
      last.catch(() => undefined)
      keep(client)
    },
    async ask(question) {
      if (isAlone) return askBeside(question)
      const client = await borrow()
      try {
        const result = await client.query(question)
        keep(client)
        return result
      } catch (error) {
        // As the pool does: what failed may have cost the connection.
        client.release(true)
        throw error
      }
    },
  }
}

/** Gives a client back in whose transaction something failed, or ends it where its server is gone or has become a standby. */
export async function abandon(client: PoolClient, error: unknown): Promise<void> {
  if (isLostServer(error) || isReadOnly(error)) return client.release(true)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}
