import type { Pool, PoolClient } from 'pg'
import { pause } from '../../../src/after.ts'
import { isFull, isLostServer } from './errors.ts'
import { type Standing, suits, type Target } from './hosts.ts'
import { type Path, refusesOptions } from './pooled.ts'

/** What the pool connects with, of each server of an address. */
export type Way = { readonly connectionString: string; readonly ssl: true | undefined }

export type Reaching = {
  readonly ways: readonly [Way, ...Way[]]
  readonly target: Target
  /** How long a server that has no connection left is asked again, ms. */
  readonly patience: number
  /** Whom to listen to where a pooler is in between. */
  readonly listener: Way | null
  readonly path: Path
  readonly doubt: Doubt
}

/** Whether a connection was lost since the store was last looked at, and how a program looks whether it still is as it was. */
export type Doubt = {
  isRaised: boolean
  check: ((client: PoolClient) => Promise<void>) | null
}

/** From now on connections begin without options, and each transaction with the settings. */
export function leaveOptions(pool: Pool, path: Path): void {
  path.isPooled = true
  delete pool.options.options
}

/** Between two tries, ms; each pause is twice as long as the one before, and none as long as another program's. */
const [shortest, longest] = [50, 1_000]

const standingSql =
  "SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only"

/** No server is what the address wants. What it does with a read-only one is the same as what a failover does. */
function noneSuits(target: Target): Error {
  const error = new Error(`no server of the address is ${target}`)
  return Object.assign(error, { code: '57P03' })
}

async function settle(doubt: Doubt, client: PoolClient): Promise<void> {
  if (!doubt.isRaised || doubt.check === null) return
  await doubt.check(client)
  doubt.isRaised = false
}

/**
 * Every connection of a pool begins here: the servers of an address are tried in turn, from the one that was reached last, until one is what
 * the address wants; and a server without a free connection is asked again for a while, since those who start together need theirs for a
 * moment only.
 */
export function reachWith(pool: Pool, { ways, target, patience, path, doubt }: Reaching): void {
  const begin = pool.connect.bind(pool) as () => Promise<PoolClient>
  const known = new WeakSet<PoolClient>()
  let at = 0

  async function connect(): Promise<PoolClient> {
    try {
      return await begin()
    } catch (error) {
      if (!refusesOptions(error)) throw error
      leaveOptions(pool, path)
      return begin()
    }
  }

  async function isWanted(client: PoolClient, isLast: boolean): Promise<boolean> {
    if (target === 'any' || known.has(client)) return true
    const { rows } = await client.query<{ standby: number; read_only: number }>(standingSql)
    const standing: Standing = { standby: rows[0]?.standby === 1, readOnly: rows[0]?.read_only === 1 }
    const isSuitable = suits(target, standing, isLast)
    if (isSuitable) known.add(client)
    return isSuitable
  }

  /** The pool reads its options as it begins a connection: nothing may come between. */
  async function tryOne(way: number, isLast: boolean): Promise<PoolClient> {
    Object.assign(pool.options, ways[way])
    const client = await connect()
    try {
      if (await isWanted(client, isLast)) {
        await settle(doubt, client)
        return client
      }
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release(true)
    throw noneSuits(target)
  }

  /** Each call goes its own round: those that begin together would else push each other past a server that answers. */
  async function tryAll(): Promise<PoolClient> {
    let failed: unknown
    const from = at
    const rounds = target === 'prefer-standby' ? 2 : 1
    for (let tried = 0; tried < rounds * ways.length; tried += 1) {
      const way = (from + tried) % ways.length
      try {
        const client = await tryOne(way, tried >= ways.length)
        at = way
        return client
      } catch (error) {
        if (isFull(error) || !isLostServer(error)) throw error
        failed = error
      }
    }
    throw failed
  }

  async function reach(): Promise<PoolClient> {
    const end = performance.now() + patience
    for (let rest = shortest; ; rest = Math.min(2 * rest, longest))
      try {
        return await tryAll()
      } catch (error) {
        if (!isFull(error) || performance.now() > end) throw error
        await pause(rest * (0.5 + Math.random()))
      }
  }

  type Told = (
    error: Error | undefined,
    client: PoolClient | undefined,
    done: (error?: Error) => void,
  ) => void
  pool.connect = ((told?: Told) => {
    if (told === undefined) return reach()
    void reach().then(
      (client) => told(undefined, client, (error) => client.release(error)),
      (error: Error) => told(error, undefined, () => undefined),
    )
    return undefined
  }) as Pool['connect']
}
