import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { type Environment, pathFrom, readSettings } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import type { Trusted } from '../faces/cli/host.ts'
import { locateStore, requireFolder, storeAt } from '../store-place/find-store.ts'
import { requireOwnFiles } from '../store-place/trust.ts'
import { forgetStore, requireTruster, trustStore } from './trusting.ts'

type Wanted = {
  /** The store that was named, or, with `isPath`, it or the folder that it is in. */
  readonly flag: string | undefined
  readonly isPath: boolean
  readonly remove: boolean
  readonly environment: Environment
}

/** `watchpost trust`: the decision of a person that a store's mail may get into prompts here. */
export async function changeTrust(wanted: Wanted): Promise<Trusted> {
  const { remove, environment } = wanted
  const location = locationOf(wanted)
  await requireTruster(location, environment)
  if (remove) return { store: location, trusted: false, changed: forgetStore(location, environment) }
  requireOwnFiles(location)
  const { allowNetworkFilesystem } = await readSettings(location, environment)
  const how = { create: false, durability: 'normal', allowNetworkFilesystem } as const
  const store = await openSqliteStore(location, how)
  const changed = await trustStore(store.facts, location, environment)
  return { store: location, trusted: true, changed }
}

function locationOf({ flag, isPath, remove, environment }: Wanted): string {
  if (flag !== undefined && isPath) {
    // A store that is gone can still be forgotten.
    if (!remove) return storeAt(flag, environment)
    try {
      return storeAt(flag, environment)
    } catch {
      return pathFrom(environment, flag)
    }
  }
  const { location, how } = requireFolder(locateStore(flag, environment), '`watchpost trust`')
  if (how !== 'data') return location
  throw new MailError(
    'not-found',
    'There is no store in this folder or its parents.',
    'Give its path: `watchpost trust PATH`. To create a store, run `watchpost init`.',
  )
}
