import { lookIntoSqliteStore } from '../../../store/sqlite/look-into.ts'
import { type Environment, readSettings } from '../../config.ts'
import { MailError } from '../../domain/errors.ts'
import type { Place } from '../../store-place/find-store.ts'
import { requireUnmoved } from '../../store-place/known-store.ts'
import { admitted } from '../admission.ts'
import type { OpenedStore } from '../open-store.ts'

/**
 * Opens a store to look into it, and writes nothing.
 * @throws MailError `usage` for one that lies elsewhere, and as `admitted` and `lookIntoSqliteStore` do
 */
export async function lookIntoStore(place: Place, environment: Environment): Promise<OpenedStore> {
  const { location } = place
  if (place.door !== null)
    throw new MailError(
      'usage',
      `${location} lies elsewhere.`,
      'Only stores of this machine are looked into.',
    )
  return admitted(requireUnmoved(place), environment, async () => {
    const settings = await readSettings(location, environment)
    const store = await lookIntoSqliteStore(location, settings.allowNetworkFilesystem)
    return { settings, store, location, notice: null, swarm: settings.swarm ?? (await store.facts.swarm()) }
  })
}
