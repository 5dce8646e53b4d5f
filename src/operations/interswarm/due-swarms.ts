import { internal } from '../internal.ts'

export type DueSwarms = {
  readonly swarms: readonly string[]
  /** When the next copy is due that is not due yet. */
  readonly nextAt: number | null
}

export const dueSwarms = internal({
  summary: 'List the swarms that copies are due for, and report when the next one will be',
  access: 'read',
  run: ({ store, now }): Promise<DueSwarms> => store.outbox.swarmsDue(now()),
})
