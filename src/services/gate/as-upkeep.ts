import type { Context } from '../context.ts'
import { guarded } from './guarded-store.ts'

/**
 * The context of upkeep, which does what a rule of mail says, whoever's program does it: time ended a lease, a process is gone.
 */
export function asUpkeep(context: Context): Context {
  return guarded({ ...context, vouched: 'upkeep' })
}
