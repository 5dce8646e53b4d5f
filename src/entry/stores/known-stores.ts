import { lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Environment } from '../../config.ts'
import { trustedStores } from '../trusting.ts'

/** A store of the person's list. */
export type KnownStore = {
  readonly location: string
  /** The name of its project. */
  readonly name: string
  /** The project's folder, as a person writes it. */
  readonly path: string
  /** It is not where it was trusted. */
  readonly isGone: boolean
}

type Around = Pick<Environment, 'stateFolder' | 'dataFolder' | 'home'>

/** The stores that the person trusts here, the one of their data folder, and the one that the program was started in. */
export function knownStores(around: Around, first: string | null): readonly KnownStore[] {
  const trusted = trustedStores(around).map(({ store, found }) => ({ store, isGone: !found }))
  const own = isThere(join(around.dataFolder, 'mail.db')) ? [{ store: around.dataFolder, isGone: false }] : []
  const begun = first === null ? [] : [{ store: first, isGone: false }]
  const byLocation = new Map<string, KnownStore>()
  for (const { store, isGone } of [...begun, ...own, ...trusted]) {
    // A store that was trusted twice is one, and there if one of its records says so.
    if (byLocation.get(store)?.isGone !== false)
      byLocation.set(store, { location: store, isGone, ...namesOf(store, around) })
  }
  return [...byLocation.values()]
}

/** The name and the path of a store, by its folder; the address of one that lies elsewhere is both. */
export function namesOf(
  location: string,
  { dataFolder, home }: Pick<Environment, 'dataFolder' | 'home'>,
): Pick<KnownStore, 'name' | 'path'> {
  const folder = basename(location) === '.watchpost' ? dirname(location) : location
  const path = folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder
  return { path, name: location === dataFolder ? 'own mail' : basename(folder) || folder }
}

/** When a store was written last: its log is ahead of its database until it is put back. */
export function writtenAt(location: string): number | null {
  const times = ['mail.db', 'mail.db-wal'].flatMap((name) => {
    const found = statSync(join(location, name), { throwIfNoEntry: false })
    // A reader leaves an empty log.
    return found === undefined || found.size === 0 ? [] : [found.mtimeMs]
  })
  return times.length === 0 ? null : Math.max(...times)
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
