import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { gathering } from '../schema/deliver.ts'
import { isLostServer, mayRepeat } from './errors.ts'
import { unlimitedSql } from './pool.ts'

export type Deed<T> = () => T | Promise<T>
export type Rings<T> = (result: T) => boolean

export type Transaction = { readonly client: PoolClient; readonly isWriting: boolean; isNaming: boolean }

export const beginWrite = 'BEGIN'
export const beginRead = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Each transaction is known to all that runs within it, however deep. */
export type Transactions = {
  /** The one that the caller runs in. */
  readonly inner: Transaction | null
  /** The same, or the one that changes are gathered in. */
  readonly current: Transaction | null
  run<T>(begin: string, deed: Deed<T>, rings: Rings<T>): Promise<T>
  /** Runs a change among those that are stored together. */
  add<T>(deed: Deed<T>, rings: Rings<T>): Promise<T>
  /** Stores what was gathered. */
  commit(): Promise<void>
}

export function openTransactions(pool: Pool): Transactions {
  const context = new AsyncLocalStorage<Transaction>()
  let gathered: Transaction | null = null
  let last: Promise<unknown> = Promise.resolve()
  let mustRing = false

  async function addNext<T>(deed: Deed<T>, rings: Rings<T>): Promise<T> {
    gathered ??= await beginGathering(pool)
    const { client } = gathered
    await client.query('SAVEPOINT change')
    try {
      const result = await context.run(gathered, async () => deed())
      await client.query('RELEASE change')
      mustRing ||= rings(result)
      return result
    } catch (error) {
      await client.query('ROLLBACK TO change; RELEASE change')
      throw error
    }
  }

  return {
    get inner() {
      return context.getStore() ?? null
    },
    get current() {
      return context.getStore() ?? gathered
    },
    async run(how, deed, rings) {
      const transaction = await begin(pool, how)
      return finished(
        transaction.client,
        async () => context.run(transaction, async () => deed()),
        (result) => transaction.isWriting && rings(result),
      )
    },
    // One after the other: they share a connection.
    async add(deed, rings) {
      const done = last.then(() => addNext(deed, rings))
      last = done.catch(() => undefined)
      return done
    },
    async commit() {
      await last
      const done = gathered
      gathered = null
      if (done === null) return
      const rings = mustRing
      mustRing = false
      await finished(
        done.client,
        async () => undefined,
        () => rings,
      )
    },
  }
}

/** Whoever gathers stores many changes at once: it may take longer than one may, and rings once they are stored. */
async function beginGathering(pool: Pool): Promise<Transaction> {
  const transaction = await begin(pool, beginWrite)
  await transaction.client.query(`${unlimitedSql}; SELECT set_config('${gathering}', 'on', TRUE)`)
  return transaction
}

async function begin(pool: Pool, how: string): Promise<Transaction> {
  const client = await pool.connect()
  try {
    await client.query(how)
    return { client, isWriting: how === beginWrite, isNaming: false }
  } catch (error) {
    client.release(true)
    throw error
  }
}

const ringSql = `SELECT set_config('${gathering}', 'off', TRUE); SELECT ring_machines()`

/**
 * Stores what was done, or leaves nothing of it, and gives the connection back. NOTIFY makes commits wait for one another, so
 * a machine is rung only by the first change since it last looked.
 */
async function finished<T>(client: PoolClient, deed: () => Promise<T>, rings: Rings<T>): Promise<T> {
  try {
    const result = await deed()
    await client.query(rings(result) ? `${ringSql}; COMMIT` : 'COMMIT')
    client.release()
    return result
  } catch (error) {
    await abandon(client, error)
    throw error
  }
}

/** Gives a client back, or ends it where its server is gone. */
async function abandon(client: PoolClient, error: unknown): Promise<void> {
  if (isLostServer(error)) return client.release(true)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}

const mostTries = 20

/** Two changes that met cannot both go on: one begins again. */
export async function repeated<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await change()
    } catch (error) {
      if (!mayRepeat(error) || tries === mostTries) throw error
      await new Promise((next) => setTimeout(next, Math.random() * 5 * tries))
    }
}
