import { type FSWatcher, watch } from 'node:fs'
import type { Signals } from './signals.ts'

/** An idle session wakes for this alone, and there may be many. */
const safetyPoll = 2_000
/** Where the system cannot watch files. */
const barePoll = 50

/**
 * Resolves when an agent's signal file is raised, at once where it is, or when the signal aborts. Many who wait, each
 * for their own mail, are not woken by each other's.
 */
export function untilRaised(signals: Signals, address: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | null = null
    const end = (): void => {
      clearInterval(poll)
      watcher?.close()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const check = (): void => {
      if (signal.aborted || signals.isRaised(address)) end()
    }
    watcher = listen(signals.require(address), check)
    const poll = setInterval(check, watcher === null ? barePoll : safetyPoll)
    signal.addEventListener('abort', end, { once: true })
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
