import { lstatSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Environment, pathFrom } from '../config.ts'
import { type DoorAddress, readDoorAddress } from '../domain/door-address.ts'
import { MailError } from '../domain/errors.ts'
import { requireTrust, type Trust } from './trust.ts'
import { mainCheckoutOf } from './worktree.ts'

const storeFolder = '.watchpost'

export type Place = {
  readonly location: string
  readonly how: 'flag' | 'environment' | 'folder' | 'data'
  /** Of a store that was found upward and has mail. */
  readonly trust: Trust | null
  /** The store lies elsewhere; `location` is its address as it was named. */
  readonly door: DoorAddress | null
}

/**
 * Where the store is: `--store`, `WATCHPOST_STORE`, the nearest `.watchpost/` upward, else the user's own. In a git work
 * tree without a store, the one of the main checkout is the nearest.
 * @throws MailError `not-allowed` for a folder found upward that is not ours, or not trusted
 */
export function findStore(flag: string | undefined, environment: Environment): Place {
  const place = locateStore(flag, environment)
  return place.how === 'folder' ? judged(place.location, environment) : place
}

/** Where a store is made, or is already: the named one, else `.watchpost/` in this folder. @throws as `findStore` */
export function storeHere(flag: string | undefined, environment: Environment): Place {
  if (flag !== undefined || environment.store !== null) return locateStore(flag, environment)
  const location = join(environment.folder(), storeFolder)
  if (isOurs(location)) return judged(location, environment)
  return { location, how: 'folder', trust: null, door: null }
}

/** The same for what works on the files of a store. @throws MailError `usage` for one that lies elsewhere */
export function requireFolder(place: Place, command: string): Place {
  if (place.door === null) return place
  throw new MailError(
    'usage',
    `${command} works on the files of a store, and ${place.location} lies elsewhere.`,
    'Run it on the machine that has the store.',
  )
}

/** A store by its own path, or by that of the folder that it is in. @throws MailError `not-allowed` `not-found` */
export function storeAt(path: string, environment: Environment): string {
  const at = pathFrom(environment, path)
  const within = join(at, storeFolder)
  const location = !hasMail(at) && isOurs(within) ? within : at
  if (isOurs(location) && hasMail(location)) return location
  throw new MailError('not-found', `There is no store at ${at}.`, 'To create one, run `watchpost init`.')
}

/** The same, or the address of a store that lies elsewhere. @throws MailError `not-allowed` `not-found` `usage` */
export function storeNamed(text: string, environment: Environment): string {
  return readDoorAddress(text, 'The store') === null ? storeAt(text, environment) : text
}

/** Whether no store is named, none is upward, and the user's own was never made. @throws as `locateStore` */
export function isNowhere(flag: string | undefined, environment: Environment): boolean {
  const { location, how } = locateStore(flag, environment)
  return how === 'data' && !hasMail(location)
}

export function judged(location: string, { stateFolder }: Environment): Place {
  const trust = hasMail(location) ? requireTrust(location, lstatSync(location), stateFolder) : null
  return { location, how: 'folder', trust, door: null }
}

/** The same for a store that may not be trusted yet. @throws MailError `not-allowed` unless it is a folder of ours */
export function locateStore(flag: string | undefined, environment: Environment): Place {
  if (flag !== undefined) return named(flag, 'flag', environment)
  if (environment.store !== null) return named(environment.store, 'environment', environment)
  const found = searchUpward(environment.folder())
  if (found !== null) return { location: found, how: 'folder', trust: null, door: null }
  return { location: environment.dataFolder, how: 'data', trust: null, door: null }
}

function searchUpward(from: string): string | null {
  let main: string | null = null
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, storeFolder)
    const isThere = isOurs(candidate)
    if (isThere && hasMail(candidate)) return candidate
    const checkout: string | null = main === null ? mainCheckoutOf(folder) : null
    if (checkout !== null) {
      main = checkout
      const there = searchBetween(join(checkout, relative(folder, from)), checkout)
      if (there !== null) return there
    }
    // Settings alone: here is where a store would be made.
    if (isThere) return candidate
    if (dirname(folder) === folder) return main === null ? null : searchBetween(dirname(main), '/')
  }
}

function searchBetween(from: string, to: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, storeFolder)
    if (isOurs(candidate) && hasMail(candidate)) return candidate
    if (folder === to || dirname(folder) === folder) return null
  }
}

export function hasMail(store: string): boolean {
  return lstatSync(`${store}/mail.db`, { throwIfNoEntry: false }) !== undefined
}

function named(path: string, how: 'flag' | 'environment', environment: Environment): Place {
  const name = how === 'flag' ? '--store' : 'WATCHPOST_STORE'
  if (path === '') throw new MailError('usage', `${name} is empty.`, 'Give the folder of a store.')
  const door = path.includes(':') ? readDoorAddress(path, name) : null
  return { location: door === null ? pathFrom(environment, path) : path, how, trust: null, door }
}

/**
 * Whether a folder of ours is there. One that somebody else put in our way is refused, not skipped.
 * @throws MailError `not-allowed`
 */
export function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return false
  const hint = 'Choose your own store with --store PATH or WATCHPOST_STORE.'
  if (found.isSymbolicLink())
    throw new MailError(
      'not-allowed',
      `${path} is a link; a store that is found automatically must be a folder.`,
      hint,
    )
  if (!found.isDirectory()) throw new MailError('not-allowed', `${path} is not a folder.`, hint)
  const us = process.getuid?.()
  if (us !== undefined && found.uid !== us)
    throw new MailError('not-allowed', `${path} belongs to another user.`, hint)
  return true
}
