import { internal } from '../internal.ts'

/** `upto` is the last message whose consequences are done; `isFirst` where no server noted any yet. */
export type Followed = { readonly upto: number; readonly isFirst: boolean }

export const followed = internal({
  summary: 'Show up to which message the consequences of task mail are done',
  access: 'read',
  async run({ store }): Promise<Followed> {
    const noted = await store.facts.remembered('finished-upto')
    return { upto: Number(noted ?? (await store.messages.newest())), isFirst: noted === null }
  },
})
