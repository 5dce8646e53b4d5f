import { readFileSync, readlinkSync } from 'node:fs'

export type Life = { readonly start: string; readonly ended: boolean }

/** A process as the system shows it. */
export type ProcessEntry = {
  readonly pid: number
  readonly parent: number
  readonly name: string
  readonly words: readonly string[]
  /** The file that it runs; `null` where only its owner may see it. */
  readonly executable: string | null
  /** The user whose rights it has. */
  readonly owner: number | null
  /** Its session and its group, by the processes that lead them; `null` where the system does not say. */
  readonly session: number | null
  readonly group: number | null
  /** It has a controlling terminal, so a person may sit at it. */
  readonly hasTerminal: boolean
  readonly start: string
  /** It has ended, and its parent has not asked for that yet. */
  readonly ended: boolean
}

/** Looks a process up: in `/proc`, or in one listing by `ps`. */
export function processTable(): (pid: number) => ProcessEntry | null {
  if (process.platform === 'linux') return entryOf
  let listed: ReadonlyMap<number, ProcessEntry> | undefined
  return (pid) => {
    listed ??= listByPs()
    return listed.get(pid) ?? null
  }
}

/** One listing answers for all who are asked about within so long, ms: a fleet has hundreds of sessions. */
const listingLasts = 500
let recent: { readonly at: number; readonly table: ReturnType<typeof processTable> } | null = null

/** `null` where the system does not say. */
export function lifeOf(pid: number): Life | null {
  if (process.platform === 'linux') return lifeInProc(pid)
  const at = performance.now()
  if (recent === null || at - recent.at > listingLasts) recent = { at, table: processTable() }
  return recent.table(pid)
}

/** The same from `/proc` alone; `null` where there is none. */
export function lifeInProc(pid: number): Life | null {
  const stat = statOf(pid)
  const start = stat?.fields[19]
  return stat === null || start === undefined ? null : { start, ended: isEnded(stat.fields[0]) }
}

function isEnded(state = ''): boolean {
  return /^[ZXx]/u.test(state)
}

function entryOf(pid: number): ProcessEntry | null {
  const stat = statOf(pid)
  if (stat === null) return null
  const [, parent, group, session, terminal] = stat.fields
  return {
    pid,
    parent: Number(parent),
    name: stat.name,
    words: wordsOf(pid),
    executable: executableOf(pid),
    owner: ownerOf(pid),
    session: Number(session),
    group: Number(group),
    hasTerminal: terminal !== '0',
    start: stat.fields[19] ?? '0',
    ended: isEnded(stat.fields[0]),
  }
}

/** A process may write over its words: then they are one, without an end. */
function wordsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replace(/\0+$/u, '').split('\0')
  } catch {
    return []
  }
}

function executableOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`, 'latin1').replace(/ \(deleted\)$/u, '')
  } catch {
    return null
  }
}

/** The owner of the folder in `/proc` belongs to root if a program hides its memory, so it does not name the user. */
function ownerOf(pid: number): number | null {
  try {
    const effective = /^Uid:\s+\d+\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return effective === undefined ? null : Number(effective)
  } catch {
    return null
  }
}

function statOf(pid: number): { readonly name: string; readonly fields: readonly string[] } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name is in brackets and may contain anything, brackets too.
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') }
  } catch {
    return null
  }
}

const columns = ['pid=', 'ppid=', 'pgid=', 'uid=', 'tty=', 'stat=', 'lstart=', 'command=']
const line =
  /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<group>\d+)\s+(?<owner>\d+)\s+(?<terminal>\S+)\s+(?<state>[A-Z]\S*)\s+(?<start>\w+\s+\w+\s+\w+\s+[\d:]+\s+\d+)\s+(?<command>.*)$/u

function listByPs(): ReadonlyMap<number, ProcessEntry> {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const format = columns.flatMap((column) => ['-o', column])
  const { stdout } = spawnSync('/bin/ps', ['-ax', ...format], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
    maxBuffer: 16 * 1024 * 1024,
  })
  const entries = new Map<number, ProcessEntry>()
  for (const text of (stdout ?? '').split('\n')) {
    const found = entryOfLine(text)
    if (found !== null) entries.set(found.pid, found)
  }
  return entries
}

/** One line of `ps`, which separates words by spaces only. */
export function entryOfLine(text: string): ProcessEntry | null {
  const found = line.exec(text)?.groups
  if (found === undefined) return null
  const words = (found.command ?? '').split(' ')
  const [first = ''] = words
  return {
    pid: Number(found.pid),
    parent: Number(found.parent),
    name: first.slice(first.lastIndexOf('/') + 1),
    words,
    // The first word may be what the process calls itself, but it is all that is listed.
    executable: null,
    owner: Number(found.owner),
    session: null,
    group: Number(found.group),
    hasTerminal: !/^[?-]+$/u.test(found.terminal ?? ''),
    ended: isEnded(found.state),
    start: String(Math.floor(Date.parse(found.start ?? '') / 1000) || 0),
  }
}
