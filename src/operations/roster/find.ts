import type { Agent } from '../../domain/roster.ts'
import { internal } from '../internal.ts'

export const findAgent = internal({
  summary: 'Find an agent by its address in normal form',
  access: 'read',
  run: ({ store }, { address }: { readonly address: string }): Promise<Agent | null> =>
    store.roster.find(address),
})
