import type { TimerName } from '../effect.ts'

/** One timer of each name; starting one again begins its time anew. */
export function openTimers(ring: (name: TimerName) => void) {
  const timers = new Map<TimerName, NodeJS.Timeout>()
  const stop = (name: TimerName): void => clearTimeout(timers.get(name))
  return {
    start(name: TimerName, milliseconds: number): void {
      stop(name)
      timers.set(name, setTimeout(ring, milliseconds, name))
    },
    stop,
    stopAll: () => void [...timers.keys()].map(stop),
  }
}
