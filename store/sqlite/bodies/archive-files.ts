import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import { giveToOwner, requireNoLink, requireOwnFolders } from '../database/own-file.ts'
import {
  type Blocks,
  blockLength,
  compressBlock,
  endOfBlocks,
  findBlocks,
  readBlocks,
} from './blocked-gzip.ts'

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW } = constants

/** Where a line lies, in bytes. */
export type Place = { readonly file: string; readonly position: number; readonly length: number }

/**
 * The folder `archive/` of a store: one file a month, one line a message, only ever appended to. A file may be compressed
 * (`FILE.gz`); its lines keep their places. Later lines of the same month go to a further file (`2026-01.1.jsonl`).
 */
export type ColdFiles = {
  /** Adds lines to a file, so that they survive a power cut, and says where each came to lie. */
  append(file: string, lines: readonly Buffer[]): readonly Place[]
  /** Whether this line is there: the file may have been compressed since it was appended to. */
  has(place: Place, line: Buffer): boolean
  /** @throws MailError `damaged` when the file is gone or too short */
  read(place: Place): string
  /** Files that are not compressed, oldest month first. */
  plain(): readonly string[]
  /**
   * Writes a compressed copy of a file and puts it in the file's place. `locked` does the last step while nobody can
   * refer to new lines. Returns both sizes, or `null` if the file grew during the copy.
   */
  compress(file: string, locked: (step: () => boolean) => boolean): Compression | null
}

export type Compression = { readonly file: string; readonly before: number; readonly after: number }

const newline = 10
/** Nobody compresses one file for longer than this, ms. */
const oldDraft = 3_600_000
/** A month's file; older programs named those of years before 0 and after 9999 by their sign and six digits. */
const named = /^(?:\d{4}-\d{2}|[+-]\d{6})(?:\.\d+)?\.jsonl$/u

export function openColdFiles(location: string): ColdFiles {
  const folder = join(location, 'archive')
  const packed = new Map<string, Packed>()

  /** `null` if it is gone, too short, or damaged. The compressed file counts where there are both. */
  function find({ file, position, length }: Place): Buffer | null {
    if (!named.test(file)) return null
    const path = join(folder, file)
    // A file may be compressed between two looks.
    for (const look of [readPacked, readPiece, readPacked]) {
      const bytes = look(path, position, length, packed)
      if (bytes !== undefined) return bytes !== null && bytes.length === length ? bytes : null
    }
    return null
  }

  return {
    append(month, lines) {
      const file = openFile(folder, month)
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
    has: (place, line) => find(place)?.equals(line) ?? false,
    read(place) {
      const bytes = find(place)
      if (bytes !== null) return bytes.toString()
      throw new MailError(
        'damaged',
        `The cold file ${join(folder, place.file)} has been changed or is damaged.`,
        'Restore the folder archive/ from a backup.',
      )
    },
    plain: () =>
      existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => named.test(name))
            .toSorted()
        : [],
    compress(file, locked) {
      requireOwnFolders(folder)
      return compressFile(join(folder, file), file, locked)
    },
  }
}

/** The first file of a month that is not compressed. */
function openFile(folder: string, month: string): string {
  for (let at = 0; ; at += 1) {
    const file = at === 0 ? month : month.replace(/\.jsonl$/u, `.${at}.jsonl`)
    if (!existsSync(join(folder, `${file}.gz`))) return file
  }
}

/** The members of a compressed file, as they were when the file had this size and time. */
type Packed = { readonly size: number; readonly at: number; readonly blocks: Blocks | null }

/** `undefined` if there is no compressed file. */
function readPacked(
  plain: string,
  position: number,
  length: number,
  known: Map<string, Packed>,
): Buffer | null | undefined {
  const path = `${plain}.gz`
  let fd: number
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW)
  } catch {
    return undefined
  }
  try {
    const { size, mtimeMs: at } = fstatSync(fd)
    let found = known.get(path)
    if (found?.size !== size || found.at !== at)
      known.set(path, (found = { size, at, blocks: findBlocks(fd, size) }))
    return found.blocks === null ? null : readBlocks(fd, found.blocks, position, length)
  } finally {
    closeSync(fd)
  }
}

function compressFile(
  path: string,
  file: string,
  locked: (step: () => boolean) => boolean,
): Compression | null {
  requireNoLink(path)
  const draft = `${path}.gz.${loadCrypto().randomBytes(6).toString('hex')}`
  removeOldDrafts(path)
  try {
    // Only a process that died, or an append that came too late, leaves a file beside its compressed copy.
    if (existsSync(`${path}.gz`)) {
      locked(() => {
        rmSync(path, { force: true })
        return true
      })
      return null
    }
    const { before, after } = writePacked(path, draft)
    const isDone = locked(() => {
      if (statSync(path, { throwIfNoEntry: false })?.size !== before || existsSync(`${path}.gz`)) return false
      renameSync(draft, `${path}.gz`)
      syncFolder(dirname(path))
      rmSync(path)
      return true
    })
    return isDone ? { file, before, after } : null
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A process that died while it compressed left one. */
function removeOldDrafts(path: string): void {
  const begins = `${basename(path)}.gz.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(begins)) continue
    const draft = join(dirname(path), name)
    const found = statSync(draft, { throwIfNoEntry: false })
    if (found !== undefined && Date.now() - found.mtimeMs > oldDraft) rmSync(draft, { force: true })
  }
}

/** A compressed copy that survives a power cut, and both sizes. */
function writePacked(path: string, draft: string): Omit<Compression, 'file'> {
  const from = openSync(path, O_RDONLY | O_NOFOLLOW)
  const to = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  giveToOwner(draft)
  try {
    const piece = Buffer.alloc(blockLength)
    let before = 0
    let after = 0
    for (;;) {
      const read = readSync(from, piece, 0, blockLength, before)
      const block = read === 0 ? endOfBlocks() : compressBlock(piece.subarray(0, read))
      writeSync(to, block)
      after += block.length
      if (read === 0) break
      before += read
    }
    fsyncSync(to)
    return { before, after }
  } finally {
    closeSync(from)
    closeSync(to)
  }
}

/**
 * Appends in one write and returns its start. Others may append at the same time, so the start is looked up afterwards.
 * A line left incomplete by a dead process is ended first; it is never read.
 */
function appendWhole(path: string, bytes: Buffer): number {
  const fd = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
  giveToOwner(path)
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

/** `undefined` if there is no such file. */
function readPiece(path: string, position: number, length: number): Buffer | undefined {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return undefined
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
