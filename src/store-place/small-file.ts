import { closeSync, constants, openSync, readSync } from 'node:fs'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
const longest = 4096

/** The beginning of a file that somebody else may have made: no link is followed, and no pipe is waited for. */
export function readSmallFile(path: string): string | null {
  try {
    const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const bytes = Buffer.allocUnsafe(longest)
      return bytes.toString('latin1', 0, readSync(fd, bytes, 0, longest, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}
