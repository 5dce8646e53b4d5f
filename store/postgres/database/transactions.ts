import type { PoolClient, QueryResult } from 'pg'
import { pause } from '../../../src/after.ts'
import { type Rings, type Rung, together } from '../../sql/rung.ts'
import { gathering } from '../schema/deliver.ts'
import { mayRepeat, notStored } from './errors.ts'
import { abandon, type Lending } from './lending.ts'
import { briefly, unlimitedSql } from './pool.ts'

export type Deed<T> = (within: Transaction) => T | Promise<T>

/** Of what was learned within a change: it counts elsewhere once that is stored. */
export type Mark = { isStored: boolean }

export type Transaction = {
  readonly client: PoolClient
  /** Another one from where a part of it was rolled back: what was learned until then is forgotten. */
  mark: Mark
}

/**
 * Nobody is rung before all is done. Others leave a machine that is being rung, and nobody would ring it for them if this
 * change were rolled back after that.
 */
const beginWrite = `BEGIN; SET LOCAL ${gathering} = 'on'`
/** Storing many changes at once may take longer than storing one. */
const beginGathering = `${beginWrite}; ${unlimitedSql}`

/** A deed is given the transaction that it is a part of. */
export type Transactions = {
  /** The one that changes are gathered in. */
  readonly gathered: Transaction | null
  run<T>(deed: Deed<T>, rings: Rings<T>): Promise<T>
  /** Runs a change among those that are stored together. */
  add<T>(deed: Deed<T>, rings: Rings<T>): Promise<T>
  /** Stores what was gathered. */
  commit(): Promise<void>
  /** Leaves nothing of what was gathered. */
  drop(): Promise<void>
}

export function openTransactions({ borrow }: Lending): Transactions {
  let gathered: Transaction | null = null
  let last: Promise<unknown> = Promise.resolve()
  let mustRing: Rung = false

  async function addNext<T>(deed: Deed<T>, rings: Rings<T>): Promise<T> {
    gathered ??= await begin(borrow, beginGathering)
    const transaction = gathered
    const { client } = transaction
    await client.query('SAVEPOINT change')
    try {
      const result = await deed(transaction)
      await client.query('RELEASE change')
      mustRing = together(mustRing, rings(result))
      return result
    } catch (error) {
      transaction.mark = { isStored: false }
      await client.query('ROLLBACK TO change; RELEASE change')
      throw error
    }
  }

  return {
    get gathered() {
      return gathered
    },
    async run(deed, rings) {
      const transaction = await begin(borrow, beginWrite)
      return finished(transaction, async () => deed(transaction), rings)
    },
    // One after the other: they share a connection.
    async add(deed, rings) {
      const done = last.then(() => repeated(() => addNext(deed, rings), triesTogether))
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
        done,
        async () => undefined,
        () => rings,
      )
    },
    async drop() {
      await last
      const left = gathered
      gathered = null
      if (left === null) return
      await briefly(left.client, 'ROLLBACK').catch(() => undefined)
      left.client.release(true)
    },
  }
}

/** Undone before it began, a change would be stored in pieces: it waits until it has. */
async function begin(borrow: Lending['borrow'], how: string): Promise<Transaction> {
  const client = await borrow()
  try {
    await client.query(how)
    return { client, mark: { isStored: false } }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Changes that alter the presence of screens alone are told here. */
export const presenceChannel = 'watchpost_presence'

const ringSql = `SELECT set_config('${gathering}', 'off', TRUE); SELECT ring_machines(); `

/** What says who sits before a screen wakes nobody but screens: machines are not rung, so that this is not taken for more. */
const notifySql = `SELECT pg_notify('${presenceChannel}', ''); `

function tellSql(rung: Rung): string {
  if (rung === false) return ''
  return rung !== true && rung.every((kind) => kind === 'presence') ? notifySql : ringSql
}

/**
 * Stores what was done, or leaves nothing of it, and gives the connection back. NOTIFY makes commits wait for one another, so
 * a machine is rung only by the first change since it last looked.
 */
async function finished<T>(
  { client, mark }: Transaction,
  deed: () => Promise<T>,
  rings: Rings<T>,
): Promise<T> {
  try {
    const result = await deed()
    const ended: unknown = await client.query(`${tellSql(rings(result))}COMMIT`)
    // Where a statement had failed, the server rolls back and reports no error.
    if (commandOf(ended) !== 'COMMIT') throw notStored()
    mark.isStored = true
    client.release()
    return result
  } catch (error) {
    await abandon(client, error)
    throw error
  }
}

/** Of the last statement: the types of the driver know of one result alone. */
function commandOf(ended: unknown): string {
  return ((Array.isArray(ended) ? ended.at(-1) : ended) as QueryResult).command
}

const mostTries = 20
/** Of a change among those that are gathered: what these have locked others wait for meanwhile. */
const triesTogether = 2

/** Two changes that met cannot both go on: one begins again. */
export async function repeated<T>(change: () => Promise<T>, most = mostTries): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await change()
    } catch (error) {
      if (!mayRepeat(error) || tries === most) throw error
      await pause(Math.random() * 5 * tries)
    }
}
