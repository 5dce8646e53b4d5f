import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { MailError } from './domain/errors.ts'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * Whose file is read. `store`: its folder may have come with a project, so there is no link, and no second name of somebody's file.
 * `person`: the person's own folders, where a link is the person's, if what it leads to is too. `secret`: a file of a store's kind
 * that only this user can read.
 */
export type FileOf = 'store' | 'person' | 'secret'

/** Settings, keys and notes are never longer. */
const longest = 2 ** 20

/**
 * The text of a small file; `null` where there is none. It never waits for a pipe or a device, and has an end.
 * @throws MailError `not-allowed` for anything but a plain file of its owner
 */
export function readSmallFile(path: string, of: FileOf): string | null {
  const fd = opened(path, of)
  if (fd === null) return null
  try {
    const found = fstatSync(fd)
    const why = problemOf(found, of)
    if (why !== null) throw refused(path, why)
    if (found.size > longest) throw refused(path, `has ${found.size} bytes; at most ${longest} are read`)
    return textIn(fd, found.size)
  } finally {
    closeSync(fd)
  }
}

/** The same where a file that cannot be trusted is as good as none. */
export function trySmallFile(path: string, of: FileOf): string | null {
  try {
    return readSmallFile(path, of)
  } catch {
    return null
  }
}

/** Why a file that may have been put into a store's folder is not the store's own; `null` where it is, or is not there. */
export function whyForeign(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : problemOf(found, 'store')
}

function problemOf({ nlink, uid, mode }: Stats, of: FileOf): string | null {
  const us = process.getuid?.()
  const isOurs = us === undefined || uid === us
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is not a regular file'
  if (nlink > 1 && (of !== 'person' || !isOurs)) return 'has a second name (a hard link)'
  if (of === 'person' && !isOurs && uid !== 0) return 'belongs to another user'
  if (of === 'secret' && (!isOurs || (mode & 0o077) !== 0)) return 'can be read by others'
  return null
}

function opened(path: string, of: FileOf): number | null {
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK | (of === 'person' ? 0 : O_NOFOLLOW))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code === 'ELOOP' || code === 'EMLINK') throw refused(path, 'is a symbolic link')
    throw refused(path, `cannot be read (${String(code ?? error)})`)
  }
}

function textIn(fd: number, size: number): string {
  // Some file systems state no size.
  const bytes = Buffer.alloc(Math.min(longest, Math.max(size, 4096)))
  let length = 0
  for (let got = -1; length < bytes.length && got !== 0; length += got)
    got = readSync(fd, bytes, length, bytes.length - length, length)
  return bytes.toString('utf8', 0, length)
}

function refused(path: string, why: string): MailError {
  return new MailError(
    'not-allowed',
    `${path} ${why}.`,
    'Replace it with a plain file of your own, or remove it.',
  )
}
