import type { Parcel } from '../../../store/mail-store.ts'
import { systemSubjects } from '../../domain/commission.ts'
import { withLostMail } from '../../domain/lost-peers.ts'
import type { FullMessage } from '../../domain/message.ts'
import type { Context } from '../../services/context.ts'
import { markCopy } from '../../services/interswarm/mark-copy.ts'
import { changeLostPeers, lostPeers } from '../../services/swarms/lost-peers.ts'
import { respondAsSystem } from '../../services/tasks/system-word.ts'
import { internal } from '../internal.ts'

type Undelivered = { readonly parcel: Parcel; readonly message: FullMessage; readonly problem: string }

export const returnParcel = internal({
  summary: 'Give up a copy for another swarm: notify its sender of the reason, and remove it from the outbox',
  access: 'write',
  needs: 'own',
  /** `untold`: why the sender could not be notified. */
  async run(context, { parcel, message, problem }: Undelivered): Promise<{ readonly untold: string | null }> {
    let untold: string | null = null
    if (message.from !== 'system')
      await respondAsSystem(context, {
        to: `agent:${message.from}`,
        subject: systemSubjects.router,
        body: `Your message to ${parcel.address} could not be delivered: ${problem}`,
        task: message.task,
        about: message,
        key: `undelivered:${parcel.message}:${parcel.address}`,
      }).catch((error: unknown) => {
        untold = String(error)
      })
    await markCopy(context, parcel, { verb: 'fail', at: context.now(), reason: problem })
    await noteLost(context, parcel, problem)
    await context.store.outbox.drop(parcel)
    return { untold }
  },
})

/** People see it in Attention. Who removed a swarm knows that its mail comes back. */
async function noteLost(
  context: Context,
  { message, address, swarm }: Parcel,
  problem: string,
): Promise<void> {
  const isKnown = (await context.store.peers.find(swarm)) !== null || (await lostPeers(context)).has(swarm)
  if (!isKnown) return
  const lost = { first: message, address, since: context.now(), problem }
  await changeLostPeers(context, (known) => withLostMail(known, swarm, lost))
}
