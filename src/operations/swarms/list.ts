import { operation } from '../operation.ts'
import { peerValue } from './value.ts'

export const listSwarms = operation({
  summary: 'List known swarms, with when they were last seen',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'peers',
  async run(context) {
    return { swarms: (await context.store.peers.list()).map(peerValue) }
  },
})
