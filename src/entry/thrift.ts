import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import type { LongWork } from '../faces/cli/host.ts'
import type { Context } from '../services/context.ts'

/** A screen is open for days: what it no longer needs goes sooner than V8 would let it go while there is memory, and leaves no gaps. */
const thriftyHeap = ['--heap-growing-percent=25', '--compact-on-every-full-gc']
/** Much work makes V8 collect often, so it may keep more. */
const thriftyGrowth = '--heap-growing-percent=50'
/**
 * New objects keep the room that they have; V8 would double it, up to 32 MB of the main thread. Only a flag that V8 reads again and again
 * helps: `--max-semi-space-size` counts before the start alone, and `resourceLimits` only for threads that are started.
 */
const enoughForNew = '--semi-space-growth-factor=1'
/** At rest V8 takes room away from new objects; what it takes comes back only while the room may grow. */
const growing = '--semi-space-growth-factor=2'
/** V8 refuses code that was kept under other flags, so the usual ones hold while chunks are kept, and at first, while most are loaded. */
const usual = ['--heap-growing-percent=0', '--no-compact-on-every-full-gc', growing]
const loading = 10_000
/** Bytes for new objects, of which V8 uses half at a time. With less, keys take more processor time. */
const roomForNew = 16 * 2 ** 20
/** A long import or export has objects that live as long as a message is on its way. */
const roomForWork = 8 * 2 ** 20

export type Thrift = {
  /** Code is about to be loaded or kept: V8 accepts kept code only under the flags that it was kept under. */
  letLoad(): void
  end(): void
}

/** Keeps the memory of all threads small while a screen is open. */
export function keepMemorySmall(): Thrift {
  const room = openRoom(roomForNew)
  const collections = new PerformanceObserver(() => {
    if (room.look()) beThrifty()
  })
  collections.observe({ entryTypes: ['gc'] })
  const timer = setTimeout(beThrifty, loading)
  return {
    letLoad() {
      beUsual()
      timer.refresh()
    },
    end() {
      collections.disconnect()
      clearTimeout(timer)
      beUsual()
    },
  }
}

/** Keeps memory small while much is read or written, which the work's reports of its progress tell. */
export function keepWorkSmall(context: Context): LongWork {
  const room = openRoom(roomForWork)
  // Reading begins without reports.
  setFlagsFromString(enoughForNew)
  setFlagsFromString(thriftyGrowth)
  const progress = (done: number, of: number): void => {
    room.look()
    context.progress?.(done, of)
  }
  return { context: { ...context, progress }, end: beUsual }
}

/** Lets the room for new objects grow to this many bytes. `look` returns true when the room has just reached them. */
function openRoom(enough: number): { look(): boolean } {
  let isEnough: boolean | null = null
  return {
    look() {
      const wasEnough = isEnough
      isEnough = roomTaken() >= enough
      if (isEnough === wasEnough) return false
      setFlagsFromString(isEnough ? enoughForNew : growing)
      return isEnough
    },
  }
}

function beThrifty(): void {
  for (const flag of thriftyHeap) setFlagsFromString(flag)
}

function beUsual(): void {
  for (const flag of usual) setFlagsFromString(flag)
}

function roomTaken(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
}
