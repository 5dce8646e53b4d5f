import type { Parcel } from '../../../store/mail-store.ts'
import { systemSubjects } from '../../domain/commission.ts'
import type { FullMessage } from '../../domain/message.ts'
import { markCopy } from '../../services/interswarm/mark-copy.ts'
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
    await context.store.outbox.drop(parcel)
    return { untold }
  },
})
