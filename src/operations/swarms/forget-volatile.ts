import { withForgotten } from '../../domain/lost-peers.ts'
import { changeLostPeers } from '../../services/swarms/lost-peers.ts'
import { internal } from '../internal.ts'

export const forgetVolatile = internal({
  summary: 'Forget the swarms that were registered for as long as a server runs',
  access: 'write',
  needs: 'own',
  async run(context): Promise<void> {
    const { peers } = context.store
    const volatile = (await peers.list()).filter((peer) => peer.volatile)
    if (volatile.length > 0)
      await changeLostPeers(context, (lost) => withForgotten(lost, volatile, context.now()))
    await peers.forgetVolatile()
  },
})
