import type { TimerName } from '../../effect.ts'

/** One timer of each name; starting one again begins its time anew, unless it is to ring once for all who start it. */
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
