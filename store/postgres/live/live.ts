import { pause } from '../../../src/after.ts'
import { type ChangeKind, changeKinds } from '../../../src/domain/change-kind.ts'
import { isMailError } from '../../../src/domain/errors.ts'
import type { LiveStore } from '../../mail-store.ts'
import { hasNothingWaiting } from '../../sql/rows/copies.ts'
import { findNumber } from '../../sql/rows/names.ts'
import { openHookSignals } from '../../sql/sessions/hook-signals.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { mailErrorOf } from '../database/errors.ts'
import { partOn, shared } from '../engine/shared.ts'
import { openTending } from '../upkeep/tending.ts'
import { type Bump, type Interest, listen, type Machine } from './listening.ts'

/** One listener of this program, from the first time that something waits. */
export function openLive(connection: Connection): LiveStore & { close(): Promise<void> } {
  const waiters = new Set<() => void>()
  /** The last state reported to each caller, by the signal that it waits with. */
  const told = new WeakMap<AbortSignal, number>()
  const tending = openTending(connection)
  let version = 0
  let closed = false

  /** By which version each kind may have been altered last. */
  const altered = new Map<ChangeKind, number>()

  /** Something may have changed. */
  function bump(kinds: readonly ChangeKind[] = changeKinds): void {
    version += 1
    for (const kind of kinds) altered.set(kind, version)
    connection.renew()
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

  async function changedSince(seen: number, signal: AbortSignal): Promise<readonly ChangeKind[]> {
    await untilPast(seen, signal)
    told.set(signal, version)
    const kinds = changeKinds.filter((kind) => (altered.get(kind) ?? 0) > seen)
    // The wait ended without news.
    return kinds.length === 0 ? changeKinds : kinds
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
      if (closed || signal.aborted) return changeKinds
      const seen = known(signal)
      await patience.reached(() => hearing.listening(null), signal)
      return changedSince(seen, signal)
    },
    async mail(owner, signal) {
      if (closed || signal.aborted) return
      const before = known(signal)
      if (await patience.reached(() => listenAndLook(owner), signal)) {
        await changedSince(before, signal)
        return
      }
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

/** Between two tries to reach the server, ms: each pause is twice as long as the one before. */
const [shortest, longest] = [20, 1_000]

/** Whoever waits for changes also waits for a server that cannot be reached, and does not hurry it while it starts. */
type Patience = {
  /**
   * Asks until the server answers. `undefined` where the caller waits no longer, or the store closes.
   * @throws what another try would not change
   */
  reached<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined>
  close(): void
}

function openPatience(location: string): Patience {
  const closing = new AbortController()

  function isBusy(error: unknown): boolean {
    const found = mailErrorOf(error, location)
    return isMailError(found) && found.code === 'busy'
  }

  return {
    async reached(ask, signal) {
      for (
        let rest = shortest;
        !signal.aborted && !closing.signal.aborted;
        rest = Math.min(2 * rest, longest)
      )
        try {
          return await ask()
        } catch (error) {
          // What is asked as the store closes fails in many ways.
          if (!closing.signal.aborted && !isBusy(error)) throw error
          const over = AbortSignal.any([signal, closing.signal])
          await pause(rest, { signal: over })
        }
      return undefined
    },
    close: () => closing.abort(),
  }
}

/** What this program hears: nothing until it first waits, then more and more. */
type Hearing = {
  /** Listens, for this agent's mail or (`null`) for any change, as well as for what it was asked for before. */
  listening(agent: number | null): Promise<void>
  close(): Promise<void>
}

/** `bump` is called whenever something may have changed, also what one listens to since a moment or no longer. */
function openHearing(connection: Connection, bump: Bump): Hearing {
  let interest: Interest = []
  let machine: Promise<Machine> | null = null
  let isClosed = false

  /** Whether it was not heard before. */
  function widen(agent: number | null): boolean {
    if (interest === null || (agent !== null && interest.includes(agent))) return false
    interest = agent === null ? null : [...interest, agent]
    return true
  }

  return {
    async listening(agent) {
      if (isClosed) return
      const isWider = widen(agent)
      if (machine !== null) {
        const found = await machine
        if (isWider) await found.attend(interest)
        return
      }
      const begun = listen(connection, interest, bump, () => {
        forget()
        bump()
      })
      // Another one may have begun meanwhile.
      const forget = (): void => {
        if (machine === begun) machine = null
      }
      begun.catch(forget)
      machine = begun
      await begun
    },
    async close() {
      isClosed = true
      await (await machine?.catch(() => null))?.close()
    },
  }
}
