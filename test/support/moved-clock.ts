import { fileURLToPath } from 'node:url'

const fixture = fileURLToPath(new URL('./moved-clock.cjs', import.meta.url))

/** What makes the time of day of a program's machine differ: by ms, or by what a file says at the moment. */
export function movedClock(by: number | string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--require ${fixture}`, MOVED_CLOCK: String(by) }
}
