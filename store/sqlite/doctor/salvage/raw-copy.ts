import { closeSync, existsSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { schemaVersion } from '../../../schema-version.ts'
import { oldestSchema } from '../../store-file.ts'

const block = 2 ** 20

/**
 * Copies a database with its log, byte by byte, as it is under the caller's lock. The originals stay open until the answer is
 * called, after SQLite has let go of them: closing a file drops the locks that this process has on it.
 */
export function copyRaw(store: string, to: string): () => void {
  const opened: number[] = []
  const close = () => {
    for (const fd of opened) closeSync(fd)
  }
  try {
    for (const end of ['', '-wal', '-journal']) {
      if (!existsSync(`${store}${end}`)) continue
      const from = openSync(`${store}${end}`, 'r')
      opened.push(from)
      copyAll(from, `${to}${end}`)
    }
    return close
  } catch (error) {
    close()
    throw error
  }
}

function copyAll(from: number, path: string): void {
  const to = openSync(path, 'w', 0o600)
  try {
    const buffer = Buffer.alloc(block)
    for (let at = 0; ; ) {
      const read = readBlock(from, buffer, at)
      if (read === 0) return
      for (let done = 0; done < read; ) done += writeSync(to, buffer, done, read - done)
      at += read
    }
  } finally {
    closeSync(to)
  }
}

/** A part of the disk that cannot be read is a page of zeros, which SQLite finds to be damaged. */
function readBlock(from: number, buffer: Buffer, at: number): number {
  try {
    return readSync(from, buffer, 0, block, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
  }
  const length = Math.min(block, fstatSync(from).size - at)
  for (let done = 0; done < length; done += sector) {
    try {
      readSync(from, buffer, done, Math.min(sector, length - done), at + done)
    } catch {
      buffer.fill(0, done, done + sector)
    }
  }
  return length
}

const sector = 4096
const headerBytes = 100
const magic = 'SQLite format 3\0'
const usualPage = 4096

/** Gives a copy the header that a store has, where its own could not be one. The pages after it stay as they are. */
export function mendHeader(path: string): void {
  const fd = openSync(path, 'r+')
  try {
    const header = Buffer.alloc(headerBytes)
    if (readSync(fd, header, 0, headerBytes, 0) < headerBytes) return
    const mended = mendedHeader(header, fstatSync(fd).size)
    if (!mended.equals(header)) writeSync(fd, mended, 0, headerBytes, 0)
  } finally {
    closeSync(fd)
  }
}

/** See https://www.sqlite.org/fileformat2.html#the_database_header. */
function mendedHeader(header: Buffer, size: number): Buffer {
  const mended = Buffer.from(header)
  mended.write(magic, 0, 'latin1')
  const named = header.readUInt16BE(16)
  const page = named >= 512 && (named & (named - 1)) === 0 ? named : named === 1 ? 65_536 : usualPage
  mended.writeUInt16BE(page === 65_536 ? 1 : page, 16)
  for (const at of [18, 19]) if (header[at] !== 1 && header[at] !== 2) mended[at] = 2
  mended.set([0, 64, 32, 32], 20)
  const schemaFormat = header.readUInt32BE(44)
  if (schemaFormat < 1 || schemaFormat > 4) mended.writeUInt32BE(4, 44)
  // No vacuuming by SQLite itself, UTF-8, nothing reserved.
  for (const at of [52, 64, 72, 76, 80, 84, 88]) mended.writeUInt32BE(0, at)
  mended.writeUInt32BE(1, 56)
  if (!isVersion(header.readInt32BE(60))) mended.writeInt32BE(schemaVersion, 60)
  if (mended.equals(header)) return mended
  // Where the rest was wrong, these may be: SQLite then counts the pages itself, and looks for no free ones.
  mended.writeUInt32BE(Math.floor(size / page), 28)
  mended.writeUInt32BE(0, 32)
  mended.writeUInt32BE(0, 36)
  mended.writeUInt32BE(header.readUInt32BE(24), 92)
  return mended
}

function isVersion(version: number): boolean {
  return version >= oldestSchema && version <= schemaVersion
}
