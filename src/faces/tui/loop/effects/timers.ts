import { after, type Timer } from '../../../../after.ts'
import type { TimerName } from '../../effect.ts'

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
