import { statfsSync } from 'node:fs'
import { accessHint, isMailError, MailError, refusalOf } from '../../../src/domain/errors.ts'

/** The driver's errors are recognised by shape, because a bundle may contain its own driver. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'SqliteError' || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code?.startsWith('SQLITE_BUSY') === true || code === 'SQLITE_LOCKED'
}

export function isSqliteError(error: unknown): error is Error {
  return codeOf(error) !== null
}

/** Not even the beginning of a database. */
export function isNoDatabase(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_NOTADB'
}

/** Whether the file itself cannot be read there: damaged content, or a disk that does not give it. */
export function isUnreadable(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR_(?:SHORT_)?READ|TOOBIG)/u.test(codeOf(error) ?? '')
}

export function isConstraint(error: unknown): boolean {
  return codeOf(error)?.startsWith('SQLITE_CONSTRAINT') === true
}

/** The one place that turns the driver's errors into ours. Errors that a user cannot fix stay unchanged. */
export function mailErrorOf(error: unknown, location: string): unknown {
  if (isMailError(error)) return error
  const refusal = refusalOf(error, location)
  if (refusal !== null) return refusal
  const code = codeOf(error)
  if (code === null) return error
  const said = error instanceof Error ? error.message : code
  if (isBusy(error)) return locked(location)
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return damaged(location, said)
  if (mayBeFull(code) && isDiskFull(location)) return full(location)
  if (code.startsWith('SQLITE_IOERR_SHM') || code === 'SQLITE_PROTOCOL') return unsuitable(location)
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'SQLITE_PERM') {
    const verb = code.startsWith('SQLITE_READONLY') ? 'written' : 'opened'
    return new MailError('not-allowed', `The store at ${location} cannot be ${verb}: ${said}.`, accessHint)
  }
  if (code.startsWith('SQLITE_IOERR')) return damaged(location, said)
  if (code === 'SQLITE_ERROR' && /^no such (?:table|column): /u.test(said))
    return damaged(location, `${said}.`)
  return error
}

export function locked(location: string): MailError {
  return new MailError(
    'busy',
    `The store at ${location} is busy: other processes keep it locked.`,
    'Try again in a moment.',
  )
}

/** Without room for the files beside it SQLite cannot even open a store, and names other reasons. */
function mayBeFull(code: string): boolean {
  return code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN')
}

/** The shared memory beside a database grows by so much at once. */
const leastRoom = 64 * 1024

function isDiskFull(location: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(location)
    return bavail * bsize < leastRoom || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}

function full(location: string): MailError {
  return new MailError(
    'busy',
    `The disk that holds ${location} is full; nothing was stored.`,
    'Free some space, then try again.',
  )
}

export function damaged(location: string, why: string): MailError {
  return new MailError(
    'damaged',
    `The store at ${location} is damaged: ${why}`,
    'Run `watchpost backup restore FILE` with a backup; `watchpost doctor` shows details.',
  )
}

export function unsuitable(location: string): MailError {
  return new MailError(
    'not-allowed',
    `${location} is on a file system that several processes cannot share safely (a network disk?).`,
    'Use --store to put the store on a local disk.',
  )
}
