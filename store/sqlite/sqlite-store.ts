import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { pause } from '../../src/after.ts'
import type { MailStore } from '../mail-store.ts'
import { late } from '../shared/late.ts'
import { type Method, onDemand } from '../shared/on-demand.ts'
import { type Connection, connect, type Durability, openDatabase } from './database/connection.ts'
import { type Database, requireDriver } from './database/driver.ts'
import { isBusy, isNoDatabase, mailErrorOf } from './database/errors.ts'
import { requireLocalFileSystem } from './database/file-system.ts'
import { identityOf, openIdentity, restoredFact } from './database/identity.ts'
import { requireNoLink, requireOwnLogs } from './database/own-file.ts'
import { partOn } from './engine/shared.ts'
import { openLive } from './live/live.ts'
import type { Upgraded } from './migrate.ts'
import { partsOf } from './parts.ts'
import { foreign, lacksSchema, noStore, requireDatabase } from './store-file.ts'
import { type StorePlace, storePlace } from './store-place.ts'
import { tidyUp } from './upkeep/tending.ts'

export type StoreOptions = {
  /** Make the store if there is none. */
  readonly create: boolean
  /** `normal` survives the death of any process, `full` also a power cut. */
  readonly durability: Durability
  /** The swarm that a new store belongs to. */
  readonly swarm?: string | null | undefined
  /** A new store is for tests. */
  readonly forTests?: boolean | undefined
  /** Open it on a file system that other machines may write to as well. */
  readonly allowNetworkFilesystem?: boolean | undefined
  /** Several callers share this thread: one whose write waits for another process lets the others go on. */
  readonly yields?: boolean | undefined
  /** Told of an upgrade that opening the store made. */
  readonly upgraded?: ((upgraded: Upgraded) => void) | undefined
}

/**
 * Opens the store in a folder.
 * @param through whatever the store does goes through the connection that this gives: tests have changes undone there
 * @throws MailError `not-found` · `newer-version` · `damaged` · `busy` · `not-allowed`
 */
export async function openSqliteStore(
  location: string,
  options: StoreOptions,
  through = (connection: Connection) => connection,
): Promise<MailStore> {
  const place = storePlace(location)
  try {
    const connection = through(await openConnection(place, options))
    return compose(connection, place.apart ? place.file : place.folder)
  } catch (error) {
    if (place.apart && isNoDatabase(error)) throw foreign(place.file, 'no database')
    throw mailErrorOf(error, place.named)
  }
}

async function openConnection(place: StorePlace, options: StoreOptions): Promise<Connection> {
  const { folder: location, file: path } = place
  // An unreadable folder may contain a store: `statSync` throws here for it.
  const found = statSync(path, { throwIfNoEntry: false })
  if ((found?.size ?? 0) === 0) requireDatabase(place)
  if (found === undefined && !options.create) throw noStore(place.named)
  if (options.allowNetworkFilesystem !== true) requireLocalFileSystem(path, place.named)
  if (found === undefined) {
    requireDriver()
    mkdirSync(location, { recursive: true, mode: 0o700 })
    requireNoLink(path)
    // The log and the shared memory beside it take over the file's permissions.
    closeSync(openSync(path, 'a', 0o600))
  }
  requireOwnLogs(path)
  const opened = identityOf(path)
  const database = openDatabase(path, options)
  const isMoved = () => identityOf(path) !== opened
  try {
    const lacks = lacksSchema(database, place, options)
    // The first look opened the log beside the path. If the file was replaced before, that is the log of another.
    if (isMoved()) return await reopened(database, place, options)
    if (lacks) {
      const upgraded = (await import('./migrate.ts')).migrate(database, place.named, options)
      if (upgraded !== null) options.upgraded?.(upgraded)
    }
    if (place.apart) mkdirSync(location, { recursive: true, mode: 0o700 })
    const restored = database.prepare(`SELECT value FROM facts WHERE name = '${restoredFact}'`).pluck()
    const identity = openIdentity(path, opened, place.named, () => restored.get())
    return connect(database, location, { yields: options.yields === true, identity })
  } catch (error) {
    if (database.open && isMoved()) return await reopened(database, place, options)
    database.close()
    throw error
  }
}

function reopened(database: Database, place: StorePlace, options: StoreOptions): Promise<Connection> {
  database.close()
  return openConnection(place, options)
}

/** @param most how often a call that finds the file locked is tried again */
export function compose(
  connection: Connection,
  location: string,
  most = connection.yields ? writes : looks,
): MailStore {
  let live: ReturnType<typeof openLive> | null = null
  const requireLive = () => (live ??= openLive(connection))
  const openers = {
    ...partsOf(connection),
    live: (): MailStore['live'] => ({
      changed: (signal) => requireLive().changed(signal),
      mail: (owner, signal) => requireLive().mail(owner, signal),
      ...late(['signals'], async () =>
        partOn(connection, (await import('../sql/sessions/hook-signals.ts')).openHookSignals),
      ),
      tend: () => requireLive().tend(),
      async tidy(milliseconds) {
        tidyUp(connection, milliseconds)
      },
    }),
  }
  const parts = onDemand(openers, (method) => patient(method, connection, most))
  return Object.assign(parts, {
    location,
    now: () => Date.now(),
    ahead: () => 0,
    isCurrent: () => connection.identity.isCurrent(),
    gather: () => connection.gather(),
    async commit() {
      try {
        connection.commit()
      } catch (error) {
        throw mailErrorOf(error, location)
      }
    },
    async close() {
      live?.close()
      connection.database.close()
    },
  })
}

/** How often a call that finds the file locked is tried again, every 10 ms. A write that does not yield waits inside SQLite. */
const looks = 500
const writes = 3_000

function patient(method: Method, { location, identity }: Connection, most: number): Method {
  return async (...args) => {
    for (let tries = 0; ; tries += 1) {
      identity.glance()
      try {
        return await method(...args)
      } catch (error) {
        // Without its files a store fails in many ways, and a replaced one is closed while calls are under way.
        identity.require()
        if (!isBusy(error) || tries >= most) throw mailErrorOf(error, location)
        await pause(10)
      }
    }
  }
}
