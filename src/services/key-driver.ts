import type { PinnedKeys } from '../domain/public-keys.ts'

/** The person's own keys. They are loaded when they are first needed, and so is what encrypts. */
export type KeyDriver = { open(): Promise<KeyRing> }

export type OwnKey = { readonly key: string; readonly since: string }

export type KeyRing = {
  /** The name of this machine, for lists. */
  readonly machine: string
  /**
   * The public halves of the keys that a holder has on this machine, newest first: new mail is sealed for the first, and
   * the others open older mail. @throws MailError `not-allowed` for files that others can read
   */
  keysOf(holder: string): Promise<readonly OwnKey[]>
  /** Makes a key for a holder; the older ones stay. @throws MailError `not-allowed` */
  make(holder: string, at: number): Promise<OwnKey>
  /** What a sender remembers of a holder's keys in a store. */
  pinned(sender: string, store: string, holder: string): Promise<PinnedKeys | null>
  pin(sender: string, store: string, holder: string, keys: PinnedKeys): Promise<void>
  /** Seals a text for everybody who has one of these keys. @throws MailError `usage` for a key that is none */
  seal(text: string, keys: readonly string[]): Promise<string>
  /** Opens a sealed text with any key of a holder. */
  open(sealed: string, holder: string): Promise<OpenedText>
  /** A digest that only the holder's keys make, for texts that are sealed differently each time. */
  digest(holder: string, text: string): Promise<string>
}

/** `no-key`: the holder has no key here; `other-key`: none of them opens it. */
export type OpenedText =
  | { readonly text: string }
  | { readonly why: 'no-key' | 'other-key' | 'damaged'; readonly text?: undefined }
