import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'

/**
 * Statements that are no part of a transaction. The pool's own `query` sets and clears timers and listeners for each, which
 * costs the program as much as the statement. So a connection goes back only when nobody has another statement for it in this
 * turn of the event loop; or at once, when somebody waits for a connection or the pool ends.
 */
export function openAsking(pool: Pool): (question: QueryConfig) => Promise<QueryResult> {
  let kept: PoolClient | null = null

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

  return async (question) => {
    const client = kept ?? (await pool.connect())
    if (client === kept) kept = null
    try {
      const result = await client.query(question)
      keep(client)
      return result
    } catch (error) {
      // As the pool does: what failed may have cost the connection.
      client.release(true)
      throw error
    }
  }
}
