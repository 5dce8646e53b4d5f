import type { Parcel } from '../../../store/mail-store.ts'
import { type Commission, partyText } from '../../domain/commission.ts'
import { markCopy } from '../../services/interswarm/mark-copy.ts'
import { requireOwnSwarm } from '../../services/interswarm/own-swarm.ts'
import { internal } from '../internal.ts'

type Arrived = {
  readonly parcel: Parcel
  readonly task: Commission
  /** The instance that works on it there, as that swarm states. */
  readonly runner: string | null
}

export const noteArrived = internal({
  summary: 'Note that another swarm has a copy: its receipt says so, and the swarm takes part in the task',
  access: 'write',
  needs: 'own',
  async run(context, { parcel, task, runner: stated }: Arrived): Promise<void> {
    const { store, now } = context
    const runner = stated ?? partyText({ role: 'swarm', id: requireOwnSwarm(context), swarm: parcel.swarm })
    if (!task.contributors.some((party) => party.endsWith(`@${parcel.swarm}`)))
      await store.commissions.contribute(task.id, [runner])
    await markCopy(context, parcel, { verb: 'ack', at: now() })
    await store.outbox.drop(parcel)
    await store.peers.saw(parcel.swarm, true, now())
  },
})
