import type { Parcel } from '../../../store/mail-store.ts'
import { internal } from '../internal.ts'

export type { Parcel } from '../../../store/mail-store.ts'

type Wanted = { readonly swarm: string; readonly most: number }

export const dueParcels = internal({
  summary: 'List the copies for another swarm whose time has come, the first of each task',
  access: 'read',
  run: ({ store, now }, { swarm, most }: Wanted): Promise<readonly Parcel[]> =>
    store.outbox.due(now(), most, swarm),
})
