import type { LiveStore } from '../../mail-store.ts'
import { hasNothingWaiting } from '../../sql/rows/copies.ts'
import { findNumber } from '../../sql/rows/names.ts'
import { openHookSignals } from '../../sql/sessions/hook-signals.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { partOn, shared } from '../engine/shared.ts'
import { openTending } from '../upkeep/tending.ts'
import { openHearing } from './hearing.ts'
import { openPatience } from './patience.ts'

/** One listener of this program, from the first time that something waits. */
export function openLive(connection: Connection): LiveStore & { close(): Promise<void> } {
  const waiters = new Set<() => void>()
  /** The last state reported to each caller, by the signal that it waits with. */
  const told = new WeakMap<AbortSignal, number>()
  const tending = openTending(connection)
  let version = 0
  let closed = false

  /** Something may have changed. */
  function bump(): void {
    version += 1
    for (const wake of waiters) wake()
  }

  const hearing = openHearing(connection, bump)
  const patience = openPatience(connection.location)

  function untilPast(seen: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        if (version === seen && !closed && !signal.aborted) return
        signal.removeEventListener('abort', wake)
        waiters.delete(wake)
        resolve()
      }
      waiters.add(wake)
      signal.addEventListener('abort', wake, { once: true })
      wake()
    })
  }

  /** What comes while it begins to listen counts. */
  const known = (signal: AbortSignal): number => told.get(signal) ?? version

  async function changedSince(seen: number, signal: AbortSignal): Promise<void> {
    await untilPast(seen, signal)
    told.set(signal, version)
  }

  async function hasMail(owner: string): Promise<boolean> {
    const agent = await inTurn(findNumber(shared(connection), owner))
    return agent !== undefined && !(await inTurn(hasNothingWaiting(shared(connection), agent)))
  }

  /** Listens before it looks. An agent without a number gets one with its first mail, and any change may be that. */
  async function listenAndLook(owner: string): Promise<boolean> {
    await hearing.listening((await inTurn(findNumber(shared(connection), owner))) ?? null)
    return hasMail(owner)
  }

  return {
    async changed(signal) {
      if (closed || signal.aborted) return
      const seen = known(signal)
      await patience.reached(() => hearing.listening(null), signal)
      await changedSince(seen, signal)
    },
    async mail(owner, signal) {
      if (closed || signal.aborted) return
      const before = known(signal)
      if (await patience.reached(() => listenAndLook(owner), signal)) return changedSince(before, signal)
      for (let seen = version; !closed && !signal.aborted; seen = version) {
        // Its connection may have been lost, which woke it.
        if (await patience.reached(() => listenAndLook(owner), signal)) return
        await untilPast(seen, signal)
      }
    },
    ...partOn(connection, openHookSignals),
    tend: () => tending.tend(),
    tidy: (milliseconds) => tending.tidy(milliseconds),
    async close() {
      closed = true
      patience.close()
      for (const wake of waiters) wake()
      await hearing.close()
    },
  }
}
