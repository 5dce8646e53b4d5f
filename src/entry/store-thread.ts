import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MailStore } from '../../store/mail-store.ts'
import { openWorkerStore } from '../../store/worker/worker-store.ts'
import { type Environment, readSettings } from '../config.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { findStore } from '../store-place/find-store.ts'
import { whereLooked } from './absent-store.ts'
import { admitted } from './admission.ts'

export type StoreThread = { readonly store: MailStore; readonly settings: Settings }

/** The bundle has the store's thread beside it; sources find their own. */
const bundled = typeof __dirname === 'string' ? join(__dirname, 'store-worker.js') : ''

/**
 * The store in a thread of its own, so that no key ever waits for it. It is asked for before the screen is loaded:
 * both take their time, and there are two threads.
 */
export async function openStoreThread(
  flag: string | undefined,
  environment: Environment,
): Promise<StoreThread> {
  const place = findStore(flag, environment)
  const { location } = place
  return admitted(place, environment, async () => {
    const settings = await readSettings(location, environment)
    const store = await openWorkerStore(location, {
      ...(existsSync(bundled) && { workerFile: bundled }),
      create: false,
      durability: settings.durability,
      allowNetworkFilesystem: settings.allowNetworkFilesystem,
    }).catch((error: unknown) => {
      throw whereLooked(error, place)
    })
    return { store, settings }
  })
}
