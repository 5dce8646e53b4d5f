import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants

/** What a file was when it was read: which file, and how much was in it. */
export type Tail = { readonly file: string; readonly state: string; readonly text: string }

/**
 * The last bytes of a plain file of this user; `same` where nothing was written to it since `before`, `null` where there is no such
 * file. Somebody else named it: a link is not followed, a pipe or a device is not opened, and nothing is waited for.
 */
export async function ownTail(
  path: string,
  most: number,
  before: Tail | null,
): Promise<Tail | 'same' | null> {
  try {
    // To open a device may already set it to work.
    const found = await lstat(path)
    if (!isOwn(found)) return null
    // A screen asks again and again, and most files did not change.
    if (isSame(found, before)) return 'same'
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    try {
      return await tailOf(file, most)
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}

async function tailOf(file: FileHandle, most: number): Promise<Tail | null> {
  // Another may have taken its place since.
  const found = await file.stat()
  if (!isOwn(found)) return null
  const length = Math.min(most, found.size)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, found.size - length)
  return { file: fileOf(found), state: stateOf(found), text: buffer.toString('utf8', 0, bytesRead) }
}

function isOwn(found: Stats): boolean {
  const us = process.getuid?.()
  return found.isFile() && (us === undefined || found.uid === us)
}

function isSame(found: Stats, before: Tail | null): boolean {
  return before !== null && before.file === fileOf(found) && before.state === stateOf(found)
}

function fileOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

function stateOf({ size, mtimeMs }: Stats): string {
  return `${size}:${mtimeMs}`
}
