import { age } from '../../present.ts'

const minute = 60_000

/** How long ago, in words that do not change with every second one looks. */
export function calmAge(then: number | string, now: number): string {
  const since = now - (typeof then === 'string' ? Date.parse(then) : then)
  return since >= 0 && since < minute ? 'now' : age(then, now)
}
