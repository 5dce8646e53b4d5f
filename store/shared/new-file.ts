import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { accessHint, MailError } from '../../src/domain/errors.ts'
import { loadCrypto } from './crypto.ts'

type Wanted = {
  readonly file: string
  readonly replace: boolean
  /** The database that must stay as it is; `null` where it is no file. */
  readonly own: string | null
}

/**
 * Writes a database file under another name beside it, and gives it its name once it is whole.
 * @throws MailError `conflict` · `not-found` · `usage` · `not-allowed`
 */
export async function makeFile<T>(
  { file, replace, own }: Wanted,
  write: (draft: string) => T | Promise<T>,
): Promise<T & { readonly file: string; readonly bytes: number }> {
  const path = resolve(file)
  requireFree(path, replace, own)
  const draft = draftOf(path)
  try {
    startDraft(draft)
    const made = await write(draft)
    const bytes = statSync(draft).size
    // Somebody may have come first while we wrote.
    requireFree(path, replace, own)
    finishDraft(draft, path)
    return { ...made, file: path, bytes }
  } catch (error) {
    throw translated(error, path)
  } finally {
    removeDatabase(draft)
  }
}

/** A name beside a file for what is to become it. */
export function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomName()}`)
}

export function startDraft(draft: string): void {
  closeSync(openSync(draft, 'wx', 0o600))
}

/** Gives a whole file its name, so that not even a power cut leaves half of one there. */
export function finishDraft(draft: string, path: string): void {
  syncFile(draft)
  renameSync(draft, path)
  syncFile(dirname(path))
}

/** Removes a database that nobody else knows of, with the files that SQLite keeps beside it. */
export function removeDatabase(draft: string): void {
  for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${rest}`, { force: true })
}

function requireFree(path: string, replace: boolean, own: string | null): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!existsSync(dirname(path)))
    throw new MailError('not-found', `There is no folder ${dirname(path)}.`, 'Create it first.')
  if (found?.isDirectory())
    throw new MailError('usage', `${path} is a folder.`, `Give a file, such as ${join(path, 'mail.backup')}.`)
  if (own !== null && isOf(own, path))
    throw new MailError('usage', `${path} is the store itself.`, 'Choose another file.')
  if (found !== undefined && !replace)
    throw new MailError(
      'conflict',
      `${path} already exists.`,
      'Choose another file, or add --force to replace it.',
    )
  // A log that belongs to what was there would be read into the new file.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new MailError(
      'conflict',
      `${path} is in use as a store: ${basename(path)}-wal exists beside it.`,
      'Choose another file, or remove it together with its -wal and -shm files.',
    )
}

/** Whether a path is a database, under whatever name, or one of the files beside it. */
function isOf(own: string, path: string): boolean {
  const [database, found] = [statSync(own), statSync(path, { throwIfNoEntry: false })]
  if (found !== undefined && found.ino === database.ino && found.dev === database.dev) return true
  return ['', '-wal', '-shm'].some((rest) => `${resolve(own)}${rest}` === path)
}

function translated(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS' && code !== 'SQLITE_CANTOPEN') return error
  return new MailError('not-allowed', `${path} cannot be written.`, accessHint)
}

export function syncFile(path: string): void {
  try {
    const fd = openSync(path, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch {
    // Some systems cannot sync a folder; there a rename is as durable as it gets.
  }
}

function randomName(): string {
  return loadCrypto().randomBytes(6).toString('hex')
}
