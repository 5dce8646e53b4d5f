import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'

/**
 * Statements that are no part of a transaction. The pool's own `query` sets and clears timers and listeners for each, which
 * costs the program as much as the statement: a connection goes back only when nobody has another one for it in this turn.
 */
export function openAsking(pool: Pool): (question: QueryConfig) => Promise<QueryResult> {
  let kept: PoolClient | null = null

  function keep(client: PoolClient): void {
    if (kept !== null) {
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
