import { createHash, createHmac } from 'node:crypto'
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { MailError } from '../domain/errors.ts'
import { readKeys, writeKey } from './key-files.ts'

export type HeldKey = { readonly key: string; readonly since: string }

/** The public halves of a holder's keys, newest first. @throws MailError `not-allowed` */
export async function keysIn(folder: string, holder: string): Promise<readonly HeldKey[]> {
  return Promise.all(
    readKeys(folder, holder).map(async ({ identity, at }) => ({
      key: await identityToRecipient(identity),
      since: new Date(at).toISOString(),
    })),
  )
}

/** Makes a key that is newer than all others of the holder, whatever the clock says. @throws MailError `not-allowed` */
export async function makeKeyIn(folder: string, holder: string, now: number): Promise<HeldKey> {
  const [newest] = readKeys(folder, holder)
  const at = Math.max(now, (newest?.at ?? 0) + 1)
  const identity = await generateX25519Identity()
  const publicKey = await identityToRecipient(identity)
  writeKey(folder, holder, { identity, publicKey, at })
  return { key: publicKey, since: new Date(at).toISOString() }
}

/** @throws MailError `usage` for a key that is none */
export async function sealFor(text: string, keys: readonly string[]): Promise<string> {
  const encrypter = new Encrypter()
  for (const key of new Set(keys)) {
    try {
      encrypter.addRecipient(key)
    } catch {
      throw new MailError(
        'usage',
        `The store lists a key that is none: ${key}`,
        'Replace it: `watchpost keys rotate --only`, as its owner.',
      )
    }
  }
  return armor.encode(await encrypter.encrypt(text))
}

/** @throws MailError `not-allowed` */
export async function openWith(
  folder: string,
  sealed: string,
  holder: string,
): Promise<{ readonly text: string } | { readonly why: 'no-key' | 'other-key' | 'damaged' }> {
  const identities = readKeys(folder, holder)
  if (identities.length === 0) return { why: 'no-key' }
  const name = nameOf(sealed, identities)
  const known = openedTexts.get(name)
  if (known !== undefined) return { text: known }
  const decrypter = new Decrypter()
  for (const { identity } of identities) decrypter.addIdentity(identity)
  try {
    const text = await decrypter.decrypt(armor.decode(sealed.trim()), 'text')
    if (openedTexts.size >= mostKept) openedTexts.clear()
    if (text.length <= longestKept) openedTexts.set(name, text)
    return { text }
  } catch (error) {
    const isOther = error instanceof Error && error.message.startsWith('no identity matched')
    return { why: isOther ? 'other-key' : 'damaged' }
  }
}

/** A screen reads its thread again with every change, and opening a text takes milliseconds for each of its readers. */
const openedTexts = new Map<string, string>()
const mostKept = 1000
const longestKept = 32 * 1024

/** By the keys as well: a text is not remembered for a holder whose key is gone. */
function nameOf(sealed: string, identities: readonly { readonly identity: string }[]): string {
  const keys = identities.map(({ identity }) => identity).join()
  return createHash('sha256').update(`${keys}\n${sealed}`).digest('base64')
}

/** With the oldest key, which no rotation replaces. @throws MailError `not-allowed` */
export function digestWith(folder: string, holder: string, text: string): string {
  const oldest = readKeys(folder, holder).at(-1)
  return createHmac('sha256', oldest?.identity ?? '')
    .update(text)
    .digest('base64url')
}
