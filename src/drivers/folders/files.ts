import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { MailError } from '../../domain/errors.ts'
import type { Line, LinePlace, SeeBytes } from '../../services/exchange/folder.ts'
import { draftPath } from './drafts.ts'

/** A document is read whole, so it has an end; a file of lines may be as long as it likes, its lines may not. */
export const [largestDocument, longestLine] = [64 * 2 ** 20, 16 * 2 ** 20]
const chunkSize = 2 ** 20
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants

function opened<T>(path: string, flags: number, work: (fd: number) => T): T {
  const fd = openSync(path, flags | O_NOFOLLOW, 0o600)
  try {
    return work(fd)
  } finally {
    closeSync(fd)
  }
}

/** @throws MailError `usage` if it is too large, `not-allowed` if it is not a file */
export function readWhole(path: string, name: string): string {
  return opened(path, O_RDONLY | O_NONBLOCK, (fd) => {
    const found = fstatSync(fd)
    if (!found.isFile()) throw new MailError('not-allowed', `${name} is not a file.`)
    if (found.size > largestDocument)
      throw new MailError('usage', `${name} has ${found.size} bytes; the limit is ${largestDocument}.`)
    return readFileSync(fd, 'utf8')
  })
}

/** Reads a limited number of bytes, from the end. @throws MailError `not-allowed` if it is not a file */
export function readEnd(
  path: string,
  name: string,
  most: number,
): { readonly text: string; readonly isCut: boolean } {
  return opened(path, O_RDONLY | O_NONBLOCK, (fd) => {
    const found = fstatSync(fd)
    if (!found.isFile()) throw new MailError('not-allowed', `${name} is not a file.`)
    const start = Math.max(0, found.size - most)
    const bytes = Buffer.alloc(found.size - start)
    let length = 0
    for (let got = -1; length < bytes.length && got !== 0; length += got)
      got = readSync(fd, bytes, length, bytes.length - length, start + length)
    return { text: bytes.toString('utf8', 0, length), isCut: start > 0 }
  })
}

/** Lines as they come off the disk; the last one may lack its end. */
export function* linesOf(
  path: string,
  from: LinePlace = { number: 0, offset: 0 },
  see?: SeeBytes,
): Generator<Line> {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (!fstatSync(fd).isFile()) return
    // One for all of the file: chunks of their own would be garbage faster than it is collected.
    const chunk = Buffer.allocUnsafe(chunkSize)
    let { number, offset } = from
    /** The beginning of a line that goes on in the next chunk. */
    let begun: Buffer[] = []
    let length = 0
    const textTo = (part: Buffer): string | null => {
      if (length > longestLine) return null
      return begun.length === 0 ? part.toString('utf8') : Buffer.concat([...begun, part]).toString('utf8')
    }
    for (;;) {
      const got = readSync(fd, chunk, 0, chunkSize, offset)
      if (got === 0) break
      const read = chunk.subarray(0, got)
      let ended = 0
      for (let at = 0; at < got; ) {
        const found = read.indexOf(10, at)
        const part = read.subarray(at, found < 0 ? got : found)
        length += part.length
        if (found < 0) {
          if (length <= longestLine) begun.push(Buffer.from(part))
          break
        }
        number += 1
        const text = textTo(part)
        if (see !== undefined && ended === 0) {
          for (const one of begun) see(one)
          if (length > longestLine) see(null)
        }
        ended = found + 1
        begun = []
        length = 0
        at = found + 1
        yield { number, text, end: offset + at }
      }
      if (ended > 0) see?.(read.subarray(0, ended))
      offset += got
    }
    if (length > 0) yield { number: number + 1, text: textTo(Buffer.alloc(0)), end: null }
  } finally {
    closeSync(fd)
  }
}

