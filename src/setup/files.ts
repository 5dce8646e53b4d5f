import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { MailError } from '../domain/errors.ts'

/** The file that a path leads to, for which it may be written. @throws MailError `not-allowed` when it leaves the folder */
export function settledPath(path: string, within: string): string {
  const root = realOf(within)
  const real = realOf(path)
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new MailError(
      'not-allowed',
      `${path} is a link that leads outside ${within}.`,
      'Nothing was written.',
    )
  return real
}

function realOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return path === dirname(path) ? path : join(realOf(dirname(path)), basename(path))
  try {
    return realpathSync(path)
  } catch {
    throw new MailError('not-allowed', `${path} is a broken link.`, 'Nothing was written.')
  }
}

/** Empty if the file does not exist. @throws MailError `conflict` if it is not a text file */
export function readText(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return ''
  if (!found.isFile()) throw new MailError('conflict', `${path} is not a file.`, 'Nothing was written.')
  const bytes = readFileSync(path)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes))
    throw new MailError('conflict', `${path} is not UTF-8 text.`, 'Nothing was written.')
  return text
}

/**
 * Refuses a file that its owner, or a folder whose owner, has made read-only: a rename would replace it all the same, and root may
 * write everything. @throws MailError `not-allowed`
 */
export function requireWritable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && (found.mode & 0o222) === 0) throw readOnly(path)
  if (found === undefined || found.isFile()) requireWritable(dirname(path))
}

function readOnly(path: string): MailError {
  return new MailError(
    'not-allowed',
    `${path} is read-only.`,
    'Nothing was written. Allow writing to it, then try again.',
  )
}

export type Writing = {
  /** A new file is for its owner alone. */
  readonly isPersonal: boolean
  readonly executable: boolean
}

/** Writes the whole text atomically; an empty text deletes the file. A file that exists keeps its mode. */
export function writeText(path: string, text: string, { isPersonal, executable }: Writing): void {
  if (text === '') {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  const known = statSync(path, { throwIfNoEntry: false })
  const aside = join(dirname(path), `.${basename(path)}.${process.pid}.new`)
  try {
    writeFileSync(aside, text, { flag: 'wx', mode: 0o600 })
    const mode = known === undefined ? (isPersonal ? 0o600 : 0o644) : known.mode & 0o777
    chmodSync(aside, executable ? mode | 0o111 : mode)
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}
