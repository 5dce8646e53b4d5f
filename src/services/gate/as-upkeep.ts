import type { Context } from '../context.ts'
import { guarded } from './guarded-store.ts'

/**
 * The context of upkeep, which carries out a rule of mail and acts for no agent: time ended a lease, a process is gone.
 */
export function asUpkeep(context: Context): Context {
  return guarded({ ...context, vouched: 'upkeep' })
}
