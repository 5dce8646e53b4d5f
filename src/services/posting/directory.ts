import { type Address, isRemote } from '../../domain/addressing/address.ts'
import type { Resolution } from '../../domain/addressing/resolve.ts'
import {
  type Directory,
  memberAddresses,
  questionFor,
  type Sender,
} from '../../domain/addressing/roster-question.ts'
import { isSubscribingMany } from '../../domain/channel.ts'
import { MailError } from '../../domain/errors.ts'
import { isQueueAddress, type Place, placeAddress } from '../../domain/places.ts'
import type { Context } from '../context.ts'

/**
 * The roster's answer about addresses. A group's members, and subscribers that mean several agents, are known only after their
 * place was found, so the roster is asked again until no new one appears.
 */
export async function askRoster(
  context: Context,
  addresses: readonly Address[],
  sender: Sender,
  suffices?: 'remembered',
): Promise<Directory> {
  let asked = addresses
  for (let opened = 0; ; ) {
    const directory = await context.store.roster.lookUp(questionFor(asked, sender), suffices)
    const groups = (directory.places ?? []).filter(
      (place) =>
        place.type === 'group' || (place.type === 'channel' && place.subscribers.some(isSubscribingMany)),
    ).length
    if (groups === opened) return directory
    opened = groups
    asked = [...addresses, ...memberAddresses(directory)]
  }
}

/** @throws MailError `conflict` where mail would go to a queue or a channel that is closed */
export function refuseClosed({ places = [] }: Directory, found: readonly Resolution[]): void {
  const closed = places.filter((place) => place.type !== 'group' && place.status === 'closed')
  const reached = new Set(
    found.flatMap(({ recipients, channels }) => [
      ...recipients.map(({ address }) => address),
      ...channels.map((name) => placeAddress('channel', name)),
    ]),
  )
  const refused = closed.map(addressOf).filter((address) => reached.has(address))
  if (refused.length === 0) return
  throw new MailError(
    'conflict',
    `${refused.join(', ')} ${refused.length === 1 ? 'is' : 'are'} closed; nothing was sent.`,
    'Use another address, or write to agents directly.',
  )
}

function addressOf({ type, name }: Place): string {
  return placeAddress(type, name)
}

/** The delivery state for one recipient. */
export function stateOf(address: string): 'queued' | 'remote' | 'delivered' {
  if (isRemote(address)) return 'remote'
  return isQueueAddress(address) ? 'queued' : 'delivered'
}

export function absentMembers(found: readonly Resolution[]): readonly string[] {
  return [...new Set(found.flatMap(({ absent, held }) => absent.filter((name) => !held.includes(name))))]
}

export function absenceWarnings(absent: readonly string[]): readonly string[] {
  return absent.map(
    (name) => `${name} is a member of a group but has no recipient; the message went to the other members.`,
  )
}
