import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'

/** Connections to work on, so that a program that does one thing after another needs one. */
export type Lending = {
  /** A statement that is no part of a transaction. */
  ask(question: QueryConfig): Promise<QueryResult>
  /** For a transaction. Whoever borrows one releases it. */
  borrow(): Promise<PoolClient>
  /** Takes one back whose last statement is on its way: the next one may follow that. */
  giveBack(client: PoolClient, last: Promise<unknown>): void
}

/** A connection that statements which belong to nothing else share. */
type Shared = {
  readonly client: PoolClient
  /** How many are on their way. */
  busy: number
  isOver: boolean
}

/** More would wait too long for one another: they get a connection of their own. */
const mostTogether = 8

/**
 * Statements that are no part of a transaction. The pool's own `query` sets and clears timers and listeners for each, which
 * costs the program as much as the statement, and opens a connection for each that another one is on its way beside: to a server
 * far away that takes longer than all of them. So they share one, which goes back only when nobody has another statement for it
 * in this turn of the event loop; or at once, when somebody waits for a connection or the pool ends.
 */
export function openLending(pool: Pool): Lending {
  let shared: Shared | null = null
  let opening: Promise<Shared> | null = null

  const isFull = () => pool.waitingCount > 0 || pool.ending

  function end(one: Shared, isBroken: boolean): void {
    if (one.isOver) return
    one.isOver = true
    if (shared === one) shared = null
    one.client.release(isBroken)
  }

  /** Nobody uses it just now. */
  function rest(one: Shared): void {
    if (isFull() || shared !== one) end(one, false)
    else
      setImmediate(() => {
        if (one.busy === 0) end(one, false)
      })
  }

  async function open(): Promise<Shared> {
    return { client: await pool.connect(), busy: 0, isOver: false }
  }

  /** For one statement. It counts from now on, so that nobody borrows the connection for a transaction. */
  function taken(one: Shared): Shared {
    one.busy += 1
    return one
  }

  /** Many that begin together wait for one connection to open. Whoever waits for one uses it: else nobody would give it back. */
  async function take(): Promise<Shared> {
    if (isFull() || (shared !== null && shared.busy >= mostTogether)) return taken(await open())
    if (shared !== null) return taken(shared)
    opening ??= open().finally(() => {
      opening = null
    })
    const opened = await opening
    if (opened.isOver || opened.busy >= mostTogether) return taken(await open())
    shared ??= opened
    return taken(opened)
  }

  return {
    async borrow() {
      if (shared === null || shared.busy > 0) return pool.connect()
      const { client } = shared
      shared.isOver = true
      shared = null
      return client
    },
    giveBack(client, last) {
      // What it is used for next fails as well, and ends it.
      last.catch(() => undefined)
      const one = { client, busy: 0, isOver: false }
      shared ??= one
      rest(one)
    },
    async ask(question) {
      const one = await take()
      try {
        return await one.client.query(question)
      } catch (error) {
        // As the pool does: what failed may have cost the connection. What is on its way there still comes.
        end(one, true)
        throw error
      } finally {
        one.busy -= 1
        if (one.busy === 0 && !one.isOver) rest(one)
      }
    },
  }
}
