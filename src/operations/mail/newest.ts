import { internal } from '../internal.ts'

export const newestMessage = internal({
  summary: 'Report the number of the newest message; 0 where there is none',
  access: 'read',
  run: async ({ store }): Promise<number> => (await store.messages.newest()).message ?? 0,
})
