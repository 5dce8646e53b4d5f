import { internal } from '../internal.ts'

/** As many of the newest tasks are looked at. */
const most = 50

export type ClientStanding = { readonly hasTasks: boolean; readonly hasRunning: boolean }

export const clientStanding = internal({
  summary: 'Check whether a client has tasks, and whether one of them is running',
  access: 'read',
  async run({ store }, { owner }: { readonly owner: string }): Promise<ClientStanding> {
    const tasks = await store.commissions.list(owner, most)
    return { hasTasks: tasks.length > 0, hasRunning: tasks.some(({ status }) => status === 'running') }
  },
})
