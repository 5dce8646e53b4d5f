import { exitOfHandOver } from './exit.ts'
import type { HandedOver } from './output.ts'

/** A signal that came while mail was handed over ends us as it would have, now that the mail is released. */
export function leaveBy(ended: Exclude<HandedOver, 'left'>): number {
  if (ended === 'SIGINT' || ended === 'SIGTERM' || ended === 'SIGHUP') process.kill(process.pid, ended)
  return exitOfHandOver(ended)
}

/** Records that were skipped, mail that differs from its source, or members of a group that reach nobody; the value lists each. */
export function leftOut(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const {
    skipped = [],
    differences = [],
    absent = [],
  } = value as Readonly<Record<'skipped' | 'differences' | 'absent', readonly unknown[]>>
  return skipped.length + differences.length + absent.length > 0
}
