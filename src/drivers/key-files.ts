import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { MailError } from '../domain/errors.ts'
import { trySmallFile } from '../small-file.ts'

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
/** A time, so that names sort as the keys were made; and the beginning of the public half. */
const nameForm = /^\d{15}-[a-z0-9]{8}\.txt$/u
const identityForm = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/mu
const longestName = 150

export type KeyFile = { readonly identity: string; readonly at: number }

/**
 * The keys of a holder, newest first. Each has a file of its own that is never written again, so no rotation can lose one.
 * @throws MailError `not-allowed` for what others can read or write
 */
export function readKeys(folder: string, holder: string): readonly KeyFile[] {
  const own = folderOf(folder, holder)
  if (!isOwnFolder(folder) || !isOwnFolder(own)) return []
  return readdirSync(own)
    .filter((name) => nameForm.test(name))
    .sort()
    .reverse()
    .map((name) => ({ identity: readKey(join(own, name)), at: Number(name.slice(0, 15)) }))
}

/** @throws MailError `not-allowed` where a link is in the way */
export function writeKey(
  folder: string,
  holder: string,
  { identity, publicKey, at }: { readonly identity: string; readonly publicKey: string; readonly at: number },
): void {
  const own = folderOf(folder, holder)
  makeOwnFolders(folder, own)
  const path = join(own, `${String(at).padStart(15, '0')}-${publicKey.slice(4, 12)}.txt`)
  // The form of age's own programs, which can open mail with it.
  writeOwnFile(path, `# created: ${new Date(at).toISOString()}\n# public key: ${publicKey}\n${identity}\n`)
}

/** @throws MailError `not-allowed` where a link is in the way */
export function makeOwnFolders(...paths: readonly string[]): void {
  for (const one of paths) if (!isOwnFolder(one)) mkdirSync(one, { recursive: true, mode: 0o700 })
}

/** Whole or not at all. */
export function writeOwnFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** A safe folder name for any holder's name; a long one is cut, and made unique from its bytes. */
export function folderOf(folder: string, holder: string): string {
  const name = encodeURIComponent(holder).replaceAll('.', '%2E')
  if (name.length <= longestName) return join(folder, name)
  const { createHash } = process.getBuiltinModule('node:crypto')
  const digest = createHash('sha256').update(holder).digest('hex')
  return join(folder, `${name.slice(0, longestName - 33)}-${digest.slice(0, 32)}`)
}

/** Whether it is there. @throws MailError `not-allowed` for a link, and for what is another user's */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return false
  const us = process.getuid?.()
  if (found.isDirectory() && (found.mode & 0o077) === 0 && (us === undefined || found.uid === us)) return true
  throw new MailError(
    'not-allowed',
    `${path} is not a folder that only you can read and write.`,
    `Make it so: chmod 700 ${path}`,
  )
}

function readKey(path: string): string {
  const [identity] = identityForm.exec(trySmallFile(path, 'secret') ?? '') ?? []
  if (identity === undefined) throw unsafe(path)
  return identity
}

function unsafe(path: string): MailError {
  return new MailError(
    'not-allowed',
    `${path} is not a key that only you can read and write.`,
    `Make it so (chmod 600 ${path}), or move it away.`,
  )
}
