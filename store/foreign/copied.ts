import {
  type BigIntStats,
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { MailError } from '../../src/domain/errors.ts'

const tries = 5
/** The files beside a database: its log, and what an unfinished change would be taken back by. */
const beside = ['-wal', '-journal'] as const
/** The part of a log that is another once the log begins anew. */
const logHeader = 32

/**
 * Copies a database of another system as it was at one moment, so that nothing is written beside it, locks of its own program do not
 * matter, and it goes on meanwhile. @returns the path of the copy, in a folder of its own
 * @throws MailError `busy` if it changes all the time · `not-allowed` if it cannot be copied
 */
export function copyDatabase(path: string): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-foreign-'))
  const file = join(folder, 'copy')
  try {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const before = momentOf(path)
      for (const end of ['', ...beside]) copyPart(path + end, file + end)
      if (isSameMoment(before, momentOf(path))) return { folder, file }
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (error instanceof Error && 'code' in error)
      throw new MailError(
        'not-allowed',
        `${basename(path)} cannot be copied to be read: ${error.message}.`,
        'A copy is read, so that its own program can go on.',
      )
    throw error
  }
  rmSync(folder, { recursive: true, force: true })
  throw new MailError(
    'busy',
    `${basename(path)} changes all the time, so it cannot be read as it is at one moment.`,
    'Try again, or stop the program that writes it.',
  )
}

function copyPart(from: string, to: string): void {
  rmSync(to, { force: true })
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true) return
  copyFileSync(from, to)
  // An unfinished change is taken back in the copy, also where the database may only be read.
  chmodSync(to, 0o600)
}

type Moment = {
  readonly main: string
  readonly log: { readonly begins: string; readonly size: bigint } | null
  readonly journal: string
}

function momentOf(path: string): Moment {
  const found = (end: string) => lstatSync(path + end, { throwIfNoEntry: false, bigint: true })
  const log = found('-wal')
  return {
    main: stampOf(found('')),
    log: log?.isFile() !== true ? null : { begins: beginningOf(`${path}-wal`), size: log.size },
    journal: stampOf(found('-journal')),
  }
}

/** What is only added to the log does not matter: a change that is not whole in the copy does not count. */
function isSameMoment(one: Moment, other: Moment): boolean {
  if (one.main !== other.main || one.journal !== other.journal) return false
  if (one.log === null || other.log === null) return one.log === other.log
  return one.log.begins === other.log.begins && one.log.size <= other.log.size
}

function stampOf(found: BigIntStats | undefined): string {
  return found === undefined ? '' : `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`
}

function beginningOf(path: string): string {
  const fd = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(logHeader)
    return bytes.subarray(0, readSync(fd, bytes, 0, logHeader, 0)).toString('hex')
  } finally {
    closeSync(fd)
  }
}
