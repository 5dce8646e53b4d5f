import type { MailStore } from '../../store/mail-store.ts'
import { removed } from '../../store/sqlite/database/identity.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
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
}

/**
 * Opens the store that a flag or the environment names, in this process or through a door.
 * @param at the only location that will do
 * @param yields several callers share this thread: a write that waits for another process lets the others go on
 * @throws MailError as `findStore`, `admitted` and the store do
 */
export async function openStore(
  flag: string | undefined,
  environment: Environment,
  yields: boolean,
  at: string | null = null,
): Promise<OpenedStore> {
  const place = findStore(flag, environment)
  const { location } = place
  if (at !== null && location !== at) throw removed(at)
  return admitted(place, environment, async () => {
    const settings = await readSettings(place.door === null ? place.location : null, environment)
    const store = await storeAt(place, settings, environment, yields)
    return { settings, store, location, swarm: settings.swarm ?? (await store.facts.swarm()) }
  })
}

async function storeAt(
  place: Place,
  { durability, allowNetworkFilesystem }: Settings,
  environment: Environment,
  yields: boolean,
): Promise<MailStore> {
  if (place.door !== null)
    return (await import('./doors.ts')).openDoor(place.door, place.location, environment)
  try {
    return await openSqliteStore(place.location, {
      create: false,
      durability,
      allowNetworkFilesystem,
      yields,
    })
  } catch (error) {
    throw whereLooked(error, place)
  }
}
