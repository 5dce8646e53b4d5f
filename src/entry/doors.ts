import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { serveDoor } from '../../store/door/door-server.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import { openLastingStore } from '../../store/door/lasting-store.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { type FarClock, openFarClock } from '../../store/shared/far-clock.ts'
import { type Environment, pathFrom } from '../config.ts'
import { clockDifference } from '../domain/clock-difference.ts'
import { type DoorAddress, readDoorAddress } from '../domain/door-address.ts'
import { isMailError, MailError } from '../domain/errors.ts'
import { openChannel } from '../drivers/channels.ts'
import { socketPath } from '../drivers/socket-path.ts'
import type { Context } from '../services/context.ts'
import { within } from '../services/within.ts'
import { keepLinkAlerts } from './link-alerts.ts'
import { linkPlace } from './link-place.ts'
import { keepLinkSignals, type LinkSignals } from './link-signals.ts'

/** How long a link may take to answer, ms. A stopped one still has its socket, and never does. */
const linkPatience = 2_000

/**
 * A store that lies elsewhere, through this machine's link to it where there is one.
 * @param isAlone one command alone is carried out
 */
export async function openDoor(
  address: DoorAddress,
  location: string,
  environment: Environment,
  isAlone: boolean,
): Promise<MailStore> {
  return openLastingStore(async (lost, clock) => {
    if (address.type !== 'unix') {
      const { socket } = linkPlace(location, environment)
      const linked = await connectLink(socket, location, lost, clock).catch(() => null)
      if (linked !== null) return linked
    }
    return connect(address, location, { lost, clock, isAlone })
  })
}

async function connectLink(
  path: string,
  location: string,
  lost: () => void,
  clock: FarClock,
): Promise<MailStore> {
  return openDoorStore(openChannel({ type: 'unix', path }), location, lost, linkPatience, clock)
}

type Connecting = {
  readonly lost: () => void
  readonly clock: FarClock
  readonly isShared?: boolean
  readonly isAlone?: boolean
}

async function connect(
  address: DoorAddress,
  location: string,
  { lost, clock, isShared = false, isAlone = false }: Connecting,
): Promise<MailStore> {
  if (address.type === 'postgres') {
    const { openPostgresStore } = await import('../../store/postgres/postgres-store.ts')
    const { withService } = await import('./service-address.ts')
    return openPostgresStore(withService(address.url), { create: false, isShared, isAlone, clock })
  }
  return openDoorStore(openChannel(address), location, lost, undefined, clock)
}

type DoorWanted = {
  /** Opens the store, once for each client. */
  readonly open: () => Promise<MailStore>
  readonly listen: string | undefined
  readonly environment: Environment
  /** Says where it listens, once it does. */
  readonly say: (socket: string) => void
}

/** Serves a store on standard input and output, or on a socket to every client that connects, until a signal comes. */
export async function serveAtDoor({ open, listen, environment, say }: DoorWanted): Promise<number> {
  if (listen === undefined) {
    await serveDoor(open, process.stdin, process.stdout)
    return 0
  }
  // A problem with the store is reported now, not to the first client.
  await (await open()).close()
  const socket = pathFrom(environment, listen)
  await listening(socket, (one) => void serveDoor(open, one, one), say)
  return 0
}

type LinkWanted = {
  readonly address: string
  readonly environment: Environment
  readonly say: (socket: string) => void
  /** Says a sentence to people. */
  readonly warn: (sentence: string) => void
  /** Opens a mailbox in the store, once it listens. */
  readonly open: () => Promise<Context>
}

/**
 * Keeps one connection to a store that lies elsewhere, for all programs of this user on this machine, and the signal files of its
 * agents.
 */
