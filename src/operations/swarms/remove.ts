import { MailError } from '../../domain/errors.ts'
import { withoutLost } from '../../domain/lost-peers.ts'
import { requiredText } from '../../input/input.ts'
import { changeLostPeers, lostPeers } from '../../services/swarms/lost-peers.ts'
import { requirePeer } from '../../services/swarms/peer.ts'
import { peerValue } from '../../services/swarms/value.ts'
import { operation } from '../operation.ts'

export const removeSwarm = operation({
  summary: 'Remove a swarm, also from Attention; mail that has not left returns to its sender',
  access: 'write',
  needs: [['admin', 'store']],
  unregistered: true,
  input: { name: requiredText('The swarm', { positional: true, placeholder: 'SWARM' }) },
  value: 'peer',
  async run(context, { name }) {
    const forgotten = (await lostPeers(context)).get(name.trim())?.forgotten?.peer
    const forget = () => changeLostPeers(context, (known) => withoutLost(known, name.trim()))
    // First, and whether or not the swarm is registered: a repeat ends what a process began that died on the way.
    await forget()
    const peer = forgotten ?? (await requirePeer(context, name))
    const isRemoved = await context.store.peers.remove(peer.name)
    // What was given up until then.
    await forget()
    if (!isRemoved && forgotten === undefined)
      throw new MailError('not-found', `The swarm ${name} was already removed.`)
    return peerValue(peer)
  },
})
