import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'
import type { BackedUp, BackupStore } from '../../backup-store.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import { type Connection, patiently } from '../database/connection.ts'
import { damaged } from '../database/errors.ts'
import { makeWhole } from './backup-whole.ts'

export function openBackups(connection: Connection): BackupStore {
  return {
    async make(file, replace) {
      const path = resolve(file)
      requireFree(connection, path, replace)
      const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomName()}`)
      try {
        const made = copyTo(connection, draft)
        // Somebody may have come first while we copied.
        requireFree(connection, path, replace)
        renameSync(draft, path)
        syncFile(dirname(path))
        return { ...made, file: path }
      } catch (error) {
        throw translated(error, path)
      } finally {
        for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${rest}`, { force: true })
      }
    },
  }
}

/**
 * One statement copies one consistent snapshot, however long it takes: the driver's stepped copy starts again with
 * every write of another process, and never ends.
 */
function copyTo(connection: Connection, draft: string): Omit<BackedUp, 'file'> {
  closeSync(openSync(draft, 'wx', 0o600))
  const { database, location } = connection
  patiently(location, () => database.prepare('VACUUM INTO ?').run(draft))
  const whole = makeWhole(connection, draft)
  if (whole.check !== 'ok') throw damaged(location, `the copy failed its integrity check: ${whole.check}`)
  syncFile(draft)
  const { messages, lost } = whole
  return { messages, lost, bytes: statSync(draft).size }
}

function requireFree({ database }: Connection, path: string, replace: boolean): void {
  const found = statSync(path, { throwIfNoEntry: false })
  const own = statSync(database.name)
  if (!existsSync(dirname(path)))
    throw new MailError('not-found', `There is no folder ${dirname(path)}.`, 'Create it first.')
  if (found?.isDirectory())
    throw new MailError('usage', `${path} is a folder.`, `Give a file, such as ${join(path, 'mail.backup')}.`)
  const isOurs = found !== undefined && found.ino === own.ino && found.dev === own.dev
  const ours = ['', '-wal', '-shm'].map((rest) => `${resolve(database.name)}${rest}`)
  if (isOurs || ours.includes(path))
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

function translated(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS' && code !== 'SQLITE_CANTOPEN') return error
  return new MailError(
    'not-allowed',
    `${path} cannot be written.`,
    "Check the folder's owner and permissions.",
  )
}

function syncFile(path: string): void {
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
