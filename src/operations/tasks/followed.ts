import type { MessageCursor } from '../../../store/mail-store.ts'
import { internal } from '../internal.ts'

/** Up to `upto` the consequences of messages are done; `isFirst` where no server noted any yet. */
export type Followed = { readonly upto: MessageCursor; readonly isFirst: boolean }

export const followed = internal({
  summary: 'Show up to which message the consequences of task mail are done',
  access: 'read',
  async run({ store }): Promise<Followed> {
    const noted = await store.facts.remembered('finished-upto')
    return { upto: noted ?? (await store.messages.newest()).cursor, isFirst: noted === null }
  },
})
