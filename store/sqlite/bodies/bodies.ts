import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import { giveToOwner, requireOwnFolders } from '../database/own-file.ts'

/** Bodies too big for a row: files named by the SHA-256 of what they hold. */
export type Bodies = {
  /** Writes a body so that it survives a power cut, and gives its name. The same body again writes nothing. */
  keep(body: string): string
  /** @throws MailError `damaged` when the file is missing or holds something else. */
  read(hash: string): string
  /** The beginning, in bytes of UTF-8; the last character may be cut. */
  peek(hash: string, bytes: number): string
}

/** Where bodies are put that no message named. Should one do so after all, it is found there. */
export const orphanFolder = 'orphans'

export function openBodies(location: string): Bodies {
  const folder = `${location}/bodies`
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  const foundAt = (hash: string) => {
    const aside = join(location, orphanFolder, hash)
    return existsSync(pathOf(hash)) || !existsSync(aside) ? pathOf(hash) : aside
  }

  return {
    keep(body) {
      const bytes = Buffer.from(body)
      const hash = digestOf(bytes)
      const path = pathOf(hash)
      if (statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) writeSafely(path, bytes)
      return hash
    },
    read(hash) {
      const bytes = opened(hash, () => readFileSync(foundAt(requireHash(hash))))
      if (digestOf(bytes) !== hash) throw damaged(hash, 'does not contain the data that was written')
      return bytes.toString()
    },
    peek(hash, bytes) {
      return opened(hash, () => beginningOf(foundAt(requireHash(hash)), bytes))
    },
  }
}

function writeSafely(path: string, bytes: Buffer): void {
  const folder = dirname(path)
  const isNew = requireOwnFolders(dirname(folder), folder)
  const draft = `${path}.${process.pid}.${randomName()}`
  try {
    const fd = openSync(draft, 'wx', 0o600)
    giveToOwner(draft)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncFolder(folder)
  if (!isNew) return
  syncFolder(dirname(folder))
  syncFolder(dirname(dirname(folder)))
}

function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch {
    // Some systems cannot sync a folder; there a rename is as durable as it gets.
  }
}

function beginningOf(path: string, bytes: number): string {
  const fd = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(bytes)
    let length = 0
    for (let got = -1; length < bytes && got !== 0; length += got)
      got = readSync(fd, buffer, length, bytes - length, length)
    return buffer.toString('utf8', 0, length)
  } finally {
    closeSync(fd)
  }
}

function opened<T>(hash: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw damaged(hash, 'is missing')
    throw error
  }
}

function requireHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/u.test(hash)) throw damaged(hash, 'is not a valid body name')
  return hash
}

function damaged(hash: string, what: string): MailError {
  return new MailError('damaged', `The body ${hash} ${what}.`, 'Restore the folder bodies/ from a backup.')
}

function digestOf(bytes: Buffer): string {
  return loadCrypto().createHash('sha256').update(bytes).digest('hex')
}

function randomName(): string {
  return loadCrypto().randomBytes(6).toString('hex')
}
