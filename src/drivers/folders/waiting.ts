import { type FSWatcher, watch } from 'node:fs'
import { after } from '../../after.ts'

/**
 * Resolves when a file below a folder changes, or after the given milliseconds, which also apply if watching is
 * impossible.
 */
export function waitForChange(root: string, signal: AbortSignal, most: number): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | null = null
    const timer = after(most, end)
    function end(): void {
      timer.stop()
      watcher?.close()
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) return end()
    try {
      watcher = watch(root, { recursive: true }, end)
      watcher.on('error', () => watcher?.close())
    } catch {
      watcher = null
    }
  })
}
