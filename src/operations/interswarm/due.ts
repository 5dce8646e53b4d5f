import type { Parcel } from '../../../store/mail-store.ts'
import { internal } from '../internal.ts'

export type { Parcel } from '../../../store/mail-store.ts'

export const dueParcels = internal({
  summary: 'List the copies for other swarms whose time has come, the first of each swarm and task',
  access: 'read',
  run: (context, { most }: { readonly most: number }): Promise<readonly Parcel[]> =>
    context.store.outbox.due(context.now(), most),
})
