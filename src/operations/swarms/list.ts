import { peerValue } from '../../services/swarms/value.ts'
import { operation } from '../operation.ts'

export const listSwarms = operation({
  summary: 'List known swarms, with when they were last seen and the mail that waits for them',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'peers',
  async run(context) {
    const { peers, outbox } = context.store
    const backlog = new Map((await outbox.backlog()).map((one) => [one.swarm, one]))
    return { swarms: (await peers.list()).map((peer) => peerValue(peer, backlog.get(peer.name))) }
  },
})
