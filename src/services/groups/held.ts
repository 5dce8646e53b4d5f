import { type Resolution, readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import type { Group } from '../../domain/group.ts'
import { placeAddress } from '../../domain/places.ts'
import type { Values } from '../../values/schemas.ts'
import { type Context, doerOf } from '../context.ts'
import { askRoster } from '../posting/directory.ts'

/**
 * A group with new members, directly or through a nested group, delivers the mail that was held for it. Answers the group
 * with those of its members that reach nobody now, but for the ones that did so `before`.
 */
export async function handOnHeld(
  context: Context,
  changed: Group,
  before: readonly string[] = [],
): Promise<Values['group']> {
  const { groups } = context.store
  for (const name of await groups.held()) {
    const { recipients } = await resolveGroup(context, name)
    const agents = recipients.map(({ address }) => address)
    if (agents.length > 0) await groups.deliverHeld(name, agents, doerOf(context), context.now())
  }
  const absent = (await absentOf(context, changed.name)).filter((name) => !before.includes(name))
  return absent.length === 0 ? changed : { ...changed, absent }
}

/** The members of a group that reach nobody. */
export async function absentOf(context: Context, name: string): Promise<readonly string[]> {
  return (await resolveGroup(context, name)).absent
}

/** Resolves its present members, for any caller. */
async function resolveGroup(context: Context, name: string): Promise<Resolution> {
  const written = readAddresses([placeAddress('group', name)])
  const nobody = { address: '', swarm: context.swarm }
  const addresses = written.map(({ address }) => address)
  const directory = await askRoster(context, addresses, nobody)
  return resolveAddresses(written, directory, nobody, { hold: false, exclude: [] })
}
