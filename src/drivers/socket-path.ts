import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { MailError } from '../domain/errors.ts'

/** Systems take 103 to 107 bytes; a listener needs one more while it puts its socket in place. */
const longest = 100

/**
 * Where the socket of this path is: there, or in the runtime folder under a digest where the path is too long for one. Neither
 * folder depends on the environment, since a service and a terminal seldom have the same.
 * @throws MailError `not-allowed` where the folder is not this user's alone
 */
export function socketPath(path: string): string {
  if (Buffer.byteLength(path) <= longest) return path
  const user = process.getuid?.() ?? 0
  const runtime = `/run/user/${user}`
  const folder = lstatSync(runtime, { throwIfNoEntry: false })?.uid === user ? runtime : '/tmp'
  const own = `${folder}/watchpost-${user}`
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const found = lstatSync(own)
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0)
    throw new MailError(
      'not-allowed',
      `${own} is not a folder that only you can read and write.`,
      `Remove it, or choose a path of at most ${longest} bytes for the socket; ${path} is longer.`,
    )
  return `${own}/${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
}
