import { internal } from '../internal.ts'

export const taskOwner = internal({
  summary: 'Find the client that a task belongs to; null for one that no client gave',
  access: 'read',
  async run({ store }, { id }: { readonly id: string }): Promise<string | null> {
    return (await store.commissions.find(id))?.owner ?? null
  },
})
