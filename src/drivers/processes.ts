import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessDriver } from '../operations/operation.ts'

/** Machine, process, and what tells it from a later one of the same number. */
const form = /^(?<machine>[0-9a-f]{12})-(?<process>\d{1,10})-(?<start>\d{1,20})$/u

/** What nobody but this process is called, as long as the machine runs. */
export function ownName(now: number): string {
  return `${machine()}-${process.pid}-${lifeOf(process.pid)?.start ?? now}`
}

/** Processes of this machine, by the names that they gave themselves. */
export const processes: ProcessDriver = {
  async hasEnded(name) {
    const named = form.exec(name)?.groups
    if (named === undefined || named.machine !== machine()) return false
    const life = lifeOf(Number(named.process))
    if (life === null) return !isThere(Number(named.process))
    return life.ended || life.start !== named.start
  },
}

let known: string | undefined

/**
 * Where a number means the same process: a machine until it starts anew, and each container on it. Names go into the
 * store, which may be seen from elsewhere: they tell no host's name.
 */
function machine(): string {
  known ??= createHash('sha256').update(place()).digest('hex').slice(0, 12)
  return known
}

function place(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')}${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

type Life = { readonly start: string; readonly ended: boolean }

/** From Linux' own account, which is not everywhere, and may be kept from others. */
function lifeOf(pid: number): Life | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // A program's name stands in brackets and may hold anything, brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const start = fields[19]
    return start === undefined ? null : { start, ended: /^[ZXx]$/u.test(fields[0] ?? '') }
  } catch {
    return null
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