export async function keepLink({
  address,
  environment,
  say,
  warn,
  open: openMailbox,
}: LinkWanted): Promise<number> {
  const door = readDoorAddress(address, 'The store')
  if (door === null || door.type === 'unix')
    throw new MailError(
      'usage',
      `${address} needs no link.`,
      'Name ssh://HOST/PATH, exec:COMMAND or postgres://USER@HOST/DATABASE.',
    )
  const { socket, folder } = linkPlace(address, environment)
  const callers = new Set<Socket>()
  const clock = openFarClock()
  const far: {
    store: Promise<MailStore> | null
    signals: LinkSignals | null
    alerts: () => Promise<void>
  } = { store: null, signals: null, alerts: async () => {} }
  /** A lost connection ends its callers, who try again; the next one opens it again. */
  const lost = (): void => {
    far.store = null
    far.signals?.hide()
    for (const caller of callers) caller.destroy()
  }
  const reach = (): Promise<MailStore> => {
    const lostThis = (): void => {
      if (far.store === reached) lost()
    }
    const reached = connect(door, address, { lost: lostThis, clock, isShared: true })
    reached.catch(() => {
      if (far.store === reached) far.store = null
    })
    return reached
  }
  const open = async (): Promise<MailStore> => {
    far.store ??= reach()
    const reached = far.store
    const store = await reached
    if (store.isCurrent()) return { ...store, async close() {} }
    if (far.store === reached) far.store = null
    void store.close()
    return open()
  }
  // PostgreSQL's own connections notice when a server is silent, and a link must not make callers open more of them.
  const isWatched = door.type !== 'postgres'
  const cut = (): void => {
    if (!isWatched) return
    const silent = far.store
    lost()
    silent?.then((store) => store.close()).catch(() => undefined)
  }
  /** A caller who is refused connects to the store directly. */
  const openForCaller = async (): Promise<MailStore> => {
    if (isWatched && far.signals?.isLate())
      throw new MailError('busy', `The store ${address} does not answer its link.`, 'Try again.')
    return open()
  }
  const differs = clockDifference((await open()).ahead())
  if (differs !== null) warn(`${differs.why} ${differs.mend}`)
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 })
  const serve = (caller: Socket): void => {
    callers.add(caller)
    void serveDoor(openForCaller, caller, caller).finally(() => callers.delete(caller))
  }
  const sayBoth = (path: string): void => {
    far.signals = keepLinkSignals(folder, address, { open, cut })
    far.alerts = keepLinkAlerts(environment, openMailbox)
    say(path)
  }
  await listening(socket, serve, sayBoth)
  await within(linkPatience, far.alerts())
  far.signals?.stop()
  await (await far.store)?.close()
  return 0
}

/** Serves all who connect to a socket that only this user may open, until a signal comes. */
async function listening(
  path: string,
  serve: (caller: Socket) => void,
  say: (path: string) => void,
): Promise<void> {
  await requireNobodyThere(path)
  const callers = new Set<Socket>()
  const server: Server = createServer((caller) => {
    callers.add(caller)
    caller.on('error', () => {}).on('close', () => callers.delete(caller))
    serve(caller)
  })
  // It replaces a socket that a killed program left, so that clients always find one.
  const place = socketPath(path)
  const beside = `${place}~`
  rmSync(beside, { force: true })
  await new Promise<void>((listens, fails) => {
    server.once('error', fails)
    // Nobody else can connect between its making and its mode.
    const before = process.umask(0o177)
    server.listen(beside, listens)
    process.umask(before)
  })
  chmodSync(beside, 0o600)
  renameSync(beside, place)
  say(path)
  await new Promise<void>((ended) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended())
  })
  rmSync(place, { force: true })
  server.close()
  for (const caller of callers) caller.destroy()
}

/** @throws MailError `conflict` where somebody listens */
async function requireNobodyThere(path: string): Promise<void> {
  let channel: ReturnType<typeof openChannel>
  try {
    channel = openChannel({ type: 'unix', path })
  } catch (error) {
    if (isMailError(error) && error.code === 'not-found') return
    throw error
  }
  const isThere = await new Promise<boolean>((answered) => {
    channel.output.once('connect', () => answered(true)).once('error', () => answered(false))
  })
  channel.close()
  if (isThere)
    throw new MailError('conflict', `Somebody already listens on ${path}.`, 'Stop that program first.')
}