/** Passes on the first bytes of a file. Returns whether it has that many. */
export function readBeginning(path: string, length: number, see: SeeBytes): boolean {
  return opened(path, O_RDONLY | O_NONBLOCK, (fd) => {
    const chunk = Buffer.allocUnsafe(Math.min(length, chunkSize))
    let at = 0
    for (let got = -1; at < length && got !== 0; at += got) {
      got = readSync(fd, chunk, 0, Math.min(chunk.length, length - at), at)
      see(chunk.subarray(0, got))
    }
    return at === length
  })
}

/** Longer than any program takes to write one line. */
const abandonedAfter = 60_000

/**
 * Appends with a single write, because others append too. A line without an end is ended first; with `patient`, only if
 * it is whole or was left so for a minute. Answers where what was written begins, if nobody has written after it.
 */
export function appendLines(path: string, lines: readonly string[], patient = false): number | null {
  mkdirSync(dirname(path), { recursive: true })
  return opened(path, O_RDWR | O_APPEND | O_CREAT, (fd) => {
    const { size, mtimeMs } = fstatSync(fd)
    const unfinished = size > 0 && lastPart(fd, size, 1)[0] !== 10
    const isRecent = Date.now() - mtimeMs < abandonedAfter
    if (patient && unfinished && isRecent && !isWhole(lastPart(fd, size, chunkSize))) return null
    const written = writeAll(fd, `${unfinished ? '\n' : ''}${lines.join('\n')}\n`)
    return fstatSync(fd).size - written
  })
}

function lastPart(fd: number, size: number, most: number): Buffer {
  const part = Buffer.alloc(Math.min(size, most))
  return part.subarray(0, readSync(fd, part, 0, part.length, size - part.length))
}

/** Whether the last line is a whole document. A line too long to see its beginning is taken for unfinished. */
function isWhole(tail: Buffer): boolean {
  try {
    JSON.parse(tail.subarray(tail.lastIndexOf(10) + 1).toString('utf8'))
    return true
  } catch {
    return false
  }
}

function writeAll(fd: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
  return bytes.length
}

/** Written aside and put in place, so that nobody ever reads half of it. */
export function putFile(path: string, text: string): void {
  const draft = draftOf(path, text)
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function draftOf(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  const draft = draftPath(path)
  const known = lstatSync(path, { throwIfNoEntry: false })
  opened(draft, O_WRONLY | O_CREAT | O_EXCL, (fd) => {
    writeAll(fd, text)
    if (known?.isFile() === true) fchmodSync(fd, known.mode & 0o777)
    fsyncSync(fd)
  })
  return draft
}

/** A file that was replaced, kept open in case somebody is still writing into it. */
export type Replaced = {
  readonly path: string
  readonly fd: number
  readonly was: string
  readonly at: number
}

/** Puts a file in the place of the one that was read; `null`, and nothing done, where that is another by now. */
export function changeFile(path: string, was: string | null, text: string): Replaced | 'made' | null {
  const fd = was === null ? null : openStill(path)
  if (fd === null && was !== null) return null
  let replaced = false
  const draft = draftOf(path, text)
  try {
    if (fd !== null && contentOf(fd) !== was) return null
    const inode = fd === null ? null : fstatSync(fd).ino
    // Checked last, because a replacement between this check and the next line cannot be detected.
    if ((lstatSync(path, { throwIfNoEntry: false })?.ino ?? null) !== inode) return null
    renameSync(draft, path)
    replaced = true
    return fd === null ? 'made' : { path, fd, was: was ?? '', at: performance.now() }
  } finally {
    rmSync(draft, { force: true })
    if (fd !== null && !replaced) closeSync(fd)
  }
}

/** `null` where somebody has taken the file away since it was read. */
function openStill(path: string): number | null {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** All that an open file holds, from its beginning. */
export function contentOf(fd: number): string {
  const bytes = Buffer.alloc(fstatSync(fd).size)
  let length = 0
  for (let got = -1; length < bytes.length && got !== 0; length += got)
    got = readSync(fd, bytes, length, bytes.length - length, length)
  return bytes.toString('utf8', 0, length)
}

export function removeFile(path: string): void {
  rmSync(path, { force: true })
}
