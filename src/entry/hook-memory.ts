import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../config.ts'
import type { TellOnce } from '../faces/hook/hook-failure.ts'

const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants
/** The longest time before a session is notified again. */
const kept = 7 * 24 * 60 * 60_000
/** The number of notifications for failures that differ each time. */
const mostTold = 5

/**
 * The failures already reported to each session: one file a session, in the state directory, else in our own temporary folder.
 * Without a session it is the process that started us, which is the coding agent where the hook's shell gives way to us.
 */
export function hookMemory({ stateFolder, session: around }: Environment, now: number): TellOnce {
  return (session, what) => {
    const key = session ?? around ?? `process ${process.ppid}`
    const name = digestOf(key)
    for (const folder of [
      join(stateFolder, 'hooks'),
      join(tmpdir(), `watchpost-hooks-${process.getuid?.() ?? 0}`),
    ]) {
      const told = noted(folder, name, digestOf(what), now)
      if (told !== null) return told
    }
    return 'lost'
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function noted(folder: string, name: string, line: string, now: number): 'new' | 'known' | null {
  try {
    const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
    if (!isNew) requireOwn(folder)
    const path = join(folder, name)
    const fd = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      const found = fstatSync(fd)
      const isStale = found.size === 0 || now - found.mtimeMs > kept
      const lines = isStale ? [] : readFileSync(fd, 'utf8').split('\n')
      if (lines.includes(line) || lines.length > mostTold) return 'known'
      if (isStale) forgetOld(folder, now)
      writeSync(fd, `${line}\n`)
      return 'new'
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

/** Others may write where temporary files are. */
function requireOwn(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  const us = process.getuid?.()
  if ((us !== undefined && uid !== us) || (mode & 0o022) !== 0) throw new Error(`${folder} is not ours alone`)
}

function forgetOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (now - lstatSync(path).mtimeMs > kept) rmSync(path, { force: true })
  }
}
