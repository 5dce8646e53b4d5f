import { pause } from '../../../src/after.ts'
import { isMailError } from '../../../src/domain/errors.ts'
import { mailErrorOf } from '../database/errors.ts'

/** Between two tries to reach the server, ms: each pause is twice as long as the one before. */
const [shortest, longest] = [20, 1_000]

/** Whoever waits for changes also waits for a server that cannot be reached, and does not hurry it while it starts. */
export type Patience = {
  /**
   * Asks until the server answers. `undefined` where the caller waits no longer, or the store closes.
   * @throws what another try would not change
   */
  reached<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined>
  close(): void
}

export function openPatience(location: string): Patience {
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
