import type { Environment } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import { hasMail, isOurs, judged, type Place } from './find-store.ts'
import { requireOwnFiles } from './trust.ts'

/**
 * A store of the person's own list: the one of their data folder, or one that they trust where it lies. Nobody chose it by going there,
 * so one that was moved, copied or restored since is not opened from afar.
 * @throws MailError `not-allowed` · `no-store`
 */
export function knownStore(location: string, environment: Environment): Place {
  if (!isOurs(location) || !hasMail(location))
    throw new MailError('no-store', `There is no store at ${location}.`, 'It was removed or moved.')
  if (location === environment.dataFolder) {
    requireOwnFiles(location)
    return { location, how: 'data', trust: null, door: null }
  }
  return requireUnmoved(judged(location, environment))
}

/** @throws MailError `not-allowed` for a store that is not trusted as the folder that it is in */
export function requireUnmoved(place: Place): Place {
  if (place.trust === null || (place.trust.id !== null && !place.trust.moved)) return place
  throw new MailError(
    'not-allowed',
    `The store ${place.location} was moved, copied or restored since you trusted it.`,
    'Run `watchpost trust` in its folder.',
  )
}
