import { removed } from '../../store/sqlite/database/identity.ts'
import { clockDifference } from '../domain/clock-difference.ts'
import { isElsewhere } from '../domain/errors.ts'
import type { OpenedStore } from './open-store.ts'

/** Opens the store that is found now; with a location, only the one there. */
type Open = (location: string | null) => Promise<OpenedStore>

type Say = (sentence: string) => void

export type KeptStore = {
  /** The store that is at its place. */
  opened(): Promise<OpenedStore>
  /** Does work in it: again, where it turns out to be replaced meanwhile. */
  within<T>(work: (found: OpenedStore) => Promise<T>): Promise<T>
}

/**
 * Opens a store once for all who ask, and again where its place has another by now. One that was removed may be back
 * by the next call. A program never goes on with a store of another place.
 * @param sayClock says once that this machine's clock differs from the store's
 */
export function keepStore(open: Open, say: Say = warn, sayClock: Say = say): KeptStore {
  let location: string | null = null
  let isClockSaid = false
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
    const differs = clockDifference(found.store.ahead())
    if (differs !== null && !isClockSaid) sayClock(`${differs.why} ${differs.mend}`)
    isClockSaid ||= differs !== null
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

/** Says it to people: standard output is for what was asked. */
export function warn(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

/** What is said is read elsewhere, or by nobody. */
export function silent(): void {}
