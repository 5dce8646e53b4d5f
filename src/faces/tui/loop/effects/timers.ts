import type { TimerName } from '../../effect.ts'

/** One timer of each name; starting one again restarts its time, unless it rings once for all starters. */
export function openTimers(ring: (name: TimerName) => void) {
  const timers = new Map<TimerName, NodeJS.Timeout>()
  const stop = (name: TimerName): void => {
    clearTimeout(timers.get(name))
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
      timers.set(name, setTimeout(rings, milliseconds))
    },
    stop,
    stopAll: () => void [...timers.keys()].map(stop),
  }
}
