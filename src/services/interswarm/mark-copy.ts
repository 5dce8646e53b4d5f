import type { Parcel } from '../../../store/mail-store.ts'
import type { Context } from '../context.ts'
import { asUpkeep } from '../gate/as-upkeep.ts'

type Outcome = {
  readonly verb: 'ack' | 'fail'
  readonly at: number
  readonly reason?: string
  /** `ack`: no answer will come. */
  readonly ignore?: boolean
}

/** The sender's receipts show what became of the copy, as the other server reported it. */
export async function markCopy(
  context: Context,
  parcel: Pick<Parcel, 'message' | 'address'>,
  { reason, ...move }: Outcome,
): Promise<void> {
  const doer = { actor: 'system', principal: null, session: null, command: 'serve' }
  await asUpkeep(context).store.deliveries.move(
    doer,
    parcel.address,
    [{ message: parcel.message }],
    move,
    reason === undefined ? undefined : { reason },
  )
}
