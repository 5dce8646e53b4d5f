import type { Gauge } from '../../domain/prometheus.ts'
import type { TokenHolder } from '../../operations/tokens/holder.ts'
import type { ServerMailbox } from '../../server-mailbox.ts'
import type { NetworkDriver } from '../../services/network-driver.ts'
import type { CallerAddress } from './caller-address.ts'
import type { Hub } from './hub.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Sessions } from './sessions.ts'
import type { Log } from './terminal/log.ts'

/** Who calls. */
export type Client = TokenHolder

/** The parts that every route uses. */
export type World = {
  /** The mailbox of the person who runs the server. */
  readonly mailbox: ServerMailbox
  readonly network: NetworkDriver
  readonly now: () => number
  readonly swarm: string
  /** The host that is listened on; `null` where TLS or a proxy answers for the name. */
  readonly served: string | null
  readonly startedAt: number
  /** Of the program. */
  readonly version: string
  readonly hub: Hub
  readonly log: Log
  readonly metrics: Metrics
  /** What the store has now, or had a moment ago. */
  readonly gauges: () => Promise<readonly Gauge[]>
  /** Tokens for swarms that were handed over in clear: kept for as long as the server runs. */
  readonly secrets: Map<string, string>
  readonly limits: Limits
  /** By whom a call is counted that has no valid token. */
  readonly addressOf: CallerAddress
  /** How long an address must wait that calls a public route, ms. */
  readonly strangers: RateLimit
  /** The same for an address whose token is wrong or missing: guessing takes nothing from what is open to all. */
  readonly guesses: RateLimit
  /** Requests of other swarms that are being answered, by swarm. */
  readonly calls: Map<string, number>
  /** Clients that exchanged their token for others. */
  readonly sessions: Sessions
  /** What is settled just now of what callers were handed, by caller. */
  readonly settling: Map<string, Promise<unknown>>
  /** Open event streams, by caller. */
  readonly streams: Map<string, number>
  /** The health that an administrator set. */
  health: string
  /** Whether tokens may go over plain HTTP beyond this machine. */
  readonly insecure: boolean
  /** Users that gave something to do since the start. */
  readonly active: Set<string>
  /** The entrypoint that a flag named, until a definition is loaded. */
  entrypoint: string | null
  /** The entrypoint since the start, where a definition that was loaded is dropped and the settings name none. */
  usual: string | null
}

export type Limits = {
  readonly bodyBytes: number
  /** Requests a minute on public routes, by address, and as many with a wrong token or none. */
  readonly publicRate: number
  /** Requests of one other swarm at a time. */
  readonly peerRequests: number
  /** Event streams of one caller at a time. */
  readonly streams: number
  /** Between signs of life on a stream. */
  readonly heartbeat: number
  /** How long a person who wrote to an agent waits for its answer. */
  readonly answerWithin: number
  /** The number of attempts to reach another swarm before the sender gets a failure. */
  readonly attempts: number
}

export const defaultLimits: Limits = {
  bodyBytes: 4 * 1024 * 1024,
  publicRate: 600,
  peerRequests: 64,
  streams: 1_024,
  heartbeat: 15_000,
  answerWithin: 10 * 60_000,
  attempts: 12,
}
