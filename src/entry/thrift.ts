import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** A screen is open for days: what it no longer needs goes sooner than V8 would let it go while there is memory. */
const thriftyHeap = '--heap-growing-percent=25'
/** New objects keep the room that they have; V8 would double it, up to 32 MB of the main thread. */
const enoughForNew = '--semi-space-growth-factor=1'
/** V8 refuses code that was kept under other flags, so the usual ones hold while chunks are kept, and at first, while most are loaded. */
const usual = ['--heap-growing-percent=0', '--semi-space-growth-factor=2']
const loading = 10_000
/** Bytes for new objects, of which V8 uses half at a time. With less, keys take more processor time. */
const roomForNew = 16 * 2 ** 20

/** Keeps the memory of both threads small while a screen is open. Returns what ends it. */
export function keepMemorySmall(): () => void {
  const collections = new PerformanceObserver(() => {
    if (roomTaken() < roomForNew) return
    collections.disconnect()
    setFlagsFromString(enoughForNew)
    setFlagsFromString(thriftyHeap)
  })
  collections.observe({ entryTypes: ['gc'] })
  const timer = setTimeout(() => setFlagsFromString(thriftyHeap), loading)
  return () => {
    collections.disconnect()
    clearTimeout(timer)
    for (const flag of usual) setFlagsFromString(flag)
  }
}

function roomTaken(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
}
