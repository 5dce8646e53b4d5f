import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import type { MailStore } from '../mail-store.ts'
import { openBodies } from './bodies.ts'
import { type Connection, connect, type Durability, openDatabase } from './connection.ts'
import { openDeliveries } from './deliveries.ts'
import { isBusy, mailErrorOf } from './errors.ts'
import { openFacts } from './facts.ts'
import { lazily } from './lazily.ts'
import { openLazyParts } from './lazy-parts.ts'
import { openLive } from './live.ts'
import { openMessages } from './messages.ts'
import { openRoster } from './roster.ts'
import { noStore, requireSchema } from './schema.ts'
import { openSignals } from './signals.ts'
import { type StorePlace, storePlace } from './store-place.ts'
import { tidyUp } from './tending.ts'
import { openTextIndex } from './text-index.ts'

export type StoreOptions = {
  /** Make the store if there is none. */
  readonly create: boolean
  /** `normal` survives the death of any process, `full` also a power cut. */
  readonly durability: Durability
  /** Where better_sqlite3.node lies, for bundles. */
  readonly nativeBinding?: string | undefined
  /** The swarm that a new store belongs to. */
  readonly swarm?: string | null | undefined
}

/**
 * Opens the store in a folder.
 * @throws MailError `not-found` · `newer-version` · `damaged` · `busy` · `not-allowed`
 */
export async function openSqliteStore(location: string, options: StoreOptions): Promise<MailStore> {
  const place = storePlace(location)
  try {
    return { ...compose(openConnection(place, options)), location: place.apart ? place.file : place.folder }
  } catch (error) {
    throw mailErrorOf(error, place.named)
  }
}

function openConnection(
  { folder: location, file: path, apart }: StorePlace,
  options: StoreOptions,
): Connection {
  if (apart) mkdirSync(location, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) {
    if (!options.create) throw noStore(location)
    mkdirSync(location, { recursive: true, mode: 0o700 })
    // The log and the shared memory beside it take over the file's permissions.
    closeSync(openSync(path, 'a', 0o600))
  }
  const database = openDatabase(path, options)
  try {
    requireSchema(database, location, { create: options.create, swarm: options.swarm ?? null })
    return connect(database, location)
  } catch (error) {
    database.close()
    throw error
  }
}

function compose(connection: Connection): MailStore {
  const { location } = connection
  const bodies = openBodies(location)
  const signals = openSignals(location)
  const search = lazily(
    async () => (await import('./search.ts')).openSearch(connection),
    ['search', 'searchCold', 'index'],
  )
  const messages = openMessages(connection, bodies, signals)
  let live: ReturnType<typeof openLive> | null = null
  const requireLive = () => (live ??= openLive(connection, undefined, signals))
  const ours = <T extends object>(methods: T) => translated(methods, location)
  const lazy = openLazyParts(connection, bodies, signals)
  return {
    location,
    facts: ours(openFacts(connection)),
    roster: ours(openRoster(connection, signals)),
    messages: ours({ ...messages, ...search }),
    deliveries: ours(openDeliveries(connection, bodies, signals)),
    groups: ours(lazy.groups),
    queues: ours(lazy.queues),
    channels: ours(lazy.channels),
    places: ours(lazy.places),
    log: ours(lazy.log),
    debates: ours(lazy.debates),
    tasks: ours(lazy.tasks),
    drafts: ours(lazy.drafts),
    views: ours(lazy.views),
    presence: ours(lazy.presence),
    assignments: ours(lazy.assignments),
    statistics: ours(lazy.statistics),
    live: ours({
      changed: (signal: AbortSignal) => requireLive().changed(signal),
      mail: (owner: string, signal: AbortSignal) => requireLive().mail(owner, signal),
      tend: () => requireLive().tend(),
      async tidy(milliseconds: number) {
        tidyUp(connection, openTextIndex(connection), milliseconds)
      },
    }),
    upkeep: ours(lazy.upkeep),
    backups: ours(lazy.backups),
    exchange: ours(lazy.exchange),
    commissions: ours(lazy.commissions),
    tokens: ours(lazy.tokens),
    peers: ours(lazy.peers),
    outbox: ours(lazy.outbox),
    async close() {
      live?.close()
      connection.database.close()
    },
  }
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** A write waits for its turn by itself; a look that finds the file locked for a moment looks again. */
const looks = 500

/** The same methods, whose driver errors are ours. */
function translated<T extends object>(methods: T, location: string): T {
  const wrapped = Object.entries(methods as Readonly<Record<string, Method>>).map(([name, method]) => {
    const call: Method = async (...args) => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await method(...args)
        } catch (error) {
          if (!isBusy(error) || tries >= looks) throw mailErrorOf(error, location)
          await new Promise((next) => setTimeout(next, 10))
        }
      }
    }
    return [name, call] as const
  })
  return Object.fromEntries(wrapped) as T
}
