import { type FSWatcher, statSync, watch } from 'node:fs'
import type { Signals } from './signals.ts'

/** Long, because this wakes every idle session, and there may be many: the watcher already reports every change of the file. */
const safetyPoll = 15_000
/** Where the system cannot watch files. */
const barePoll = 50

/**
 * Resolves when an agent's signal file is raised, at once where it is, or when the signal aborts. Many who wait, each
 * for their own mail, are not woken by each other's.
 */
export function untilRaised(signals: Signals, address: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | null = null
    let poll: NodeJS.Timeout
    let [file, heard] = ['', -1]
    const end = (): void => {
      clearInterval(poll)
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
      // The file was moved or removed: the watcher listens to its ghost.
      listenTo()
      return statSync(file).size > 0
    }
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
