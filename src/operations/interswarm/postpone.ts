import type { Parcel } from '../../../store/mail-store.ts'
import type { FullMessage } from '../../domain/message.ts'
import { backOff, patienceFor, toldAfter } from '../../domain/peer.ts'
import { tellDelay } from '../../services/interswarm/tell-delay.ts'
import { internal } from '../internal.ts'

type Postponed = {
  readonly parcel: Parcel
  readonly message: FullMessage
  readonly problem: string
  /** The number of attempts before the sender is notified. */
  readonly most: number
  /** Whether the swarm did not answer at all. */
  readonly isSilent: boolean
}

export const postponeParcel = internal({
  summary: 'Try a copy for another swarm again later',
  access: 'write',
  needs: 'own',
  /** How often it was tried; `null`, and nothing changed, where that was often enough. */
  async run(context, { parcel, message, problem, most, isSilent }: Postponed): Promise<number | null> {
    const { outbox, peers } = context.store
    const attempts = parcel.attempts + 1
    const now = context.now()
    if (isSilent) await peers.saw(parcel.swarm, false, now)
    // A swarm that seems to be back is tried immediately: attempts that failed during a restart must not use up the
    // limit.
    if (attempts >= most && now - message.sentAt >= patienceFor(most)) return null
    if (now - message.sentAt >= toldAfter) await tellDelay(context, parcel, message, problem)
    await outbox.again(parcel, { attempts, at: now + backOff(attempts, Math.random()), problem })
    return attempts
  },
})
