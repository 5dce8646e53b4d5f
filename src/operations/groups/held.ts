import { readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import type { Group } from '../../domain/group.ts'
import { placeAddress } from '../../domain/places.ts'
import { type Context, doerOf } from '../operation.ts'
import { askRoster } from '../posting/directory.ts'

/** A group with new members, directly or through a nested group, delivers the mail that was held for it. */
export async function handOnHeld(context: Context, changed: Group): Promise<Group> {
  const { groups } = context.store
  for (const name of await groups.held()) {
    const agents = await membersOf(context, name)
    if (agents.length > 0) await groups.deliverHeld(name, agents, doerOf(context), context.now())
  }
  return changed
}

/** As they are now, whoever asks. */
async function membersOf(context: Context, name: string): Promise<readonly string[]> {
  const written = readAddresses([placeAddress('group', name)])
  const nobody = { address: '', swarm: context.swarm }
  const addresses = written.map(({ address }) => address)
  const directory = await askRoster(context, addresses, nobody)
  const found = resolveAddresses(written, directory, nobody, { hold: false, exclude: [] })
  return found.recipients.map(({ address }) => address)
}
