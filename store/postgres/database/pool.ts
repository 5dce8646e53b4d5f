import type pg from 'pg'
import type { CustomTypesConfig, Pool, PoolClient, PoolConfig, QueryConfig } from 'pg'
import { MailError } from '../../../src/domain/errors.ts'
import { schemaVersion } from '../../schema-version.ts'
import { hostsOf, isPooler, listenerOf, targetOf, targets } from './hosts.ts'
import { isDirectSql, knowsLimitSql, limit, setEachTransaction, startupOptions } from './pooled.ts'
import { leaveOptions, type Reaching, reachWith, type Way } from './reaching.ts'
import { given } from './text.ts'

/** What the server knows our programs by. The schema that they know follows: `upgrade --check` reads it. */
export const programName = 'watchpost'

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
  // The driver warns users of a ~/.pgpass about its next version. That does not concern our users.
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
  const isPooled = isPooler(address)
  if (isPooled === null) throw noPooler(location)
  const [first, ...others] = hostsOf(address).map((one) => wayTo(pg, one, location))
  if (first === undefined) throw new Error('an address without a server')
  const listener = listenerOf(address)
  const patient = silence === 0 ? patience : Math.min(patience, silence)
  const config = {
    ...first,
    max: most,
    connectionTimeoutMillis:
      connectWithin(address) ?? (others.length > 0 ? Math.min(patient, ofSeveral) : patient),
    query_timeout: silence,
    allowExitOnIdle: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000 * deadAfter.idle,
    // Statements that need no answer of one another are sent at once.
    pipeline: true,
    application_name: `${programName} schema ${schemaVersion}`,
    options: isPooled ? undefined : options,
    types,
  }
  const reaching: Reaching = {
    ways: [first, ...others],
    target,
    patience: patient,
    listener: listener === null ? null : wayTo(pg, listener, location),
    path: { isPooled, isLimited: false },
    doubt: { isRaised: false, check: null },
  }
  return { pool: makePool(pg, config, reaching), location }
}

/** One of several servers that says nothing is passed by after this, ms: another one may answer. */
const ofSeveral = 3_000

/** `connect_timeout` of an address, as programs of libpq have it: seconds. */
function connectWithin(address: string): number | null {
  const seconds = Number(new URL(address).searchParams.get('connect_timeout') ?? '')
  return Number.isInteger(seconds) && seconds > 0 ? 1_000 * seconds : null
}

/** How the connections of a pool begin. */
const beginnings = new WeakMap<Pool, Reaching>()

function makePool({ Pool: Made }: typeof pg, options: PoolConfig, reaching: Reaching): Pool {
  const pool = new Made(options)
  beginnings.set(pool, reaching)
  reachWith(pool, reaching)
  survive(pool)
  pool.on('connect', (client) => {
    setEachTransaction(client, reaching.path)
    client.on('error', () => {
      reaching.doubt.isRaised = true
    })
  })
  return pool
}

function reachingOf(pool: Pool): Reaching {
  const reaching = beginnings.get(pool)
  if (reaching === undefined) throw new Error('a pool that was not made here')
  return reaching
}

/** Both ends look whether the other one is there: a line that is cut tells nobody, and the server keeps its end for hours. Seconds. */
const deadAfter = { idle: 20, between: 10, times: 3, unanswered: 50 }
const options = `${startupOptions} -c tcp_keepalives_idle=${deadAfter.idle} -c tcp_keepalives_interval=${deadAfter.between} -c tcp_keepalives_count=${deadAfter.times} -c tcp_user_timeout=${1_000 * deadAfter.unanswered}`

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

function noPooler(location: string): MailError {
  return new MailError(
    'usage',
    `The address ${location} names a pooler by a word that nobody knows.`,
    'pooler=transaction is the only one: every other pooler is used by an address without it.',
  )
}

/**
 * The address as programs of libpq read it, such as pg_dump: without words of ours, of the server itself where a pooler is in between, and
 * with TLS wherever the driver would insist on it. The password stands beside it: everybody on a machine sees the arguments of a program.
 */
export async function addressForLibpq(
  address: string,
): Promise<{ readonly address: string; readonly password: string | null }> {
  const { default: pg } = await import('pg')
  const url = new URL(listenerOf(address) ?? address)
  for (const own of ['pooler', 'listen']) url.searchParams.delete(own)
  const ways = hostsOf(url.href).map((one) => new pg.Client({ connectionString: one }) as Reached)
  const said = url.searchParams.get('sslmode')
  if (said === 'no-verify') url.searchParams.set('sslmode', 'require')
  else if (ways.some(({ host }) => !isNear(host))) {
    url.searchParams.set('sslmode', 'verify-full')
    if (!url.searchParams.has('sslrootcert')) url.searchParams.set('sslrootcert', 'system')
  }
  const password = url.searchParams.get('password') ?? (url.password && decodeURIComponent(url.password))
  url.searchParams.delete('password')
  url.password = ''
  return { address: url.href, password: password || null }
}

/** The server ended a connection: what runs on it is told, and the next call opens another one. */
function survive(pool: Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Work of which one statement may take long: it has connections of its own, and no answer is late. */
export async function withPatience<T>(pool: Pool, work: (patient: Pool) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const patient = makePool(pg, { ...pool.options, query_timeout: 0 }, reachingOf(pool))
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

/** Says whether the server knows the limit of a change, and sets it for the connection that asks, if that is nobody else's. */
export const limitSql = `CASE WHEN ${knowsLimitSql} THEN CASE WHEN ${isDirectSql} THEN set_config('${limit}', '5s', FALSE) ELSE '' END END IS NOT NULL AS limited`
/** For a change of many parts, until it is stored. */
export const unlimitedSql = `SELECT set_config('${limit}', '0', TRUE) WHERE ${knowsLimitSql}`

/** From now on each connection has the limit: a client that is stopped during a change blocks others no longer than that. */
export function limitTransactions(pool: Pool): void {
  reachingOf(pool).path.isLimited = true
  if (pool.options.options !== undefined) pool.options.options += ` -c ${limit}=5000`
}

/** A column that says whether a connection is what it began as. */
export const directColumn = `${isDirectSql} AS direct`

/** Once a connection was lost, the next one is looked at before it is used: an upgrade of the store ends those of all programs. */
export function checkAfterLoss(pool: Pool, check: (client: PoolClient) => Promise<void>): void {
  reachingOf(pool).doubt.check = check
}

/** A pooler is in between. */
export function notePooler(pool: Pool): void {
  leaveOptions(pool, reachingOf(pool).path)
}

/** Asks whether a pooler is in between: before work whose first statement does not ask that, too. */
export async function findPooler(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ direct: number }>(`SELECT ${directColumn}`)
  if (rows[0]?.direct !== 1) notePooler(pool)
}

/** A connection to listen by, and whether it hears: a pooler passes no notices on. */
export async function openListener(
  pool: Pool,
): Promise<{ readonly client: PoolClient; readonly hears: boolean }> {
  const { listener, path, ...reaching } = reachingOf(pool)
  if (!path.isPooled) return { client: await pool.connect(), hears: true }
  if (listener === null) return { client: await pool.connect(), hears: false }
  const { default: pg } = await import('pg')
  const own = makePool(
    pg,
    { ...pool.options, ...listener, options },
    { ...reaching, ways: [listener], target: 'any', listener: null, path: { ...path, isPooled: false } },
  )
  // Releasing its one connection ends it.
  return { client: await own.connect(), hears: true }
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
