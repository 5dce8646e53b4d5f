import { nearestNames } from '../../domain/addressing/nearest.ts'
import { MailError } from '../../domain/errors.ts'
import type { Peer } from '../../domain/peer.ts'
import type { Context } from '../context.ts'

/** A swarm that is registered. @throws MailError `not-found`, with the nearest names */
export async function requirePeer(context: Context, name: string): Promise<Peer> {
  const peer = await context.store.peers.find(name.trim())
  if (peer !== null) return peer
  const known = (await context.store.peers.list()).map((one) => one.name)
  const near = nearestNames(name, known, 3)
  throw new MailError(
    'not-found',
    `No swarm is registered as ${name}.`,
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : 'Register it with `watchpost swarm register NAME URL`.',
  )
}
