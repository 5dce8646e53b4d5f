import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import { requirePeer } from '../../services/swarms/peer.ts'
import { peerValue } from '../../services/swarms/value.ts'
import { operation } from '../operation.ts'

export const removeSwarm = operation({
  summary: 'Remove a swarm; mail that has not left returns to its sender',
  access: 'write',
  needs: [['admin', 'store']],
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
