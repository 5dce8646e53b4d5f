import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, constants, fchmodSync, linkSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { MailError } from '../domain/errors.ts'
import { readSmallFile } from '../small-file.ts'

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
const form = /^[0-9a-f]{64}\n$/u
const name = 'approval-key'

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Signs with the person's key, which is made when it is first needed. @throws MailError `not-allowed` */
export function signWith(folder: string, text: string): string {
  return macOf(readKey(folder) ?? makeKey(folder), text)
}

/** Whether the text was signed with the person's key. Without a key, no text was. */
export function isSignedWith(folder: string, text: string, signature: string): boolean {
  const key = readKey(folder)
  if (key === null || !/^[0-9a-f]{64}$/u.test(signature)) return false
  return timingSafeEqual(Buffer.from(macOf(key, text), 'hex'), Buffer.from(signature, 'hex'))
}

function macOf(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
}

/** @throws MailError `not-allowed` for a file that others can read or write */
function readKey(folder: string): string | null {
  const path = `${folder}/${name}`
  let text: string | null
  try {
    text = readSmallFile(path, 'secret')
  } catch {
    throw unsafe(path)
  }
  if (text === null) return null
  if (!form.test(text)) throw unsafe(path)
  return text.trim()
}

/** Of several that make it at the same time one wins, and all use that. */
function makeKey(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = `${folder}/${name}`
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  fchmodSync(fd, 0o600)
  writeSync(fd, `${randomBytes(32).toString('hex')}\n`)
  closeSync(fd)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readKey(folder)
  if (key === null) throw unsafe(path)
  return key
}

function unsafe(path: string): MailError {
  return new MailError(
    'not-allowed',
    `${path} is not a key that only you can read and write.`,
    'Delete it; the next decision makes a new one.',
  )
}
