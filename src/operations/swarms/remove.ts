import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import { operation } from '../operation.ts'
import { requirePeer } from './peer.ts'
import { peerValue } from './value.ts'

export const removeSwarm = operation({
  summary: 'Remove a swarm; mail that has not left returns to its sender',
  access: 'write',
  unregistered: true,
  input: { name: requiredText('The swarm', { positional: true, placeholder: 'SWARM' }) },
  value: 'peer',
  async run(context, { name }) {
    const peer = await requirePeer(context, name)
    if (!(await context.store.peers.remove(peer.name)))
      throw new MailError('not-found', `The swarm ${name} was already removed.`)
    return peerValue(peer)
  },
})
