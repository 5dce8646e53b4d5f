import type { ProcessWords } from './harness-process.ts'
import { isEntrance, isOnDesktop } from './terminal-programs.ts'

/** A process above a program. */
export type Ancestor = ProcessWords & {
  readonly pid: number
  readonly parent: number
  /** The name that stays its own, by which a session records it. */
  readonly id: string
  /** The user whose rights it has. */
  readonly owner: number | null
  /** The processes that lead its session and its group; `null` where the system does not say. */
  readonly session: number | null
  readonly group: number | null
}

/**
 * Whether a line of processes, nearest first, ends where a person came in. A process whose parent ended is given to
 * process 1, or to a user's own one, so a line that ends there proves nothing by itself.
 */
export function isFromPerson(line: readonly Ancestor[]): boolean {
  if (line.some(isEntrance)) return true
  const at = line.findIndex(isFirst)
  const [below, first] = [line[at - 1], line[at]]
  return below !== undefined && first !== undefined && isChildOf(first, below)
}

/** Process 1, or the one that a system with systemd runs for each user. */
function isFirst({ pid, parent, name }: Ancestor): boolean {
  return pid === 1 || (parent === 1 && name === 'systemd')
}

/** Whether process 1 itself started a process. Programs on a desktop are known by name: they leave what started them. */
function isChildOf(first: Ancestor, below: Ancestor): boolean {
  if (isOnDesktop(below) || isApplication(below)) return true
  const { session, group } = below
  // A person's shell that is process 1 keeps its session, and gives each job a group of its own.
  return first.pid === 1 && session !== null && session === first.session && group === below.pid
}

/** macOS starts what a person opens as a child of process 1. */
function isApplication({ words: [file = ''] }: Ancestor): boolean {
  return file.startsWith('/') && file.includes('.app/Contents/MacOS/')
}
