import { MailError } from './errors.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { wholeStart } from './whole-text.ts'

/** Another swarm that can be written to (MAIL 1.3, Swarm Registry). Times are milliseconds since 1970. */
export type Peer = {
  readonly name: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly metadata: JsonObject | null
  /** Listed for everybody by `GET /swarms`. */
  readonly public: boolean
  /** Forgotten when the server that took it ends. */
  readonly volatile: boolean
  /** The environment variable that holds the token for it. */
  readonly secret: string | null
  readonly active: boolean
  readonly lastSeen: number
  readonly registeredAt: number
}

/** The variable that a swarm's token is looked for in, unless another is named. */
export function secretVariable(swarm: string): string {
  return `SWARM_AUTH_TOKEN_${swarm.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`
}

/** `$NAME` and `${NAME}` name a variable; anything else is a token itself. */
export function variableIn(token: string): string | null {
  return /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))$/u.exec(token)?.slice(1).find(Boolean) ?? null
}

/** @throws MailError `usage` */
export function requireBaseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new MailError(
      'usage',
      `Invalid URL of a server: ${JSON.stringify(text.slice(0, 200))}`,
      'Use http://HOST:PORT or https://HOST.',
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, '')
}

/** Mail to another swarm may wait this long before a notice is sent, ms. */
export const toldAfter = 30_000

/** A swarm that has not answered for this long needs a person, ms. Until then a restart may be the reason. */
export const unreachableAfter = 60_000

/** The most that is kept of what another server says. */
const mostSaid = 80

/** A server's answer other than success, in a few words: its `detail` where it speaks MAIL, else how its text begins. */
export function saidBy(text: string): string {
  const said = detailIn(text.slice(0, 10_000)) ?? text.slice(0, 10_000)
  return wholeStart(said.replace(/\s+/gu, ' ').trim(), mostSaid)
}

function detailIn(text: string): string | null {
  try {
    const value = JSON.parse(text) as Json
    return isJsonObject(value) && typeof value['detail'] === 'string' ? value['detail'] : null
  } catch {
    return null
  }
}

const first = 500
const longest = 60_000
/** A retry later than this was scheduled by a wrong clock. */
export const longestBackOff = 1.5 * longest

/** How long to wait before the next attempt: twice as long each time, at most a minute, and up to half as much more by chance. */
export function backOff(attempts: number, chance: number): number {
  const wait = Math.min(longest, first * 2 ** Math.min(attempts - 1, 20))
  return Math.round(wait * (1 + chance / 2))
}

/** The shortest time between the first and the last of these attempts, ms. A swarm that comes and goes is tried more often. */
export function patienceFor(attempts: number): number {
  let waited = 0
  for (let at = 1; at < attempts; at += 1) waited += backOff(at, 0)
  return waited
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu

/** A token may be sent where others cannot read it: over TLS, or without leaving this machine. */
export function mayCarrySecret(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || loopback.test(hostname)
}
