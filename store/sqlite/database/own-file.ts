import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { MailError } from '../../../src/domain/errors.ts'

const { O_CREAT, O_NOFOLLOW } = constants

/**
 * Opens a file of the store for writing, and makes it where it is missing. A link in its place is none of ours: it is
 * taken away, and what it leads to is left alone. So is a second name of somebody's file.
 */
export function openOwnFile(path: string, flags: number): number {
  const all = flags | O_CREAT | O_NOFOLLOW
  let fd: number
  try {
    fd = openSync(path, all, 0o600)
  } catch (error) {
    if (codeOf(error) !== 'ELOOP' && codeOf(error) !== 'EMLINK') throw error
    rmSync(path)
    fd = openSync(path, all, 0o600)
  }
  if (fstatSync(fd).nlink < 2) return fd
  closeSync(fd)
  rmSync(path)
  return openSync(path, all, 0o600)
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
  const innermost = folders.at(-1)
  return innermost !== undefined && mkdirSync(innermost, { recursive: true, mode: 0o700 }) !== undefined
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
