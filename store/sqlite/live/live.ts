import { pause } from '../../../src/after.ts'
import { type ChangeKind, changeKinds } from '../../../src/domain/change-kind.ts'
import { isBusy } from '../../../src/domain/errors.ts'
import type { LiveStore } from '../../mail-store.ts'
import { type Bell, type Heard, openBell } from '../database/bell.ts'
import { type Connection, patiently } from '../database/connection.ts'
import { kindsBetween, openMarks } from '../database/marks.ts'
import type { TextIndex } from '../search/text-index.ts'
import { openTending } from '../upkeep/tending.ts'
import { untilRaised } from './live-mail.ts'
import { openWatch } from './live-watch.ts'

/** What one look found: whether anything changed since another look, and the marks of what that altered. */
type Look = { readonly version: string; readonly marks: Buffer; readonly heard: Heard }
type Waiter = { seen: Look; readonly resolve: () => void }

/** Tries of one look at a locked file, which hold up this thread; and the rest until the next look, ms. */
const [mostTries, breath] = [2, 500]

/** One hub: all waiting callers share one watcher. `close` releases them. */
export function openLive(
  connection: Connection,
  index?: TextIndex,
): Omit<LiveStore, 'tidy' | 'signals'> & { close(): void } {
  const bell = openBell(connection.location)
  const closing = new AbortController()
  const { version, lookNow, lookAtLast } = openLooks(connection, bell, closing.signal)
  const waiters = new Set<Waiter>()
  /** The last state reported to each caller, by the signal that it waits with. */
  const told = new WeakMap<AbortSignal, Look>()
  bell.forgetPlain()
  let lastTold = lookNow()
  const watch = openWatch(bell.file, check)
  const stopHearing = bell.onRing(check)
  let tend: (() => Promise<boolean>) | undefined

  const isOver = (signal: AbortSignal): boolean => closing.signal.aborted || signal.aborted
  const changed = async (signal: AbortSignal): Promise<readonly ChangeKind[]> => {
    if (isOver(signal)) return changeKinds
    const known = told.get(signal) ?? lastTold
    const first = lookNow() ?? (await lookAtLast(signal))
    if (first === null || isOver(signal)) return changeKinds
    const seen = known === null || newsSince(known, first).length > 0 ? known : await wait(known, signal)
    connection.identity.require()
    const last = await lookAtLast(signal)
    if (last === null) return changeKinds
    lastTold = last
    told.set(signal, last)
    return newsSince(seen, last)
  }

  return {
    changed,
    async mail(owner, signal) {
      if (isOver(signal)) return
      // The file is raised before the mail is there, and stays so while any is unread: from then on every change counts.
      const { signals, identity } = connection
      if (signals.isRaised(owner)) return void (await changed(signal))
      await untilRaised(signals, owner, AbortSignal.any([signal, closing.signal]), identity)
      if (!signal.aborted) identity.require()
    },
    async tend() {
      tend ??= openTending(connection, version, index)
      return tend()
    },
    close() {
      closing.abort()
      stopHearing()
      for (const waiter of waiters) waiter.resolve()
      watch.close()
    },
  }

  /** What was seen before the news: changes that alter nothing are passed over meanwhile. */
  function wait(seen: Look, signal: AbortSignal): Promise<Look> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        seen,
        resolve() {
          signal.removeEventListener('abort', waiter.resolve)
          waiters.delete(waiter)
          if (waiters.size === 0) watch.rest()
          resolve(waiter.seen)
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
    const isHere = connection.database.open && connection.identity.isCurrent()
    const now = isHere ? lookNow() : null
    for (const waiter of waiters)
      if (!isHere || (now !== null && newsSince(waiter.seen, now).length > 0)) waiter.resolve()
      else if (now !== null && now.version !== waiter.seen.version) waiter.seen = now
  }
}

type Looks = {
  version(): string
  /** `null` when the file cannot be read just now; the next poll asks again. */
  lookNow(): Look | null
  /** Whoever waits for changes waits for a file that others hold locked, too. `null`: nobody waits any more. */
  lookAtLast(signal: AbortSignal): Promise<Look | null>
}

function openLooks(connection: Connection, bell: Bell, closing: AbortSignal): Looks {
  const { location } = connection
  const marks = openMarks(location)

  function version(): string {
    const ask = () => connection.statement('PRAGMA data_version').get()
    const row = patiently(location, ask, mostTries) as { data_version: number }
    return `${row.data_version}.${bell.rings}`
  }

  // Marks are read last: a change that the version shows was marked before.
  const look = (): Look => ({ version: version(), marks: marks.look(), heard: bell.heard() })

  return {
    version,
    lookNow() {
      try {
        return look()
      } catch {
        return null
      }
    },
    async lookAtLast(signal) {
      while (!signal.aborted && !closing.aborted && connection.database.open) {
        try {
          return look()
        } catch (error) {
          if (!isBusy(error)) throw error
          // A combined signal stays with those that it combines, so none is made where nobody waits.
          await pause(breath, { signal: AbortSignal.any([signal, closing]) })
        }
      }
      return null
    },
  }
}

/** Nothing where nothing changed, or only what nobody waits for; everything where the look before found the file locked. */
function newsSince(before: Look | null, now: Look): readonly ChangeKind[] {
  if (before === null) return changeKinds
  if (before.version === now.version) return []
  const isEverything = now.heard.isPlain || Buffer.compare(before.heard.stamp, now.heard.stamp) !== 0
  return isEverything ? changeKinds : kindsBetween(before.marks, now.marks)
}
