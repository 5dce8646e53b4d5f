import { type FSWatcher, statSync, watch } from 'node:fs'
import type { Identity } from '../database/identity.ts'
import type { Signals } from '../database/signals.ts'

/** Long, because this wakes every idle session, and there may be many: the watcher already reports every change of the file. */
const safetyPoll = 15_000
/** Where the system cannot watch files. */
const barePoll = 50
/** Another store in the place of this one changes no file that is watched. */
const identityPoll = 1_000

/**
 * Resolves when an agent's signal file is raised, at once where it is, or when the signal aborts. Many who wait, each
 * for their own mail, are not woken by each other's.
 */
export function untilRaised(
  signals: Signals,
  address: string,
  signal: AbortSignal,
  identity: Identity,
): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | null = null
    let poll: NodeJS.Timeout
    let [file, heard] = ['', -1]
    const end = (): void => {
      clearInterval(poll)
      clearInterval(looking)
      watcher?.close()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const listenTo = (): void => {
      file = signals.require(address)
      heard = statSync(file).ino
      watcher?.close()
      watcher = listen(file, check)
      clearInterval(poll)
      poll = watcher === null ? setInterval(check, barePoll) : setInterval(check, safetyPoll)
    }
    const lose = (): void => {
      heard = -1
      watcher?.close()
      watcher = null
      clearInterval(poll)
      poll = setInterval(check, barePoll)
    }
    const hear = (): void => {
      try {
        listenTo()
      } catch {
        end()
      }
    }
    const check = (): void => {
      try {
        if (signal.aborted || isRaised()) end()
      } catch {
        // The store is gone: the next look of the caller says so.
        end()
      }
    }
    const isRaised = (): boolean => {
      const found = statSync(file, { throwIfNoEntry: false })
      if (found?.ino === heard) return found.size > 0
      // The file was moved or removed: the watcher listens to its ghost. A store that is being removed must not get it back.
      if (found === undefined) {
        lose()
        return false
      }
      listenTo()
      return statSync(file).size > 0
    }
    const looking = setInterval(() => {
      if (!identity.isCurrent()) end()
      else if (heard < 0) hear()
    }, identityPoll)
    looking.unref()
    signal.addEventListener('abort', end, { once: true })
    listenTo()
    check()
  })
}

function listen(file: string, onChange: () => void): FSWatcher | null {
  try {
    // Without an ear for it, the watcher of a file that goes would end the program.
    return watch(file, onChange).on('error', onChange)
  } catch {
    return null
  }
}
