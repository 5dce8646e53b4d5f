import { removed } from '../../store/sqlite/database/identity.ts'
import { isElsewhere } from '../domain/errors.ts'
import type { OpenedStore } from './open-store.ts'

/** Opens the store that is found now; with a location, only the one there. */
type Open = (location: string | null) => Promise<OpenedStore>

export type KeptStore = {
  /** The store that is at its place. */
  opened(): Promise<OpenedStore>
  /** Does work in it: again, where it turns out to be replaced meanwhile. */
  within<T>(work: (found: OpenedStore) => Promise<T>): Promise<T>
}

/**
 * Opens a store once for all who ask, and again where its place has another by now. One that was removed may be back
 * by the next call. A program never goes on with a store of another place.
 */
export function keepStore(open: Open, say: (sentence: string) => void = warn): KeptStore {
  let location: string | null = null
  let kept: Promise<OpenedStore> | null = null

  async function openNow(): Promise<OpenedStore> {
    const again = location
    const found = await open(again).catch((error: unknown) => {
      kept = null
      throw again !== null && isElsewhere(error) ? removed(again) : error
    })
    location = found.location
    if (again !== null) say(`The store at ${again} was replaced. Continuing with the one that is there now.`)
    if (found.notice !== null) say(found.notice)
    return found
  }

  async function opened(): Promise<OpenedStore> {
    kept ??= openNow()
    const asked = kept
    const { store } = await asked
    if (store.isCurrent()) return asked
    if (kept === asked) {
      kept = null
      // Callers that still use it get its error.
      void store.close().catch(() => undefined)
    }
    kept ??= openNow()
    return kept
  }

  return {
    opened,
    async within(work) {
      for (;;) {
        const found = await opened()
        try {
          return await work(found)
        } catch (error) {
          if (!isElsewhere(error) || found.store.isCurrent()) throw error
        }
      }
    },
  }
}

function warn(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
