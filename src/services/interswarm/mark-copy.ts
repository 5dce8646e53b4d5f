import type { Parcel } from '../../../store/mail-store.ts'
import type { Context } from '../context.ts'

type Outcome = {
  readonly verb: 'ack' | 'fail'
  readonly at: number
  readonly reason?: string
  /** `ack`: no answer will come. */
  readonly ignore?: boolean
}

/** The sender's receipts say what became of the copy. */
export async function markCopy(
  { store }: Context,
  parcel: Pick<Parcel, 'message' | 'address'>,
  { reason, ...move }: Outcome,
): Promise<void> {
  const doer = { actor: 'system', principal: null, session: null, command: 'serve' }
  await store.deliveries.move(
    doer,
    parcel.address,
    [{ message: parcel.message }],
    move,
    reason === undefined ? undefined : { reason },
  )
}
