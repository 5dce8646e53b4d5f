import type pg from 'pg'
import type { CustomTypesConfig, Pool, PoolClient, PoolConfig, QueryConfig } from 'pg'
import { MailError } from '../../../src/domain/errors.ts'
import { hostsOf, targetOf, targets } from './hosts.ts'
import { type Reaching, reachWith, type Way } from './reaching.ts'
import { given } from './text.ts'

/** Of one program at once. More waits for a free one: a machine's programs share the server with those of all others. */
export const usualConnections = 6
/** Of a machine whose programs share them: one hears, and calls take a moment. */
export const linkConnections = 3
const patience = 30_000
const [boolean, bigint, text, numeric] = [16, 20, 25, 1700]

/** A server that says nothing for so long cannot be reached: a cut line is told to nobody. */
export const usualSilence = 60_000

/**
 * A pool of connections to a server, and its name without the password. Nothing is connected before it is used.
 * @param silence milliseconds that an answer may take; 0 for work that takes as long as it takes
 * @param most connections at once
 */
export async function openPool(
  address: string,
  silence: number,
  most = usualConnections,
): Promise<{ readonly pool: Pool; readonly location: string }> {
  // The driver warns whoever has a ~/.pgpass that its next version will not read it: that is no matter of a user.
  process.noDeprecation = true
  const { default: pg } = await import('pg')
  const types: CustomTypesConfig = {
    getTypeParser(type: number, format?: 'text' | 'binary') {
      if (type === boolean) return (value: string) => Number(value === 't')
      if (type === bigint || type === numeric) return Number
      if (type === text) return given
      return pg.types.getTypeParser(type, format as 'text')
    },
  } as CustomTypesConfig
  const location = withoutPassword(address)
  const target = targetOf(address)
  if (target === null) throw noTarget(location)
  const [first, ...others] = hostsOf(address).map((one) => wayTo(pg, one, location))
  if (first === undefined) throw new Error('an address without a server')
  const patient = silence === 0 ? patience : Math.min(patience, silence)
  const options = {
    ...first,
    max: most,
    connectionTimeoutMillis: patient,
    query_timeout: silence,
    allowExitOnIdle: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000 * deadAfter.idle,
    // Statements that need no answer of one another are sent at once.
    pipeline: true,
    application_name: 'watchpost',
    options: `-c search_path=watchpost -c timezone=UTC -c idle_in_transaction_session_timeout=5000 ${deadSql}`,
    types,
  }
  return { pool: makePool(pg, options, { ways: [first, ...others], target, patience: patient }), location }
}

/** How the connections of a pool begin. */
const beginnings = new WeakMap<Pool, Reaching>()

function makePool({ Pool: Made }: typeof pg, options: PoolConfig, reaching: Reaching): Pool {
  const pool = new Made(options)
  beginnings.set(pool, reaching)
  reachWith(pool, reaching)
  survive(pool)
  return pool
}

/** Both ends look whether the other one is there: a line that is cut tells nobody, and the server keeps its end for hours. Seconds. */
const deadAfter = { idle: 20, between: 10, times: 3, unanswered: 50 }
const deadSql = `-c tcp_keepalives_idle=${deadAfter.idle} -c tcp_keepalives_interval=${deadAfter.between} -c tcp_keepalives_count=${deadAfter.times} -c tcp_user_timeout=${1_000 * deadAfter.unanswered}`

/** @throws MailError `not-allowed` where the address refuses TLS to another machine */
function wayTo({ Client }: typeof pg, address: string, location: string): Way {
  const { host, ssl } = new Client({ connectionString: address }) as Reached
  const isFar = !isNear(host)
  if (isFar && ssl === false) requireNoRefusal(address, location)
  return { connectionString: address, ssl: isFar && ssl === false ? true : undefined }
}

function noTarget(location: string): MailError {
  return new MailError(
    'usage',
    `The address ${location} wants servers that nobody knows by that word.`,
    `target_session_attrs is one of ${targets.join(', ')}.`,
  )
}

/** The server ended a connection: what runs on it is told, and the next call opens another one. */
function survive(pool: Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Work of which one statement may take long: it has connections of its own, and no answer is late. */
export async function withPatience<T>(pool: Pool, work: (patient: Pool) => Promise<T>): Promise<T> {
  const reaching = beginnings.get(pool)
  if (reaching === undefined) throw new Error('a pool that was not made here')
  const { default: pg } = await import('pg')
  const patient = makePool(pg, { ...pool.options, query_timeout: 0 }, reaching)
  try {
    return await work(patient)
  } finally {
    await patient.end()
  }
}

/** A program that ends waits no longer for its last statements: on a cut line nobody answers. */
const farewell = 2_000

/** The last statement of a client, which must be ended then: the answer may still come. */
export async function briefly(
  client: PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const question: QueryConfig & { readonly query_timeout: number } = {
    text,
    values: [...values],
    query_timeout: farewell,
  }
  await client.query(question)
}

/** Whoever is stopped in the midst of a change holds nobody up for longer. */
const limit = 'transaction_timeout'
/** Sets the limit for the connection that asks, and says whether the server knows it: from version 17. */
export const limitSql = `CASE WHEN current_setting('server_version_num')::int >= 170000 THEN set_config('${limit}', '5s', FALSE) END IS NOT NULL AS limited`
/** For a change of many parts, until it is stored. */
export const unlimitedSql = `SELECT set_config('${limit}', '0', TRUE) WHERE current_setting('server_version_num')::int >= 170000`

/** From now on each connection begins with the limit. */
export function limitTransactions(pool: Pool): void {
  pool.options.options += ` -c ${limit}=5000`
}

/** As the driver read the address and the environment. */
type Reached = { readonly host: string; readonly ssl: unknown }

/** A socket, or this machine: nobody listens in between. */
function isNear(host: string): boolean {
  return host.startsWith('/') || /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u.test(host)
}

/** @throws MailError `not-allowed` where the address refuses TLS: mail never crosses a network in the clear */
function requireNoRefusal(address: string, location: string): void {
  const given = new URL(address).searchParams
  if (!given.has('sslmode') && !given.has('ssl')) return
  throw new MailError(
    'not-allowed',
    `The server of the store ${location} is on another machine, and its address turns TLS off.`,
    'Leave sslmode out, or name a socket, or a tunnel that begins on this machine.',
  )
}

function withoutPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^/:@]*):[^/@]*@/u, '$1@').replace(/([?&]password=)[^&]*/u, '$1…')
}
