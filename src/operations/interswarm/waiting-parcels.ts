import { internal } from '../internal.ts'

export const waitingParcels = internal({
  summary: 'Count the copies on their way to other swarms, and report when the next one is due',
  access: 'read',
  run: ({ store }) => store.outbox.waiting(),
})
