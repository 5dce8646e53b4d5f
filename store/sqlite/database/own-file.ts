import {
  closeSync,
  constants,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'
import { whyForeign } from '../../../src/small-file.ts'

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * Opens a file of the store for writing, and makes it where it is missing. A link or a pipe in its place is none of ours: it is
 * taken away, and what it leads to is left alone. So is a second name of somebody's file.
 */
export function openOwnFile(path: string, flags: number): number {
  // A pipe without a reader would be waited for.
  const all = flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK
  let fd: number
  try {
    fd = openSync(path, all, 0o600)
  } catch (error) {
    if (!inTheWay.includes(String(codeOf(error)))) throw error
    rmSync(path)
    fd = openSync(path, all, 0o600)
  }
  const found = fstatSync(fd)
  if (found.nlink < 2 && found.isFile()) {
    giveToOwner(path, found)
    return fd
  }
  closeSync(fd)
  rmSync(path)
  const made = openSync(path, all, 0o600)
  giveToOwner(path, fstatSync(made))
  return made
}

/** A link, and a pipe that nobody reads or a socket. */
const inTheWay: readonly string[] = ['ELOOP', 'EMLINK', 'ENXIO']

/**
 * Gives what root made in somebody's store to the owner of the folder that it is in, as SQLite does with the files beside its
 * database: one command by `sudo` must not lock its owner out.
 */
export function giveToOwner(path: string, made: Pick<Stats, 'uid'> = lstatSync(path)): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (made.uid !== uid) lchownSync(path, uid, gid)
}

/**
 * SQLite writes through whatever is in the place of the files beside its database, also into somebody's file.
 * @throws MailError `not-allowed`
 */
export function requireOwnLogs(database: string): void {
  for (const end of ['-wal', '-shm', '-journal']) {
    const why = whyForeign(`${database}${end}`)
    if (why === null) continue
    throw new MailError(
      'not-allowed',
      `${database}${end} ${why}; SQLite would write through it.`,
      'Find out what it is, and move it away.',
    )
  }
}

/** A folder of files that can be made again at any time: a link in its place is taken away. */
export function replaceLinkedFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(path)
}

/**
 * Makes folders of the store, the outer one first, and answers whether any was missing. A link in the place of one may
 * lead to mail that somebody put elsewhere, so it is neither followed nor taken away.
 * @throws MailError `not-allowed`
 */
export function requireOwnFolders(...folders: readonly string[]): boolean {
  for (const folder of folders) requireNoLink(folder)
  let isNew = false
  for (const folder of folders) {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) continue
    isNew = true
    giveToOwner(folder)
  }
  return isNew
}

/** @throws MailError `not-allowed` where a link is */
export function requireNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new MailError(
    'not-allowed',
    `${path} is a symbolic link; files of a store must not be links.`,
    'Replace the link with the file that it points to.',
  )
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
