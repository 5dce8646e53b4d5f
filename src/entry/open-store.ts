import type { MailStore } from '../../store/mail-store.ts'
import { removed } from '../../store/sqlite/database/identity.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { howToGoBack } from '../../store/sqlite/store-file.ts'
import { type Environment, readSettings } from '../config.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { findStore, type Place } from '../store-place/find-store.ts'
import { whereLooked } from './absent-store.ts'
import { admitted } from './admission.ts'

export type OpenedStore = {
  readonly store: MailStore
  readonly settings: Settings
  readonly swarm: string | null
  /** As it was found. */
  readonly location: string
  /** What opening it did that its user should know. */
  readonly notice: string | null
}

/**
 * What a store is opened for: one command, which asks one thing after another; a command that goes on for long; or several callers who
 * share this thread, where a write that waits for another process lets the others go on.
 */
export type Use = 'once' | 'long' | 'together'

/**
 * Opens the store that a flag or the environment names, in this process or through a door.
 * @param at the only location that will do
 * @throws MailError as `findStore`, `admitted` and the store do
 */
export async function openStore(
  flag: string | undefined,
  environment: Environment,
  use: Use,
  at: string | null = null,
): Promise<OpenedStore> {
  const place = findStore(flag, environment)
  if (at !== null && place.location !== at) throw removed(at)
  return openPlace(place, environment, use)
}

/** The same for a place that was found. */
export async function openPlace(place: Place, environment: Environment, use: Use): Promise<OpenedStore> {
  const { location } = place
  return admitted(place, environment, async () => {
    const settings = await readSettings(place.door === null ? place.location : null, environment)
    const { store, notice } = await storeAt(place, settings, environment, use)
    return { settings, store, location, notice, swarm: settings.swarm ?? (await store.facts.swarm()) }
  })
}

async function storeAt(
  place: Place,
  { durability, allowNetworkFilesystem }: Settings,
  environment: Environment,
  use: Use,
): Promise<Pick<OpenedStore, 'store' | 'notice'>> {
  if (place.door !== null) {
    const store = await (await import('./doors.ts')).openDoor(
      place.door,
      place.location,
      environment,
      use === 'once',
    )
    return { store, notice: null }
  }
  let notice: string | null = null
  try {
    const store = await openSqliteStore(place.location, {
      create: false,
      durability,
      allowNetworkFilesystem,
      yields: use === 'together',
      upgraded({ from, to, backup }) {
        notice = `Upgraded the store at ${place.location} from schema ${from} to ${to}. ${backup} keeps it as it was. ${howToGoBack(backup)}`
      },
    })
    return { store, notice }
  } catch (error) {
    throw whereLooked(error, place)
  }
}
