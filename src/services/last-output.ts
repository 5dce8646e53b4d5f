import { after } from '../after.ts'

/**
 * Waits for the last output of a program that has ended, at most this long, ms: a background process of it may keep the output
 * open for ever. Where this process was held up, the output that is there is read between the timer and what comes next.
 */
export function lastOutput(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void after(milliseconds, () => setImmediate(resolve)))
}
