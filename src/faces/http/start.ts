import { setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MailError } from '../../domain/errors.ts'
import type { ServerMailbox } from '../../server-mailbox.ts'
import { requireOwnSwarm } from '../../services/interswarm/own-swarm.ts'
import { shareAnswer } from '../../services/metrics/shared-answer.ts'
import type { NetworkDriver } from '../../services/network-driver.ts'
import { openCallerAddress } from './caller-address.ts'
import { followConnections } from './connections.ts'
import type { Face } from './face.ts'
import { openHub } from './hub.ts'
import { listenError, requireEncrypted, urlOf } from './listening.ts'
import { openMetrics } from './metrics.ts'
import { openRateLimit } from './rate-limit.ts'
import { buildServer, type Tls } from './server.ts'
import { openSessions } from './sessions.ts'
import { chooseEntrypoint } from './tasks/definition.ts'
import { followUp } from './tasks/follow-up.ts'
import { openDisplay, type Terminal } from './terminal/display.ts'
import { type Log, openLog } from './terminal/log.ts'
import { standingLines, standingOf } from './terminal/standing.ts'
import { defaultLimits, type Limits, type World } from './world.ts'

/** The swarm that is served. */
export type Door = {
  readonly mailbox: ServerMailbox
  readonly swarm: string | null
  readonly network?: NetworkDriver
  readonly now: () => number
}

export type Serving = {
  readonly host: string
  readonly port: number
  readonly tls: Tls | null
  readonly insecure: boolean
  readonly entrypoint: string | null
  /** Of the program. */
  readonly version: string
  readonly limits?: Partial<Limits>
  /** Addresses and networks of proxies that say where a request comes from. */
  readonly trustedProxies?: readonly string[]
  /** Milliseconds between looks at other swarms. */
  readonly watchEvery?: number
  /** Milliseconds after which mail is found that nothing announced. */
  readonly lookEvery?: number
  /** Where people look on; `null` where its log goes to a program. */
  readonly terminal: Terminal | null
  readonly write: (text: string) => void
}

export type Served = { readonly url: string; readonly stop: () => Promise<void> }

/** So long a request that runs may take to end once the server stops, ms. */
const grace = 3_000
const usualPulse = 1_000
/** However many ask for metrics, the store is looked at once in this time, ms. */
const surveyEvery = 5_000

/**
 * Serves the store's swarm by these protocols until it is stopped; the first answers what no other does.
 * @throws MailError `usage` without a swarm's name · `not-allowed` beyond loopback without TLS · `conflict` the port is taken
 */
export async function startServer(door: Door, serving: Serving, faces: readonly Face[]): Promise<Served> {
  const { host, port, tls, insecure } = serving
  const { mailbox, now } = door
  requireEncrypted(host, tls !== null, insecure)
  const display = serving.terminal === null ? null : openDisplay(serving.terminal, now)
  const log = display ?? openLog(serving.write, now)
  const world = await openWorld(door, serving, log)
  await mailbox.forgetVolatile()
  await mailbox.appointSupervisors()
  await chooseEntrypoint(world)
  const stopping = new AbortController()
  // As many wait for it as there are callers.
  setMaxListeners(0, stopping.signal)
  const app = buildServer(world, faces, tls, stopping.signal)
  const connections = followConnections(app.server, tls !== null)
  for (const face of faces) face.offer?.(app.server, world, stopping.signal)
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, host, port)
  })
  const { lookEvery = usualPulse, watchEvery = 30_000 } = serving
  const running = faces.map((face) => face.begin?.(world, { lookEvery, watchEvery }))
  const { port: bound } = app.server.address() as AddressInfo
  const url = urlOf(host, bound, tls !== null)
  log.info('serving', { url, swarm: world.swarm })
  display?.follow(async () =>
    standingLines(await standingOf(world, url), now(), serving.terminal?.columns() ?? 80),
  )
  let stopped: Promise<void> | undefined
  const stop = async () => {
    log.info('stopping')
    stopping.abort()
    const closed = app.close()
    connections.end(grace)
    await closed
    await Promise.all(world.settling.values())
    await Promise.all(running.map((one) => one?.stop()))
    await world.hub.stop()
    await mailbox.forgetVolatile()
    log.info('stopped')
    display?.stop()
    log.flush()
  }
  return { url, stop: () => (stopped ??= stop()) }
}

async function openWorld(
  door: Door,
  { host, tls, limits, entrypoint, version, insecure, lookEvery, trustedProxies = [] }: Serving,
  log: Log,
): Promise<World> {
  const { mailbox, network, now } = door
  const swarm = requireOwnSwarm(door)
  const addressOf = openCallerAddress(trustedProxies)
  if (network === undefined)
    throw new MailError('not-allowed', 'Other servers cannot be reached from here.', '')
  let tell: (world: World) => void = () => {}
  const ready = new Promise<World>((resolve) => {
    tell = resolve
  })
  const hub = await openHub(
    mailbox,
    async (message) => followUp(await ready, message),
    (error) => log.error('follow-up', { why: String(error) }),
    lookEvery ?? usualPulse,
  )
  const allLimits = { ...defaultLimits, ...limits }
  const world = {
    mailbox,
    network,
    swarm,
    hub,
    log,
    entrypoint,
    usual: entrypoint,
    now,
    insecure,
    health: 'healthy',
    served: tls === null && !insecure ? host : null,
    startedAt: now(),
    version,
    metrics: openMetrics(),
    gauges: shareAnswer(() => mailbox.gauges(), now, surveyEvery),
    secrets: new Map(),
    active: new Set<string>(),
    calls: new Map<string, number>(),
    streams: new Map<string, number>(),
    sessions: openSessions(now),
    settling: new Map<string, Promise<unknown>>(),
    limits: allLimits,
    addressOf,
    strangers: openRateLimit(allLimits.publicRate, now),
    guesses: openRateLimit(allLimits.publicRate, now),
  }
  tell(world)
  return world
}
