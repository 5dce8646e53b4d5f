import { after, type Timer } from '../../../../after.ts'
import type { TimerName } from '../../effect.ts'

/** A write may take this long before the person sees a notice, ms: slow machines need some time without any lock. */
const patience = 2_500

/** Watches writes; reports when one of them stalls, and when all are through. */
export function openStalls(tell: (stalled: boolean) => void) {
  let waiting = 0
  let told = false
  let timer: NodeJS.Timeout | undefined
  const ended = (): void => {
    waiting -= 1
    if (waiting > 0) return
    clearTimeout(timer)
    if (told) tell(false)
    told = false
  }
  return {
    async during<T>(write: Promise<T>): Promise<T> {
      waiting += 1
      if (waiting === 1)
        timer = setTimeout(() => {
          told = true
          tell(true)
        }, patience)
      return write.finally(ended)
    },
    stop: () => clearTimeout(timer),
  }
}

/** One timer of each name; starting one again restarts its time, unless it rings once for all starters. */
export function openTimers(ring: (name: TimerName) => void) {
  const timers = new Map<TimerName, Timer>()
  const stop = (name: TimerName): void => {
    timers.get(name)?.stop()
    timers.delete(name)
  }
  return {
    start(name: TimerName, milliseconds: number, once = false): void {
      if (once && timers.has(name)) return
      stop(name)
      const rings = (): void => {
        timers.delete(name)
        ring(name)
      }
      timers.set(name, after(milliseconds, rings))
    },
    stop,
    stopAll: () => void [...timers.keys()].map(stop),
  }
}
