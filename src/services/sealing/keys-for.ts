import { readDoorAddress } from '../../domain/door-address.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import type { KeyRing } from '../key-driver.ts'
import { ensureKey } from '../keys/own-key.ts'
import { publicKeys } from '../keys/public-keys.ts'
import { peopleHere } from '../roster/people.ts'
import { pinsOf } from './pins.ts'

export type KeysFor = {
  readonly keys: readonly string[]
  /** What the sender should know of the keys that it seals for. */
  readonly warnings: readonly string[]
  /** The sender remembers these keys; once the mail is stored. */
  remember(): Promise<readonly string[]>
}

/**
 * The keys of the sender, of the recipients, and of the store's people, who can read all sealed mail. On the machine of
 * the store, all agents' keys are the same person's, so a missing one is made; elsewhere only the sender's own is.
 * @throws MailError `not-allowed` a recipient has no key, or one that was taken off the list is back
 */
export async function keysFor(
  context: Context,
  ring: KeyRing,
  recipients: readonly string[],
): Promise<KeysFor> {
  const self = context.actor.address
  const listed = await publicKeys(context)
  const people = await peopleHere(context)
  const isElsewhere = readDoorAddress(context.store.location, 'The store') !== null
  const keys: string[] = [(await ensureKey(context, ring, self)).key]
  const lost: string[] = []
  const keyless: string[] = []
  for (const holder of new Set([self, ...recipients, ...people])) {
    const known = listed.get(holder) ?? []
    keys.push(...known.map(({ key }) => key))
    if (holder === self) continue
    if (known.length === 0 && isElsewhere) keyless.push(holder)
    else if (known.length === 0) keys.push((await ensureKey(context, ring, holder)).key)
    else if (await isLost(ring, holder, known)) lost.push(holder)
  }
  if (keyless.length > 0) throw noKeys(keyless)
  const pins = await pinsOf(context, ring, new Set([...recipients, ...people].filter((one) => one !== self)))
  const missing = lost.filter((holder) => recipients.includes(holder)).map(lostSentence)
  return { keys: [...new Set(keys)], warnings: [...missing, ...pins.warnings], remember: pins.remember }
}

function lostSentence(holder: string): string {
  return `The key of ${holder} is missing on this machine, so ${holder} cannot open this. \`watchpost keys rotate --as ${holder}\` makes a new key; then send it again.`
}

async function isLost(
  ring: KeyRing,
  holder: string,
  listed: readonly { readonly key: string; readonly machine: string }[],
): Promise<boolean> {
  if (!listed.every(({ machine }) => machine === ring.machine)) return false
  const held = await ring.keysOf(holder)
  return !listed.some(({ key }) => held.some((own) => own.key === key))
}

function noKeys(holders: readonly string[]): MailError {
  const [first = ''] = holders
  return new MailError(
    'not-allowed',
    `${holders.join(', ')} ${holders.length === 1 ? 'has' : 'have'} no key yet; nothing was sent.`,
    `Make one where the mail will be read: \`watchpost keys make --as ${first}\`.`,
  )
}
