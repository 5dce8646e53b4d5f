import { healthWarnings } from '../../domain/debates/debate-health.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'
import { debatesOf } from './list.ts'

const mostBlockers = 50

export const debateHealth = operation({
  summary: 'Report on debates: deadlocks, share of decisions, and counters per claim',
  access: 'read',
  input: {},
  value: 'debateHealth',
  async run(context): Promise<Values['debateHealth']> {
    const { debates } = context.store
    const { byVerdict, rounds, claims, counters } = await debates.tally()
    const { rows } = await debates.list('deadlock', { limit: mostBlockers, after: null })
    const blockers = await debatesOf(context, rows, 'deadlock')
    const all = byVerdict.open + byVerdict.deadlock + byVerdict.consensus
    const unfiled = await debates.unfiled()
    const numbers = {
      debates: all,
      open: byVerdict.open,
      deadlocked: byVerdict.deadlock,
      decided: byVerdict.consensus,
      rounds,
      claims,
      counters,
      counterRatio: claims === 0 ? 0 : counters / claims,
      consensusRate: all === 0 ? 0 : byVerdict.consensus / all,
      unfiled,
    }
    const warnings = healthWarnings(numbers)
    return { healthy: warnings.length === 0, ...numbers, blockers, warnings }
  },
})
