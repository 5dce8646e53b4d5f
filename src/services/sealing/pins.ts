import { MailError } from '../../domain/errors.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { besidePinned, keyName, type PinnedKeys, type PublicKey } from '../../domain/public-keys.ts'
import type { Context } from '../context.ts'
import type { KeyRing } from '../key-driver.ts'
import { publicKeys } from '../keys/public-keys.ts'

export type Pins = {
  /** Keys that are listed since the sender last sealed for their holder. */
  readonly warnings: readonly string[]
  /** Answers what could not be remembered: the mail is stored by then. */
  remember(): Promise<readonly string[]>
}

const longestName = 80

/**
 * What the sender remembers of the keys of these holders. A new key is reported, since its owner can read the mail from now on.
 * @throws MailError `not-allowed` a key that was taken off the list is back
 */
export async function pinsOf(context: Context, ring: KeyRing, holders: ReadonlySet<string>): Promise<Pins> {
  const self = context.actor.address
  const { store } = await context.store.facts.read()
  const listed = await publicKeys(context)
  const next: (readonly [string, PinnedKeys])[] = []
  const warnings: string[] = []
  for (const holder of holders) {
    const pinned = await ring.pinned(self, store, holder)
    const compared = besidePinned(pinned, listed.get(holder) ?? [])
    const [back] = compared.back
    if (back !== undefined) throw isBack(holder, back)
    warnings.push(...compared.fresh.map((key) => isNew(holder, key)))
    if (JSON.stringify(pinned) !== JSON.stringify(compared.next)) next.push([holder, compared.next])
  }
  return {
    warnings,
    async remember() {
      try {
        for (const [holder, keys] of next) await ring.pin(self, store, holder, keys)
        return []
      } catch (error) {
        return [`The keys that this was sealed for were not remembered: ${String(error)}`]
      }
    },
  }
}

function isNew(holder: string, { key, machine, since }: PublicKey): string {
  return `${holder} has a new key since you last sealed mail for ${holder}: ${keyName(key)}, on ${disarmLine(machine, longestName)} since ${disarmLine(since, longestName)}. It opens this message. If that is not expected, ask ${holder}.`
}

function isBack(holder: string, { key }: PublicKey): MailError {
  return new MailError(
    'not-allowed',
    `The key ${keyName(key)} of ${holder} was taken off the list and is listed again; nothing was sent.`,
    `Ask ${holder}. \`watchpost keys rotate --only --as ${holder}\` makes a new key and takes all others off the list.`,
  )
}
