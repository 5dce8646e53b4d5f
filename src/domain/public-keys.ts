import { isJsonObject } from './json.ts'

/** A public key that the store lists for one holder. Mail is sealed for all keys that are listed. */
export type PublicKey = {
  readonly key: string
  /** The machine that has the other half. */
  readonly machine: string
  readonly since: string
}

/** By holder. */
export type PublicKeys = ReadonlyMap<string, readonly PublicKey[]>

/** What a sender remembers of a holder's keys: those it last sealed for, and those that were taken off the list since. */
export type PinnedKeys = { readonly sealedFor: readonly string[]; readonly gone: readonly string[] }

/** What the list says now, beside what a sender remembers (`null`: it never sealed for this holder). */
export function besidePinned(
  pinned: PinnedKeys | null,
  listed: readonly PublicKey[],
): {
  /** Listed since then. */
  readonly fresh: readonly PublicKey[]
  /** Taken off the list, and back. */
  readonly back: readonly PublicKey[]
  /** What to remember once mail was sealed for these keys. */
  readonly next: PinnedKeys
} {
  const { sealedFor, gone } = pinned ?? { sealedFor: listed.map(({ key }) => key), gone: [] }
  const now = listed.map(({ key }) => key)
  return {
    fresh: listed.filter(({ key }) => !sealedFor.includes(key) && !gone.includes(key)),
    back: listed.filter(({ key }) => gone.includes(key)),
    next: {
      sealedFor: now,
      gone: [...new Set([...gone, ...sealedFor])].filter((key) => !now.includes(key)),
    },
  }
}

/** A key as a sentence names it. */
export function keyName(key: string): string {
  return `${key.slice(0, 12)}…`
}

/** An X25519 recipient of age. */
const form = /^age1[02-9ac-hj-np-z]{58}$/u

/** Reads the store's list of keys. Any other text there is ignored. */
export function readPublicKeys(text: string | null): PublicKeys {
  const listed = text === null ? null : parsed(text)
  if (!isJsonObject(listed)) return new Map()
  return new Map(
    Object.entries(listed).map(([holder, keys]) => [
      holder,
      Array.isArray(keys) ? keys.flatMap(publicKeyOf) : [],
    ]),
  )
}

export function writePublicKeys(keys: PublicKeys): string {
  return JSON.stringify(Object.fromEntries([...keys].filter(([, own]) => own.length > 0)))
}

function publicKeyOf(value: unknown): readonly PublicKey[] {
  if (!isJsonObject(value)) return []
  const { key, machine = '', since = '' } = value
  if (typeof key !== 'string' || !form.test(key)) return []
  return [{ key, machine: String(machine), since: String(since) }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
