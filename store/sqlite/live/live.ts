import type { LiveStore } from '../../mail-store.ts'
import { openBell } from '../database/bell.ts'
import { type Connection, patiently } from '../database/connection.ts'
import type { TextIndex } from '../search/text-index.ts'
import { untilRaised } from './live-mail.ts'
import { openWatch } from './live-watch.ts'

type Waiter = { readonly seen: string; readonly resolve: () => void }

/** One hub: all waiting callers share one watcher. `close` releases them. */
export function openLive(
  connection: Connection,
  index?: TextIndex,
): Omit<LiveStore, 'tidy' | 'signals'> & { close(): void } {
  const bell = openBell(connection.location)
  const version = () => {
    const row = patiently(connection.location, () => connection.statement('PRAGMA data_version').get()) as {
      data_version: number
    }
    return `${row.data_version}.${bell.rings}`
  }
  const waiters = new Set<Waiter>()
  /** The last state reported to each caller, by the signal that it waits with. */
  const told = new WeakMap<AbortSignal, string>()
  let lastTold = version()
  let closed = false
  const watch = openWatch(bell.file, check)
  const stopHearing = bell.onRing(check)
  let tend: (() => Promise<boolean>) | undefined

  const closing = new AbortController()
  const changed = async (signal: AbortSignal): Promise<void> => {
    if (closed || signal.aborted) return
    const seen = told.get(signal) ?? lastTold
    if (version() === seen) await wait(seen, signal)
    connection.identity.require()
    if (closed || signal.aborted || !connection.database.open) return
    lastTold = version()
    told.set(signal, lastTold)
  }

  return {
    changed,
    async mail(owner, signal) {
      if (closed || signal.aborted) return
      // The file is raised before the mail is there, and stays so while any is unread: from then on every change counts.
      const { signals } = connection
      if (signals.isRaised(owner)) return changed(signal)
      await untilRaised(signals, owner, AbortSignal.any([signal, closing.signal]), connection.identity)
      if (!signal.aborted) connection.identity.require()
    },
    async tend() {
      tend ??= (await import('../upkeep/tending.ts')).openTending(connection, version, index)
      return tend()
    },
    close() {
      closed = true
      closing.abort()
      stopHearing()
      for (const waiter of waiters) waiter.resolve()
      watch.close()
    },
  }

  function wait(seen: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        seen,
        resolve() {
          signal.removeEventListener('abort', waiter.resolve)
          waiters.delete(waiter)
          if (waiters.size === 0) watch.rest()
          resolve()
        },
      }
      waiters.add(waiter)
      signal.addEventListener('abort', waiter.resolve, { once: true })
      watch.hold()
      // Changes from before the first caller.
      check()
    })
  }

  function check(): void {
    if (waiters.size === 0) return
    const now = connection.database.open && connection.identity.isCurrent() ? versionNow() : 'closed'
    for (const waiter of waiters) if (now !== null && waiter.seen !== now) waiter.resolve()
  }

  /** `null` when the file cannot be read just now; the next poll asks again. */
  function versionNow(): string | null {
    try {
      return version()
    } catch {
      return null
    }
  }
}
