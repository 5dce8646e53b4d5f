import { readFileSync, readlinkSync } from 'node:fs'
import type { Harness } from '../domain/harness.ts'
import { commandLineOf, findHarness, type HarnessSession } from '../domain/harness-process.ts'
import type { Ancestor } from '../domain/lineage.ts'
import { lifeOf, type ProcessEntry, processTable } from './process-table.ts'

/** Machine (boot and process namespace), process id, and start time. */
const form = /^(?<machine>[0-9a-f]{12})-(?<process>\d{1,10})-(?<start>\d{1,20})$/u

/** A name that no other process has, for as long as the machine runs. */
export function ownName(now: number): string {
  return nameOf(process.pid, lifeOf(process.pid)?.start ?? String(now))
}

/** True only where it is certain: a process of this machine that has ended. */
export function hasEnded(name: string): boolean {
  const named = form.exec(name)?.groups
  if (named === undefined || named.machine !== machine()) return false
  // A listing of processes may be older than its end.
  if (!isThere(Number(named.process))) return true
  const life = lifeOf(Number(named.process))
  if (life === null) return false
  return life.ended || (isSameClock(life.start, named.start ?? '') && life.start !== named.start)
}

/** True only where it is certain: the same process as when it was named, and it has not ended. */
export function isAlive(name: string): boolean {
  const named = form.exec(name)?.groups
  if (named === undefined || named.machine !== machine()) return false
  if (!isThere(Number(named.process))) return false
  const life = lifeOf(Number(named.process))
  return life !== null && !life.ended && life.start === named.start
}

/** The coding agent that a process is, where it is certain that it lives. */
export function harnessOf(name: string): Harness | null {
  if (!isAlive(name)) return null
  const entry = processTable()(Number(form.exec(name)?.groups?.['process']))
  return entry === null ? null : commandLineOf(entry)
}

/**
 * Whether the environment's markers are true of this process: a process of a marked harness started it, or nobody can
 * sit at it, since it has no terminal. A person's shell may have inherited the markers: it has a terminal.
 */
export function harnessSession(marked: readonly Harness[]): HarnessSession | null {
  if (marked.length === 0) return null
  const table = processTable()
  const own = table(process.pid)
  const found = findHarness(marked, ancestorsOf(own, table))
  if (found !== null)
    return { harness: found.harness, process: nameOf(found.process.pid, found.process.start) }
  if (own?.hasTerminal === true) return null
  return { harness: marked.length === 1 ? (marked[0] ?? null) : null, process: null }
}

/** A process, its parent, and so on upward, as far as they can be seen from here. */
export function lineFrom(pid: number): readonly Ancestor[] {
  const table = processTable()
  const own = table(pid)
  return own === null ? [] : [own, ...ancestorsOf(own, table)].map(named)
}

export function firstProcess(): Ancestor | null {
  const first = processTable()(1)
  return first === null ? null : named(first)
}

function named(entry: ProcessEntry): Ancestor {
  return {
    ...entry,
    get id() {
      return nameOf(entry.pid, entry.start)
    },
  }
}

function* ancestorsOf(
  own: ProcessEntry | null,
  table: (pid: number) => ProcessEntry | null,
): Generator<ProcessEntry> {
  const seen = new Set<number>()
  for (let pid = own?.parent ?? process.ppid; pid > 0 && !seen.has(pid); ) {
    seen.add(pid)
    const found = table(pid)
    if (found === null) return
    yield found
    pid = found.parent
  }
}

function nameOf(pid: number, start: string): string {
  return `${machine()}-${pid}-${start}`
}

/** Ticks since boot, seconds and milliseconds of the day differ in length; what differs cannot be compared. */
function isSameClock(one: string, other: string): boolean {
  return process.platform === 'linux' || one.length === other.length
}

let known: string | undefined

/**
 * The range in which a process id means the same process: one boot of a machine, and one container on it. Names go into
 * the store, which others may read, so they contain no host name.
 */
function machine(): string {
  // Loading it takes longer than most of what a command does, and few commands ask.
  const { createHash } = process.getBuiltinModule('node:crypto')
  known ??= createHash('sha256').update(place()).digest('hex').slice(0, 12)
  return known
}

function place(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')}${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return process.getBuiltinModule('node:os').hostname()
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
