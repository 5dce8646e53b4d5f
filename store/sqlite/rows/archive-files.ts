import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'
import { requireNoLink, requireOwnFolders } from '../database/own-file.ts'

const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants

/** Where a line lies, in bytes. */
export type Place = { readonly file: string; readonly position: number; readonly length: number }

/** The folder `archive/` of a store: one file a month, one line a message, only ever appended to. */
export type ColdFiles = {
  /** Adds lines to a file, so that they survive a power cut, and says where each came to lie. */
  append(file: string, lines: readonly Buffer[]): readonly Place[]
  /** @throws MailError `damaged` when the file is gone or too short */
  read(place: Place): string
}

const newline = 10
/** A month's file; older programs named those of years before 0 and after 9999 by their sign and six digits. */
const named = /^(?:\d{4}-\d{2}|[+-]\d{6})\.jsonl$/u

export function openColdFiles(location: string): ColdFiles {
  const folder = join(location, 'archive')
  return {
    append(file, lines) {
      const path = join(folder, file)
      requireOwnFolders(folder)
      requireNoLink(path)
      const isNew = statSync(path, { throwIfNoEntry: false }) === undefined
      const begins = appendWhole(path, Buffer.concat(lines.flatMap((line) => [line, Buffer.of(newline)])))
      if (isNew) for (const made of [folder, dirname(folder)]) syncFolder(made)
      let position = begins
      return lines.map(({ length }) => {
        const place = { file, position, length }
        position += length + 1
        return place
      })
    },
    read({ file, position, length }) {
      const missing = () =>
        new MailError(
          'damaged',
          `The cold file ${join(folder, file)} has been changed or is damaged.`,
          'Restore the folder archive/ from a backup.',
        )
      if (!named.test(file)) throw missing()
      const bytes = readPiece(join(folder, file), position, length)
      if (bytes === null || bytes.length < length) throw missing()
      return bytes.toString()
    },
  }
}

/**
 * Appends in one write and says where it begins. Others may append meanwhile, so that is looked up afterwards.
 * A line that somebody died over is ended first; it is never read.
 */
function appendWhole(path: string, bytes: Buffer): number {
  const fd = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
  try {
    const before = fstatSync(fd).size
    const last = Buffer.alloc(1)
    const isCut = before > 0 && readSync(fd, last, 0, 1, before - 1) === 1 && last[0] !== newline
    const whole = isCut ? Buffer.concat([Buffer.of(newline), bytes]) : bytes
    if (writeSync(fd, whole) !== whole.length) throw new Error(`${path} could not be written completely.`)
    fsyncSync(fd)
    const since = Buffer.alloc(fstatSync(fd).size - before)
    readSync(fd, since, 0, since.length, before)
    const at = since.lastIndexOf(bytes)
    if (at < 0) throw new Error(`${path} does not contain the data that was just written.`)
    return before + at
  } finally {
    closeSync(fd)
  }
}

function readPiece(path: string, position: number, length: number): Buffer | null {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(fd, bytes, 0, length, position))
  } finally {
    closeSync(fd)
  }
}

/** A file's name must be as durable as the file; some systems cannot promise that. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r')
    fsyncSync(fd)
    closeSync(fd)
  } catch {
    // Then it is as durable as it gets.
  }
}
