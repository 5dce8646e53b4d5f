import { setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MailError } from '../../domain/errors.ts'
import type { ServerMailbox } from '../../server-mailbox.ts'
import { requireOwnSwarm } from '../../services/interswarm/own-swarm.ts'
import type { NetworkDriver } from '../../services/network-driver.ts'
import { openCallerAddress } from './caller-address.ts'
import { followConnections } from './connections.ts'
import type { Face } from './face.ts'
import { openHub } from './hub.ts'
import { openMetrics } from './metrics.ts'
import { loopback } from './own-host.ts'
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

/**
 * Serves the store's swarm by these protocols until it is stopped; the first answers what no other does.
 * @throws MailError `usage` without a swarm's name · `not-allowed` beyond loopback without TLS · `conflict` the port is taken
 */
export async function startServer(door: Door, serving: Serving, faces: readonly Face[]): Promise<Served> {
  const { host, port, tls, insecure } = serving
  const { mailbox, now } = door
  if (tls === null && !insecure && !loopback.test(host))
    throw new MailError(
      'not-allowed',
      `${host} can be reached from other machines, and tokens would be sent unencrypted.`,
      'Add --cert and --key, or --insecure if a proxy provides TLS.',
    )
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
  const url = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${bound}`
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
  { host, tls, limits, entrypoint, insecure, lookEvery, trustedProxies = [] }: Serving,
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
    ...{ mailbox, network, swarm, hub, log, entrypoint, usual: entrypoint, now, insecure, health: 'healthy' },
    served: tls === null && !insecure ? host : null,
    startedAt: now(),
    metrics: openMetrics(),
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

function listenError({ code, message }: NodeJS.ErrnoException, host: string, port: number): MailError {
  if (code === 'EADDRINUSE')
    return new MailError(
      'conflict',
      `Port ${port} on ${host} is already in use.`,
      'Choose another port with --port.',
    )
  if (code === 'EACCES')
    return new MailError('not-allowed', `You may not use port ${port}.`, 'Choose a port above 1023.')
  if (code === 'ERR_SOCKET_BAD_PORT')
    return new MailError('usage', `Invalid port: ${port}`, 'Use 1 to 65535, or 0 for any free port.')
  return new MailError(
    'usage',
    `Cannot listen on ${host}:${port}: ${message}`,
    'Choose another address with --host.',
  )
}
